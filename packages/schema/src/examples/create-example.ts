import { createEvaluator } from '../evaluate/evaluator.ts';
import { appendPointer } from '../json/json-pointer.ts';
import { isRecord, toRecord } from '../json/record.ts';
import { readReferences } from '../references/schema-references.ts';
import { toSchemaIndex, type SchemaIndex } from '../schema-check/index-schema.ts';
import type { Json, JsonSchema } from '../types/json.ts';
import type { Validator } from '../validation/create-validator.ts';
import { createNumber, createString } from './create-scalar.ts';
import { ExampleEffort } from './example-effort.ts';
import { findImpliedType } from './implied-type.ts';
import { listNames } from './list-names.ts';

/** The deepest nesting of a made-up example; recursive schemas end there. */
const MAX_DEPTH = 8;

/** The most values that are made up for one example. */
const MAX_VALUES = 1000;

/** The most alternatives of unions that are tried for an example. */
const MAX_BRANCHES = 5;

/** The types that are tried where a schema names none, in order. */
const TYPES = ['string', 'integer', 'boolean', 'object', 'null'];

/** The limits of the check of one attempt; one that needs more is no example. */
const LIMITS = { steps: 200_000 };

/** The settings of one attempt to make an example. */
interface Attempt {
  readonly index: SchemaIndex;
  /** True uses the `examples` and the `default` of the schema where it has them. */
  readonly annotated: boolean;
  /** True includes optional properties in the example. */
  readonly complete: boolean;
  /** The index of the alternative that this attempt takes in each `anyOf` and `oneOf`. */
  readonly branch: number;
  /** The effort that is left for all attempts together. */
  readonly effort: ExampleEffort;
  /** The number of values that this attempt has made so far. */
  valueCount: number;
}

/**
 * Makes a valid example of a schema, small and readable: from its `examples`, `default`, `const`
 * and `enum`, else made up from types, formats, patterns and bounds.
 *
 * The same schema always gives the same example; `undefined` if nothing is found that `validator`
 * accepts.
 *
 * @example
 * ```ts
 * import { createExample, createValidator } from '@formwork/schema';
 *
 * const schema = { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } as
 * const;
 * const example = createExample(schema, createValidator(schema));
 * ```
 */
export function createExample(schema: JsonSchema, validator: Validator): Json | undefined {
  const references = readReferences([{ root: schema, dialect: validator.dialect }]);
  const index = toSchemaIndex(references, validator.dialect);
  const root = references.places[0]?.get('');
  if (root === undefined) return undefined;
  const evaluator = createEvaluator(references, { subschema: root, limits: LIMITS });
  return createExampleAt(
    { index, pointers: [''] },
    (value) => evaluator.judge(value) === 'valid' && validator.isValid(value),
  );
}

/**
 * Makes an example that fits several schemas within one document at once; `undefined` if none is
 * accepted.
 */
export function createExampleAt(
  { index, pointers }: { readonly index: SchemaIndex; readonly pointers: readonly string[] },
  isValid: (value: Json) => boolean,
): Json | undefined {
  const effort = new ExampleEffort();
  for (const annotated of [true, false]) {
    for (const complete of [false, true]) {
      for (let branch = 0; branch < MAX_BRANCHES; branch += 1) {
        if (effort.isOver) return undefined;
        const value = build(
          { index, annotated, complete, branch, effort, valueCount: 0 },
          pointers,
        );
        if (value !== undefined && isValid(value)) return value;
      }
    }
  }
  return undefined;
}

/** The place of a value within the example that is being made. */
interface ExamplePosition {
  readonly depth: number;
  /** The number that makes the items of one array different from each other. */
  readonly variant: number;
}

/** Makes a value that fits all the schemas at the given pointers. */
function build(
  attempt: Attempt,
  pointers: readonly string[],
  position: ExamplePosition = { depth: 0, variant: 0 },
): Json | undefined {
  attempt.valueCount += 1;
  if (position.depth > MAX_DEPTH || attempt.valueCount > MAX_VALUES) return undefined;
  const places = collectAppliedPointers(attempt, pointers);
  attempt.effort.look(places.length);
  if (attempt.effort.isOver) return undefined;
  const schemas = places.map((pointer) => attempt.index.places.get(pointer)?.schema ?? true);
  if (schemas.includes(false)) return undefined;
  const objects = schemas.filter(isRecord);
  const sample = pickAnnotatedValue(objects, attempt.annotated, position.variant);
  if (sample !== undefined) return sample.value;
  switch (pickType(objects, attempt.branch)) {
    case 'object':
      return buildObject(attempt, places, position);
    case 'array':
      return buildArray(attempt, places, position);
    case 'integer':
      return createNumber(objects, { integer: true, variant: position.variant });
    case 'number':
      return createNumber(objects, { integer: false, variant: position.variant });
    case 'boolean':
      return position.variant % 2 === 0;
    case 'null':
      return null;
    default:
      return createString(objects, { variant: position.variant, effort: attempt.effort });
  }
}

/**
 * Lists the pointers of all schemas that apply to the same value: through references, `allOf`, and
 * one alternative of each union.
 */
function collectAppliedPointers(
  { index, branch }: Attempt,
  pointers: readonly string[],
): readonly string[] {
  const places = new Set(pointers);
  /** The alternative that is taken in an `if` behind the `else` of another one. */
  const chained = new Map<string, number>();
  for (const pointer of places) {
    const schema = index.places.get(pointer)?.schema;
    if (!isRecord(schema)) continue;
    for (const { target } of index.referencesOf.get(pointer) ?? []) {
      if (target !== undefined) places.add(target);
    }
    listMembers(schema, 'allOf').forEach((_, position) =>
      places.add(`${pointer}/allOf/${position}`),
    );
    for (const union of ['oneOf', 'anyOf']) {
      const { length } = listMembers(schema, union);
      if (length > 0) places.add(`${pointer}/${union}/${branch % length}`);
    }
    if (Object.hasOwn(schema, 'if')) {
      const alternative = schema['else'];
      const isChain = isRecord(alternative) && Object.hasOwn(alternative, 'if');
      const way = chained.get(pointer) ?? branch;
      // A chain has one alternative for each of its conditions, and a last one.
      const isFirst = isChain || chained.has(pointer) ? way === 0 : way % 2 === 0;
      if (isChain && !isFirst) chained.set(`${pointer}/else`, way - 1);
      const names = isFirst ? ['if', 'then'] : ['else'];
      for (const name of names) if (Object.hasOwn(schema, name)) places.add(`${pointer}/${name}`);
    }
  }
  return [...places];
}

/**
 * Returns a value that a schema itself gives, such as its `default`, wrapped in an object because
 * `null` is a value too.
 */
function pickAnnotatedValue(
  schemas: readonly JsonSchema[],
  annotated: boolean,
  variant: number,
): { readonly value: Json } | undefined {
  const keywords = annotated ? ['const', 'enum', 'examples', 'default'] : ['const', 'enum'];
  for (const keyword of keywords) {
    for (const schema of schemas) {
      if (!Object.hasOwn(schema, keyword)) continue;
      const isList = keyword === 'enum' || keyword === 'examples';
      const values = isList ? listMembers(schema, keyword) : [schema[keyword]];
      const value = values[variant % values.length];
      if (isJson(value)) return { value };
    }
  }
  return undefined;
}

function pickType(schemas: readonly JsonSchema[], branch: number): unknown {
  const lists = schemas.flatMap(({ type }) => (type === undefined ? [] : [[type].flat()]));
  const [first = []] = lists;
  const common = first.filter((type) => lists.every((types) => types.includes(type)));
  if (first.length > 0) return common.find((type) => type !== 'null') ?? common[0] ?? first[0];
  return findImpliedType(schemas) ?? TYPES[branch % TYPES.length];
}

function buildObject(
  attempt: Attempt,
  places: readonly string[],
  { depth }: ExamplePosition,
): Json | undefined {
  const { index, complete } = attempt;
  const schemas = places.map((pointer) => index.places.get(pointer)?.schema).filter(isRecord);
  const required = new Set(
    schemas.flatMap((schema) => listMembers(schema, 'required').map(String)),
  );
  const declared = schemas.flatMap(({ properties }) => Object.keys(toRecord(properties)));
  const optional = new Set(declared.filter((name) => !required.has(name)));
  const least = Math.max(0, ...schemas.map(({ minProperties }) => Number(minProperties ?? 0)));
  for (const name of required) {
    for (const { dependentRequired } of schemas) {
      const names = isRecord(dependentRequired) ? listMembers(dependentRequired, name) : [];
      for (const dependent of names) required.add(String(dependent));
    }
  }
  const entries: [string, Json][] = [];
  const usedNames = new Set<string>();
  for (const name of [
    ...declared.filter((candidate) => required.has(candidate)),
    ...required,
    ...optional,
  ]) {
    if (usedNames.has(name)) continue;
    usedNames.add(name);
    // An object without any property says nothing, so one optional property is shown.
    const isWanted = complete || entries.length < Math.max(1, least);
    if (!required.has(name) && !isWanted) continue;
    const value = build(attempt, listPropertyPlaces(attempt, places, name), {
      depth: depth + 1,
      variant: 0,
    });
    if (value !== undefined) entries.push([name, value]);
    else if (required.has(name)) return undefined;
  }
  if (entries.length >= least) return Object.fromEntries(entries);
  for (const name of listNames(schemas, { count: least, effort: attempt.effort })) {
    if (entries.length >= least) break;
    if (usedNames.has(name)) continue;
    usedNames.add(name);
    const value = build(attempt, listPropertyPlaces(attempt, places, name), {
      depth: depth + 1,
      variant: 0,
    });
    if (value !== undefined) entries.push([name, value]);
  }
  return entries.length < least ? undefined : Object.fromEntries(entries);
}

/**
 * Lists the pointers of the schemas for a property: those that declare it, match it by pattern, or
 * are for all others.
 */
function listPropertyPlaces(
  { index: { places }, effort }: Attempt,
  objects: readonly string[],
  name: string,
): readonly string[] {
  effort.look(objects.length);
  if (effort.isOver) return [];
  return objects.flatMap((pointer) => {
    const schema = places.get(pointer)?.schema;
    const patterns = isRecord(schema) ? schema['patternProperties'] : undefined;
    const matching = Object.keys(toRecord(patterns)).filter((pattern) =>
      effort.isMatch(pattern, name),
    );
    const described = [
      appendPointer(`${pointer}/properties`, name),
      ...matching.map((pattern) => appendPointer(`${pointer}/patternProperties`, pattern)),
    ].filter((candidate) => places.has(candidate));
    const additional = `${pointer}/additionalProperties`;
    return described.length > 0 || !places.has(additional) ? described : [additional];
  });
}

function buildArray(
  attempt: Attempt,
  places: readonly string[],
  { depth }: ExamplePosition,
): Json | undefined {
  const { index } = attempt;
  const schemas = places.map((pointer) => index.places.get(pointer)?.schema).filter(isRecord);
  const least = Math.max(0, ...schemas.map(({ minItems }) => Number(minItems ?? 0)));
  const most = Math.min(
    ...schemas.map(({ maxItems }) => Number(maxItems ?? Number.POSITIVE_INFINITY)),
  );
  const tuple = Math.max(
    0,
    ...schemas.map((schema) =>
      Math.max(listMembers(schema, 'prefixItems').length, listMembers(schema, 'items').length),
    ),
  );
  const contained = Math.max(
    0,
    ...schemas.map((schema) =>
      Object.hasOwn(schema, 'contains') ? Number(schema['minContains'] ?? 1) : 0,
    ),
  );
  const items: Json[] = [];
  attempt.effort.look(places.length);
  const itemCount = Math.min(most, Math.max(least, tuple, contained, 1));
  for (let position = 0; position < itemCount; position += 1) {
    const pointers = places.flatMap((pointer) => [
      ...listItemPlaces(index, pointer, position),
      ...(position < contained ? [`${pointer}/contains`] : []),
    ]);
    const described = pointers.filter((pointer) => index.places.has(pointer));
    const item = build(attempt, described, { depth: depth + 1, variant: position });
    if (item === undefined) return items.length >= least ? items : undefined;
    items.push(item);
  }
  return items;
}

/** Lists the pointers of the schemas for an item: those of its position, or of all others. */
function listItemPlaces(
  { places }: SchemaIndex,
  pointer: string,
  position: number,
): readonly string[] {
  const positioned = [`${pointer}/prefixItems/${position}`, `${pointer}/items/${position}`].filter(
    (candidate) => places.has(candidate),
  );
  return positioned.length > 0 ? positioned : [`${pointer}/items`, `${pointer}/additionalItems`];
}

function listMembers(schema: JsonSchema, keyword: string): readonly unknown[] {
  const members = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  return Array.isArray(members) ? members : [];
}

/**
 * True for any value but `undefined`. Schemas are JSON, so nothing inside the value has to be
 * checked.
 */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
