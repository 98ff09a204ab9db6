import type { Problem } from '@formwork/schema';
import { type FormType, isFormType } from '../form-schema/infer-types.ts';
import { fromLocalTime } from '../text/local-time.ts';

/**
 * The facts about a problem of a value, such as the limit that a number exceeds. Every language
 * makes its own sentence of them.
 */
export type ProblemFact =
  /**
   * The kind `skipped` means a time that the local clock skips when summer time begins, `zoneless`
   * one that came without its time zone.
   */
  | {
      readonly kind:
        | 'missing'
        | 'skipped'
        | 'zoneless'
        | 'format'
        | 'choice'
        | 'unique'
        | 'unknown'
        | 'name'
        | 'other';
    }
  | { readonly kind: 'values'; readonly values: string }
  | { readonly kind: 'number'; readonly isWhole: boolean; readonly typed?: string }
  | { readonly kind: 'types'; readonly types: readonly FormType[] }
  | {
      readonly kind: 'bound';
      readonly comparison: 'at least' | 'at most' | 'more than' | 'less than';
      readonly limit: number;
    }
  | { readonly kind: 'decimals' | 'more'; readonly count: number }
  | { readonly kind: 'multiple'; readonly of: number }
  | { readonly kind: 'length' | 'count'; readonly side: 'least' | 'most'; readonly count: number }
  | { readonly kind: 'example' | 'pattern'; readonly text: string };

/** Keywords that an empty text violates; such a problem is worded as an empty field. */
const NEEDS_TEXT = new Set(['minLength', 'pattern', 'format', 'enum', 'const']);

/** Matches the description of a date and time without an offset, and finds the text. */
const WITHOUT_OFFSET = /^string "(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)"$/u;

/**
 * Reads the facts about a problem. The message of the problem is not shown, because it is in
 * English and may come from an agent.
 */
export function toProblemFact({ keyword, expected, received, message }: Problem): ProblemFact {
  if (received === 'string ""' && NEEDS_TEXT.has(keyword)) return { kind: 'missing' };
  const digits = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iu.exec(expected)?.[0];
  const count = Number(digits);
  const isCounted = digits !== undefined;
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return { kind: 'missing' };
    case 'type':
      return toTypeFact(expected, received);
    case 'enum':
    case 'const':
      // `null` means that the person has not chosen a value.
      if (received === 'null') return { kind: 'missing' };
      return {
        kind: 'values',
        values: expected.replace(/^one of /u, '').replace(/ and (\d+) more$/u, ' … +$1'),
      };
    case 'anyOf':
    case 'oneOf':
      return { kind: 'choice' };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum': {
      const comparison = /^(?:at least|at most|more than|less than)/u.exec(expected)?.[0];
      return isComparison(comparison) && isCounted
        ? { kind: 'bound', comparison, limit: count }
        : { kind: 'other' };
    }
    case 'multipleOf':
      return isCounted ? toMultipleFact(count) : { kind: 'other' };
    case 'minLength':
      return isCounted ? { kind: 'length', side: 'least', count } : { kind: 'other' };
    case 'maxLength':
      return isCounted ? { kind: 'length', side: 'most', count } : { kind: 'other' };
    case 'format': {
      const clock = WITHOUT_OFFSET.exec(received ?? '')?.[1];
      if (/ date-time\b/u.test(expected) && clock !== undefined) {
        // A form adds the local offset to what is entered, if the local clock has such a time.
        return { kind: fromLocalTime(clock) === clock ? 'skipped' : 'zoneless' };
      }
      const text = / such as (.+)/u.exec(expected)?.[1];
      return text === undefined ? { kind: 'format' } : { kind: 'example', text };
    }
    case 'pattern': {
      const text = /^a string that matches (.+)$/su.exec(expected)?.[1];
      return text === undefined ? { kind: 'format' } : { kind: 'pattern', text };
    }
    case 'minItems':
    case 'minProperties':
      return isCounted ? { kind: 'count', side: 'least', count } : { kind: 'other' };
    case 'maxItems':
    case 'maxProperties':
    case 'items':
    case 'additionalItems':
    case 'unevaluatedItems':
      return isCounted ? { kind: 'count', side: 'most', count } : { kind: 'other' };
    case 'uniqueItems':
      return { kind: 'unique' };
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'false schema':
      return { kind: 'unknown' };
    case 'propertyNames':
      return { kind: 'name' };
    case 'more':
      return { kind: 'more', count: Number(/\d+/u.exec(message)?.[0]) };
    default:
      return { kind: 'other' };
  }
}

function toTypeFact(expected: string, received: string | undefined): ProblemFact {
  const types = expected.split(' or ');
  // `null` means that the person has added a row and left it empty.
  if (received === 'null') return { kind: 'missing' };
  if (!types.every(isFormType)) return { kind: 'other' };
  const [only] = types;
  return types.length === 1 && (only === 'number' || only === 'integer')
    ? { kind: 'number', isWhole: only === 'integer', ...readTyped(received) }
    : { kind: 'types', types };
}

/** Finds the text that the person entered in place of a number. */
function readTyped(received: string | undefined): { readonly typed?: string } {
  const [, typed] = /^string "([^"\\]+)"$/u.exec(received ?? '') ?? [];
  return typed === undefined ? {} : { typed };
}

/**
 * Makes the fact about a number that must be a multiple: a number of decimals for 0.1, 0.01 and so
 * on, else the multiple itself.
 */
function toMultipleFact(of: number): ProblemFact {
  if (of === 1) return { kind: 'number', isWhole: true };
  const decimals = Math.round(-Math.log10(of));
  return decimals > 0 && decimals < 16 && Number(`1e-${decimals}`) === of
    ? { kind: 'decimals', count: decimals }
    : { kind: 'multiple', of };
}

function isComparison(
  text: string | undefined,
): text is 'at least' | 'at most' | 'more than' | 'less than' {
  return text !== undefined;
}
