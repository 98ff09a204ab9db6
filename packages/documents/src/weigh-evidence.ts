import type { JsonSchema } from '@formwork/schema';
import { describeType } from '@formwork/schema/internal';
import { isRecord, previewJson, toList, toRecord } from '@formwork/schema/json';
import { listNames } from './list-names.ts';
import { resolveSchema, toAbsoluteReference } from './resolve-schema.ts';

/** The evidence that a value is described by a schema, and the evidence against it. */
export interface Evidence {
  readonly support: number;
  readonly against: number;
  /** The number of names at the top of the value that the schema does not have. */
  readonly strange: number;
  /** The required names that the value lacks at its top level. */
  readonly missing: readonly string[];
  /** The evidence in words, the strongest first; only for the top level of the value. */
  readonly reasons: readonly string[];
}

/** The most levels of a value that are compared with a schema as evidence. */
const MAX_DEPTH = 7;
/** The most items of a list that are compared with a schema as evidence. */
const MAX_ITEMS = 5;
/** The weight of each missing required member in the evidence against a schema. */
const MISSING = 0.75;
/** The factor that evidence from inside a property is multiplied by, because it counts less. */
const INNER = 0.5;

const NOTHING: Evidence = { support: 0, against: 0, strange: 0, missing: [], reasons: [] };

/** A schema, and the document in which its references are looked up. */
interface PlacedSchema {
  readonly schema: unknown;
  readonly document: JsonSchema;
  /** True for a schema inside the outermost one, for which no reasons in words are given. */
  readonly isInner: boolean;
}

/**
 * Weighs how well a value matches a schema: by names of properties, fixed values, types, and
 * missing members. It is not a verdict: a value with a fault is recognized as well.
 */
export function weighEvidence(value: unknown, reference: string): Evidence {
  const target = resolveSchema(reference);
  return target === undefined ? NOTHING : weigh(value, { ...target, isInner: false }, 0);
}

/**
 * Weighs a value against a schema as {@link weighEvidence} does, in one number and without the
 * words, which take most of the time.
 */
export function weighNet(value: unknown, reference: string): number {
  const target = resolveSchema(reference);
  return target === undefined ? 0 : toNet(weigh(value, { ...target, isInner: true }, 0));
}

function weigh(
  value: unknown,
  { schema, document, isInner }: PlacedSchema,
  depth: number,
): Evidence {
  if (depth > MAX_DEPTH || !isRecord(schema)) return NOTHING;
  const parts: Evidence[] = [];
  const at = (inner: unknown): PlacedSchema => ({ schema: inner, document, isInner });
  if (typeof schema['$ref'] === 'string') {
    const target = resolveSchema(toAbsoluteReference(schema['$ref'], document));
    if (target !== undefined) parts.push(weigh(value, { ...target, isInner }, depth + 0.5));
  }
  if (!fitsType(value, schema['type'])) return { ...NOTHING, against: 2 };
  parts.push(weighFixed(value, schema));
  for (const inner of toList(schema['allOf'])) parts.push(weigh(value, at(inner), depth));
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = toList(schema[keyword]).map((inner) => weigh(value, at(inner), depth));
    parts.push(pickStrongest(branches));
  }
  if (isRecord(value)) parts.push(weighObject(value, { schema, document, isInner }, depth));
  if (Array.isArray(value)) parts.push(weighList(value, { schema, document, isInner }, depth));
  return sum(parts);
}

function weighFixed(value: unknown, schema: JsonSchema): Evidence {
  if (Object.hasOwn(schema, 'const')) {
    return value === schema['const'] ? { ...NOTHING, support: 3 } : { ...NOTHING, against: 3 };
  }
  if (!Array.isArray(schema['enum'])) return NOTHING;
  return schema['enum'].includes(value) ? { ...NOTHING, support: 2 } : { ...NOTHING, against: 2 };
}

function weighObject(
  value: Readonly<Record<string, unknown>>,
  { schema, document, isInner }: PlacedSchema & { readonly schema: JsonSchema },
  depth: number,
): Evidence {
  const properties = toRecord(schema['properties']);
  const names = Object.keys(properties);
  const parts: Evidence[] = [];
  const required = toList(schema['required']).filter((name) => typeof name === 'string');
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const support = required.length - missing.length;
  parts.push({ ...NOTHING, support, against: missing.length * MISSING });
  const present = names.filter((name) => Object.hasOwn(value, name));
  const decisive: string[] = [];
  for (const name of present) {
    const inner = weigh(
      value[name],
      { schema: properties[name], document, isInner: true },
      depth + 1,
    );
    const likeness = 1 + inner.support * INNER;
    parts.push({ ...NOTHING, support: likeness, against: inner.against * INNER });
    if (isInner) continue;
    const fixed = weighDirectly(value[name], properties[name], document);
    if (fixed > 0) decisive.push(`${name} is ${previewJson(value[name])}`);
    if (fixed < 0) decisive.push(`${name} is ${previewJson(value[name])}, which it never is`);
  }
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  const additional = schema['additionalProperties'];
  if (isRecord(additional)) {
    for (const name of unknown.slice(0, MAX_ITEMS)) {
      const inner = weigh(value[name], { schema: additional, document, isInner: true }, depth + 1);
      parts.push({ ...NOTHING, support: inner.support * INNER, against: inner.against * INNER });
    }
  } else if (names.length > 0) {
    const against = unknown.length * (additional === false ? 1 : 0.25);
    parts.push({ ...NOTHING, against, strange: unknown.length });
  }
  if (isInner) return sum(parts);
  const reasons = [
    ...decisive,
    ...(present.length > 0 ? [`has ${listNames(present)}`] : []),
    ...(missing.length > 0 ? [`lacks ${listNames(missing)}`] : []),
    ...(unknown.length > 0 && names.length > 0 && !isRecord(additional)
      ? [`has ${listNames(unknown)}, which it does not have`]
      : []),
  ];
  return sum([{ ...NOTHING, missing, reasons }, ...parts]);
}

/**
 * Weighs a property whose schema fixes its value: above 0 if the value is right, below 0 if it is
 * wrong, 0 if nothing is fixed.
 */
function weighDirectly(value: unknown, schema: unknown, document: JsonSchema): number {
  if (!isRecord(schema)) return 0;
  const reference = schema['$ref'];
  const target =
    typeof reference === 'string'
      ? resolveSchema(toAbsoluteReference(reference, document))?.schema
      : schema;
  if (!isRecord(target)) return 0;
  const { support, against } = weighFixed(value, target);
  return support - against;
}

function weighList(
  value: readonly unknown[],
  { schema, document }: PlacedSchema & { readonly schema: JsonSchema },
  depth: number,
): Evidence {
  const items = value
    .slice(0, MAX_ITEMS)
    .map((item) => weigh(item, { schema: schema['items'], document, isInner: true }, depth + 1));
  const total = sum(items);
  const count = Math.max(items.length, 1);
  const contained = value
    .slice(0, MAX_ITEMS)
    .map((item) => weigh(item, { schema: schema['contains'], document, isInner: true }, depth + 1));
  const best = pickStrongest(contained);
  return {
    ...NOTHING,
    support: total.support / count + best.support,
    against: total.against / count + best.against,
  };
}

function pickStrongest(all: readonly Evidence[]): Evidence {
  let best: Evidence | undefined;
  for (const evidence of all) {
    if (best === undefined || toNet(evidence) > toNet(best)) best = evidence;
  }
  return best ?? NOTHING;
}

/** Returns the evidence for a schema less one and a half times the evidence against it. */
function toNet({ support, against }: Pick<Evidence, 'support' | 'against'>): number {
  return support - 1.5 * against;
}

function sum(parts: readonly Evidence[]): Evidence {
  let [support, against, strange] = [0, 0, 0];
  let { missing, reasons } = NOTHING;
  for (const part of parts) {
    support += part.support;
    against += part.against;
    strange += part.strange;
    if (part.missing.length > 0) missing = [...new Set([...missing, ...part.missing])];
    if (part.reasons.length > 0) reasons = [...new Set([...reasons, ...part.reasons])];
  }
  return { support, against, strange, missing, reasons };
}

function fitsType(value: unknown, type: unknown): boolean {
  if (type === undefined) return true;
  const actual = describeType(value);
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.some(
    (expected) => expected === actual || (expected === 'number' && actual === 'integer'),
  );
}
