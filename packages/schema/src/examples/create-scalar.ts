import { FORMAT_EXAMPLES } from '../problems/format-examples.ts';
import type { JsonSchema } from '../types/json.ts';
import type { ExampleEffort } from './example-effort.ts';

/** Options of {@link createNumber} and {@link createString}. */
export interface ScalarOptions {
  /**
   * The number that makes the value different from others of the same schemas, for the items of an
   * array. Default 0.
   */
  readonly variant?: number;
}

/**
 * Makes a number that fits all the given schemas together; `undefined` if there is no simple one.
 */
export function createNumber(
  schemas: readonly JsonSchema[],
  { integer, variant = 0 }: ScalarOptions & { readonly integer: boolean },
): number {
  const low = findBound(schemas, 'minimum', Math.max);
  const high = findBound(schemas, 'maximum', Math.min);
  const step = listNumbers(schemas, 'multipleOf')[0] ?? (integer ? 1 : undefined);
  if (step !== undefined) {
    if (low === undefined && high !== undefined) {
      const largest = Math.floor(Math.min(Math.max(1, step), high.value) / step) * step;
      return tidy(largest - (high.exclusive && largest === high.value ? step : 0) - variant * step);
    }
    const least = Math.ceil((low?.value ?? Math.min(1, step)) / step) * step;
    return tidy(
      least + (low?.exclusive === true && least === low.value ? step : 0) + variant * step,
    );
  }
  if (low !== undefined && high !== undefined) {
    return tidy(low.value + ((high.value - low.value) * (variant + 1)) / (variant + 2));
  }
  if (low !== undefined) return low.value + variant + (low.exclusive ? 1 : 0);
  if (high !== undefined) return Math.min(1, high.value - (high.exclusive ? 1 : 0)) - variant;
  return 1 + variant;
}

/** The longest text that is made up, in characters: a longer one helps no reader. */
const MAX_LENGTH = 10_000;

/**
 * Makes a text that fits all the given schemas together; `undefined` if no word of the pattern
 * fits, or it would be too long to read.
 */
export function createString(
  schemas: readonly JsonSchema[],
  { variant = 0, effort }: ScalarOptions & { readonly effort: ExampleEffort },
): string | undefined {
  const minLength = Math.max(0, ...listNumbers(schemas, 'minLength'));
  if (minLength > MAX_LENGTH) return undefined;
  const maxLength = Math.min(...listNumbers(schemas, 'maxLength'));
  const patterns = listStrings(schemas, 'pattern');
  const [format] = listStrings(schemas, 'format');
  const sample = format === undefined ? undefined : FORMAT_EXAMPLES.get(format);
  if (sample !== undefined) return sample;
  if (patterns.length > 0) return effort.makeText(patterns, { minLength, maxLength });
  const text = variant === 0 ? 'example' : `example ${variant + 1}`;
  const filled = text.length < minLength ? text.padEnd(minLength, ' example') : text;
  return filled.length > maxLength ? filled.slice(filled.length - maxLength) : filled;
}

function findBound(
  schemas: readonly JsonSchema[],
  keyword: 'minimum' | 'maximum',
  strictest: (...values: number[]) => number,
):
  | {
      readonly value: number;
      readonly exclusive: boolean;
    }
  | undefined {
  const exclusiveKeyword = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const inclusive = listNumbers(schemas, keyword);
  const exclusive = listNumbers(schemas, exclusiveKeyword);
  const values = [...inclusive, ...exclusive];
  if (values.length === 0) return undefined;
  const value = strictest(...values);
  // Draft 04 has the bound in `minimum` and says `exclusiveMinimum: true`.
  const isExclusive = schemas.some(
    (schema) => schema[exclusiveKeyword] === true && schema[keyword] === value,
  );
  return { value, exclusive: isExclusive || exclusive.includes(value) };
}

function listNumbers(schemas: readonly JsonSchema[], keyword: string): readonly number[] {
  return schemas.map((schema) => schema[keyword]).filter((value) => typeof value === 'number');
}

function listStrings(schemas: readonly JsonSchema[], keyword: string): readonly string[] {
  return schemas.map((schema) => schema[keyword]).filter((value) => typeof value === 'string');
}

/** Rounds off the noise of binary fractions: 0.3 for 0.30000000000000004. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
