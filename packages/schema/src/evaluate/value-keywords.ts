import { findEqualItems, isEqual } from './equality.ts';
import type { Check, Evaluation } from './evaluation.ts';
import { createFormatCheck } from './formats.ts';
import { failAt, matches, type Keyword, type KeywordContext } from './keyword.ts';

/**
 * The bound below which multiples are checked by plain arithmetic: whole numbers of up to 15 digits
 * are exact.
 */
const MAX_DIGITS = 1e15;

/**
 * The keywords about a value as a whole, about numbers, texts and sizes, with the function that
 * makes the check of each.
 */
export const VALUE_KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['type', checkType],
  ['enum', checkEnum],
  ['const', checkConst],
  ['minimum', (site) => checkLimit(site, site.schema['exclusiveMinimum'] === true ? '>' : '>=')],
  ['maximum', (site) => checkLimit(site, site.schema['exclusiveMaximum'] === true ? '<' : '<=')],
  ['exclusiveMinimum', (site) => checkLimit(site, '>')],
  ['exclusiveMaximum', (site) => checkLimit(site, '<')],
  ['multipleOf', checkMultiple],
  ['minLength', (site) => checkSize(site, { toSize: measureText, isLeast: true })],
  ['maxLength', (site) => checkSize(site, { toSize: measureText, isLeast: false })],
  ['minItems', (site) => checkSize(site, { toSize: countItems, isLeast: true })],
  ['maxItems', (site) => checkSize(site, { toSize: countItems, isLeast: false })],
  ['minProperties', (site) => checkSize(site, { toSize: countNames, isLeast: true })],
  ['maxProperties', (site) => checkSize(site, { toSize: countNames, isLeast: false })],
  ['pattern', checkPattern],
  ['format', checkFormat],
  ['uniqueItems', checkUnique],
]);

type Comparison = '>' | '>=' | '<' | '<=';

function checkType(site: KeywordContext): Check | undefined {
  const { value, schema } = site;
  const types = new Set([value].flat());
  // OpenAPI's `nullable` counts only beside a type.
  if (schema['nullable'] === true) types.add('null');
  const takesIntegers = types.has('integer') || types.has('number');
  return (data, run) => {
    const type = typeOf(data);
    if (types.has(type) || (type === 'integer' && takesIntegers)) return true;
    return failAt(site, run, { data, params: { type: findToldType(site) } });
  };
}

function findToldType({ value, schema }: KeywordContext): unknown {
  return schema['nullable'] === true ? [...new Set([value, 'null'].flat())] : value;
}

/** Returns the JSON Schema type of a value. NaN and Infinity have none, because JSON lacks them. */
function typeOf(data: unknown): string {
  switch (typeof data) {
    case 'number':
      if (Number.isInteger(data)) return 'integer';
      return Number.isFinite(data) ? 'number' : 'no number';
    case 'object':
      if (data === null) return 'null';
      return Array.isArray(data) ? 'array' : 'object';
    case 'string':
    case 'boolean':
      return typeof data;
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      return 'no JSON';
  }
}

function checkEnum(site: KeywordContext): Check | undefined {
  if (!Array.isArray(site.value)) return undefined;
  const values: readonly unknown[] = site.value;
  const scalars = new Set(values.filter((value) => typeof value !== 'object' || value === null));
  const structures = values.filter((value) => !scalars.has(value));
  const steps = countComparison(structures);
  return (data, run) => {
    if (scalars.has(data)) return true;
    if (structures.length > 0 && typeof data === 'object' && data !== null) {
      run.steps -= steps;
      if (structures.some((structure) => isEqual(structure, data))) return true;
    }
    return failAt(site, run, { data, params: { allowedValues: values } });
  };
}

function checkConst(site: KeywordContext): Check {
  const { value } = site;
  const steps = countComparison(value);
  return (data, run) => {
    if (typeof data === 'object') run.steps -= steps;
    return isEqual(value, data) || failAt(site, run, { data, params: { allowedValue: value } });
  };
}

/**
 * Estimates the evaluation steps that it takes to compare a checked value with a value of the
 * schema.
 */
function countComparison(value: unknown): number {
  return typeof value === 'object' ? JSON.stringify(value).length >>> 4 : 0;
}

/**
 * Subtracts the cost of looking at each character, item or name of a value from the steps that are
 * left; one step covers eight of them.
 */
function countSteps(run: Evaluation, size: number): void {
  run.steps -= size >>> 3;
}

function checkLimit(site: KeywordContext, comparison: Comparison): Check | undefined {
  const { value: limit } = site;
  if (typeof limit !== 'number') return undefined;
  return (data, run) => {
    if (typeof data !== 'number' || isWithin(data, limit, comparison)) return true;
    return failAt(site, run, { data, params: { comparison, limit } });
  };
}

function isWithin(data: number, limit: number, comparison: Comparison): boolean {
  switch (comparison) {
    case '>':
      return data > limit;
    case '>=':
      return data >= limit;
    case '<':
      return data < limit;
    case '<=':
      return data <= limit;
  }
}

function checkMultiple(site: KeywordContext): Check | undefined {
  const { value: multipleOf } = site;
  if (typeof multipleOf !== 'number' || !(multipleOf > 0)) return undefined;
  const fits = createMultipleCheck(multipleOf);
  const isLong = isLongNumber(multipleOf);
  return (data, run) => {
    if (typeof data !== 'number') return true;
    if (isLong || isLongNumber(data)) run.steps -= STEPS_PER_LONG_NUMBER;
    if (Number.isFinite(data) && fits(data)) return true;
    return failAt(site, run, { data, params: { multipleOf } });
  };
}

/** The steps to compute with a number that has hundreds of digits. */
const STEPS_PER_LONG_NUMBER = 200;

/** True for a number that is computed with digit by digit, because it is very large or very small. */
function isLongNumber(value: number): boolean {
  const size = Math.abs(value);
  return size >= MAX_DIGITS || (size > 0 && size < 1 / MAX_DIGITS);
}

/**
 * A function that measures the size of a value that a keyword limits; `undefined` for a value of
 * another type.
 */
type ToSize = (data: unknown) => number | undefined;

function checkSize(
  site: KeywordContext,
  { toSize, isLeast }: { readonly toSize: ToSize; readonly isLeast: boolean },
): Check | undefined {
  const { value: limit } = site;
  if (typeof limit !== 'number') return undefined;
  return (data, run) => {
    const size = toSize(data);
    if (size === undefined) return true;
    countSteps(run, size);
    if (isLeast ? size >= limit : size <= limit) return true;
    return failAt(site, run, { data, params: { limit } });
  };
}

/**
 * Counts the characters of a text, some of which are two code units; `undefined` for anything else.
 */
function measureText(data: unknown): number | undefined {
  if (typeof data !== 'string') return undefined;
  let length = data.length;
  for (let at = 0; at < data.length - 1; at += 1) {
    const code = data.charCodeAt(at);
    if (code < 0xd8_00 || code > 0xdb_ff) continue;
    const next = data.charCodeAt(at + 1);
    if (next < 0xdc_00 || next > 0xdf_ff) continue;
    length -= 1;
    at += 1;
  }
  return length;
}

function countItems(data: unknown): number | undefined {
  return Array.isArray(data) ? data.length : undefined;
}

function countNames(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  return Object.keys(data).length;
}

function checkPattern(site: KeywordContext): Check | undefined {
  const { value: pattern, toPattern } = site;
  if (typeof pattern !== 'string') return undefined;
  const expression = toPattern(pattern);
  return (data, run) => {
    if (typeof data !== 'string') return true;
    if (expression !== undefined && matches(expression, data, run)) return true;
    return failAt(site, run, { data, params: { pattern } });
  };
}

function checkFormat(site: KeywordContext): Check | undefined {
  const { value: format } = site;
  const isOfFormat = typeof format === 'string' ? createFormatCheck(format) : undefined;
  if (isOfFormat === undefined) return undefined;
  return (data, run) => {
    if (typeof data === 'string') countSteps(run, data.length);
    return isOfFormat(data) || failAt(site, run, { data, params: { format } });
  };
}

function checkUnique(site: KeywordContext): Check | undefined {
  if (site.value !== true) return undefined;
  return (data, run) => {
    if (!Array.isArray(data)) return true;
    const pair = findEqualItems(data, (size) => {
      // Each item is written as text to be compared, which takes longer than reading it.
      run.steps -= 1 + (size >>> 1);
    });
    if (pair === undefined) return true;
    const [i, j] = pair;
    return failAt(site, run, { data, params: { i, j } });
  };
}

/**
 * Creates a check for multiples that computes in decimal: 0.07 is a multiple of 0.01, and
 * 4,512,703.35 is too, although their binary forms are not.
 */
export function createMultipleCheck(divisor: number): (value: number) => boolean {
  const by = toDecimal(divisor);
  const mantissa = Number(by.digits);
  const power = 10 ** -by.exponent;
  const isSmall = by.exponent <= 0 && by.exponent > -16 && mantissa < MAX_DIGITS;
  return (value) => {
    // Numbers of few decimal digits are checked by plain arithmetic, which is exact and fast.
    const digits = Math.round(value * power);
    if (isSmall && Math.abs(digits) < MAX_DIGITS && digits / power === value) {
      return digits % mantissa === 0;
    }
    return isMultiple(toDecimal(value), by);
  };
}

/** A number as decimal digits and a power of ten. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function isMultiple(value: Decimal, divisor: Decimal): boolean {
  const exponent = Math.min(value.exponent, divisor.exponent);
  const by = scale(divisor, exponent);
  return by !== 0n && scale(value, exponent) % by === 0n;
}

/** Converts a number to decimal by its shortest text, which is how JSON writes it. */
function toDecimal(value: number): Decimal {
  const [mantissa = '', power = '0'] = String(value).split('e');
  const [integer = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(integer + fraction), exponent: Number(power) - fraction.length };
}

function scale({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
