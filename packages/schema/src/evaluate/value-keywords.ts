import { findEqualItems, isEqual } from './equality.ts';
import type { Check, Evaluation } from './evaluation.ts';
import { toFormatCheck } from './formats.ts';
import { failAt, type Keyword, type KeywordSite } from './keyword.ts';
import { toMultipleCheck } from './numbers.ts';

/** The keywords about a value as a whole, about numbers, texts and sizes. */
export const VALUE_KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['type', checkType],
  ['enum', checkEnum],
  ['const', checkConst],
  ['minimum', (site) => checkLimit(site, site.schema['exclusiveMinimum'] === true ? '>' : '>=')],
  ['maximum', (site) => checkLimit(site, site.schema['exclusiveMaximum'] === true ? '<' : '<=')],
  ['exclusiveMinimum', (site) => checkLimit(site, '>')],
  ['exclusiveMaximum', (site) => checkLimit(site, '<')],
  ['multipleOf', checkMultiple],
  ['minLength', (site) => checkSize(site, { toSize: toLength, isLeast: true })],
  ['maxLength', (site) => checkSize(site, { toSize: toLength, isLeast: false })],
  ['minItems', (site) => checkSize(site, { toSize: toItemCount, isLeast: true })],
  ['maxItems', (site) => checkSize(site, { toSize: toItemCount, isLeast: false })],
  ['minProperties', (site) => checkSize(site, { toSize: toNameCount, isLeast: true })],
  ['maxProperties', (site) => checkSize(site, { toSize: toNameCount, isLeast: false })],
  ['pattern', checkPattern],
  ['format', checkFormat],
  ['uniqueItems', checkUnique],
]);

type Comparison = '>' | '>=' | '<' | '<=';

function checkType(site: KeywordSite): Check | undefined {
  const { value, schema } = site;
  const types = new Set([value].flat());
  // Of OpenAPI, and only where there is a type.
  if (schema['nullable'] === true) types.add('null');
  const takesIntegers = types.has('integer') || types.has('number');
  return (data, run) => {
    const type = toType(data);
    if (types.has(type) || (type === 'integer' && takesIntegers)) return true;
    return failAt(site, run, { data, params: { type: toToldType(site) } });
  };
}

function toToldType({ value, schema }: KeywordSite): unknown {
  return schema['nullable'] === true ? [...new Set([value, 'null'].flat())] : value;
}

/** JSON has no NaN and no Infinity, so that they are of no type. */
function toType(data: unknown): string {
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

function checkEnum(site: KeywordSite): Check | undefined {
  if (!Array.isArray(site.value)) return undefined;
  const values: readonly unknown[] = site.value;
  const scalars = new Set(values.filter((one) => typeof one !== 'object' || one === null));
  const others = values.filter((one) => !scalars.has(one));
  const steps = toSteps(others);
  return (data, run) => {
    if (scalars.has(data)) return true;
    if (others.length > 0 && typeof data === 'object' && data !== null) {
      run.steps -= steps;
      if (others.some((one) => isEqual(one, data))) return true;
    }
    return failAt(site, run, { data, params: { allowedValues: values } });
  };
}

function checkConst(site: KeywordSite): Check {
  const { value } = site;
  const steps = toSteps(value);
  return (data, run) => {
    if (typeof data === 'object') run.steps -= steps;
    return isEqual(value, data) || failAt(site, run, { data, params: { allowedValue: value } });
  };
}

/** What comparing with a value may take. */
function toSteps(value: unknown): number {
  return typeof value === 'object' ? JSON.stringify(value).length >>> 4 : 0;
}

/** What looking at each character, item or name takes: some of them are one step. */
function countSteps(run: Evaluation, size: number): void {
  run.steps -= size >>> 3;
}

function checkLimit(site: KeywordSite, comparison: Comparison): Check | undefined {
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

function checkMultiple(site: KeywordSite): Check | undefined {
  const { value: multipleOf } = site;
  if (typeof multipleOf !== 'number' || !(multipleOf > 0)) return undefined;
  const isMultiple = toMultipleCheck(multipleOf);
  return (data, run) => {
    if (typeof data !== 'number') return true;
    if (Number.isFinite(data) && isMultiple(data)) return true;
    return failAt(site, run, { data, params: { multipleOf } });
  };
}

/** How large a value is; `undefined` if it is of another type. */
type ToSize = (data: unknown) => number | undefined;

function checkSize(
  site: KeywordSite,
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

/** In characters, of which some are two code units. */
function toLength(data: unknown): number | undefined {
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

function toItemCount(data: unknown): number | undefined {
  return Array.isArray(data) ? data.length : undefined;
}

function toNameCount(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  return Object.keys(data).length;
}

function checkPattern(site: KeywordSite): Check | undefined {
  const { value: pattern, toPattern } = site;
  if (typeof pattern !== 'string') return undefined;
  const expression = toPattern(pattern);
  return (data, run) => {
    if (typeof data !== 'string') return true;
    countSteps(run, data.length);
    if (expression?.test(data) === true) return true;
    return failAt(site, run, { data, params: { pattern } });
  };
}

function checkFormat(site: KeywordSite): Check | undefined {
  const { value: format } = site;
  const isOfFormat = typeof format === 'string' ? toFormatCheck(format) : undefined;
  if (isOfFormat === undefined) return undefined;
  return (data, run) => {
    if (typeof data === 'string') countSteps(run, data.length);
    return isOfFormat(data) || failAt(site, run, { data, params: { format } });
  };
}

function checkUnique(site: KeywordSite): Check | undefined {
  if (site.value !== true) return undefined;
  return (data, run) => {
    if (!Array.isArray(data)) return true;
    const pair = findEqualItems(data, (size) => {
      // Writing an item down takes longer than reading it.
      run.steps -= 1 + (size >>> 1);
    });
    if (pair === undefined) return true;
    const [i, j] = pair;
    return failAt(site, run, { data, params: { i, j } });
  };
}
