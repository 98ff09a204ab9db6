import type { Problem } from '@formwork/schema';
import type { FormType } from '../form-schema/infer-types.ts';

/**
 * The facts of a problem, such as the limit that a number exceeds, from which every language makes
 * its own sentence.
 */
export type ProblemFact =
  /** `skipped` is a time that the local clock skips when summer time begins. */
  | {
      readonly kind:
        | 'missing'
        | 'skipped'
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

/** The keywords that an empty text fails; their problem means that the field was left empty. */
const NEEDS_TEXT = new Set(['minLength', 'pattern', 'format', 'enum', 'const']);

/**
 * Matches a received date and time without an offset. A form adds the local offset to every time
 * that exists, so this one is skipped by the clock.
 */
const SKIPPED = /^string "\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?"$/u;

const TYPES: ReadonlySet<string> = new Set<FormType>([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

/**
 * Reads the facts of a problem. Its message is not used: it is in English, and an agent may have
 * written it.
 */
export function toProblemFact({ keyword, expected, received, message }: Problem): ProblemFact {
  if (received === 'string ""' && NEEDS_TEXT.has(keyword)) return { kind: 'missing' };
  const found = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iu.exec(expected)?.[0];
  const count = Number(found);
  const isCounted = found !== undefined;
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return { kind: 'missing' };
    case 'type':
      return toTypeFact(expected, received);
    case 'enum':
    case 'const':
      // `null` stands for a choice that was not made.
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
      if (/\bdate-time\b/u.test(expected) && SKIPPED.test(received ?? '')) {
        return { kind: 'skipped' };
      }
      const text = / such as (.+)$/u.exec(expected)?.[1];
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
  // `null` stands for a row that was added and left empty.
  if (received === 'null') return { kind: 'missing' };
  if (!types.every(isFormType)) return { kind: 'other' };
  const [only] = types;
  return types.length === 1 && (only === 'number' || only === 'integer')
    ? { kind: 'number', isWhole: only === 'integer', ...readTyped(received) }
    : { kind: 'types', types };
}

/** The text that was entered where a number is wanted. */
function readTyped(received: string | undefined): { readonly typed?: string } {
  const [, typed] = /^string "([^"\\]+)"$/u.exec(received ?? '') ?? [];
  return typed === undefined ? {} : { typed };
}

/**
 * The fact that a number has to be a multiple: told by its decimals for steps of a tenth, a
 * hundredth and so on.
 */
function toMultipleFact(of: number): ProblemFact {
  if (of === 1) return { kind: 'number', isWhole: true };
  const decimals = Math.round(-Math.log10(of));
  return decimals > 0 && decimals < 16 && Number(`1e-${decimals}`) === of
    ? { kind: 'decimals', count: decimals }
    : { kind: 'multiple', of };
}

function isFormType(name: string): name is FormType {
  return TYPES.has(name);
}

function isComparison(
  text: string | undefined,
): text is 'at least' | 'at most' | 'more than' | 'less than' {
  return text !== undefined;
}
