import type { OutputUnit } from '@cfworker/json-schema';
import type { TaggedError } from '../validation/tag-branches.ts';
import { isRecord } from '../is-record.ts';
import { resolvePointer, toPointer } from '../problems/json-pointer.ts';
import { toErrorParams } from './to-error-params.ts';
import type { RunnableSchema } from './to-runnable-schema.ts';

/** Errors beyond these are not looked at: a few are told anyway. */
const MAX_ERRORS = 500;

/** Options of {@link toTaggedErrors}. */
interface TaggedErrorsOptions {
  readonly runnable: RunnableSchema;
  /** What was checked. */
  readonly value: unknown;
}

/** Alternatives whose errors are being read. */
interface OpenUnion {
  readonly unit: OutputUnit;
  /** What the union reports of itself, once its alternatives have been read. */
  readonly close: () => void;
}

const UNIONS = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames']);

/** Units that say only that a part has errors; the errors of the part follow. */
const WRAPPERS = new Set([
  '$ref',
  '$recursiveRef',
  'allOf',
  'if',
  'properties',
  'patternProperties',
  'dependentSchemas',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
]);

/**
 * What the eval-free validator reported, in the shape and order of ajv: alternatives tagged with
 * their branch and told before the keyword that they belong to. So both are put into the same words.
 */
export function toTaggedErrors(
  units: readonly OutputUnit[],
  { runnable, value }: TaggedErrorsOptions,
): readonly TaggedError[] {
  const errors: TaggedError[] = [];
  const open: OpenUnion[] = [];
  let wrapper: OutputUnit | undefined;
  for (const unit of units.slice(0, MAX_ERRORS)) {
    // The validator gives a `false` schema the location of the value instead of its own.
    const isFalse = unit.keyword === 'false';
    if (!isFalse) closeUnions(unit.keywordLocation);
    if (isFalse) {
      addFalse(unit, wrapper);
    } else if (UNIONS.has(unit.keyword)) {
      const branches = toBranches(unit.keywordLocation);
      const position = errors.length;
      open.push({ unit, close: () => add(unit, { branches, inner: errors.slice(position) }) });
    } else if (!WRAPPERS.has(unit.keyword) && !isOfHiddenUnion(unit)) {
      add(unit, {});
    }
    wrapper = unit;
  }
  closeUnions('');
  return errors;

  function closeUnions(location: string): void {
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      if (location.startsWith(`${last.unit.keywordLocation}/`)) return;
      open.pop();
      last.close();
    }
  }

  /** The branches that a location lies in, innermost first. */
  function toBranches(location: string): number[] {
    return open
      .map(({ unit }) => {
        const rest = location.slice(unit.keywordLocation.length + 1);
        const index = Number(rest.split('/')[0]);
        return Number.isInteger(index) ? index : 0;
      })
      .toReversed();
  }

  /** Errors of the items that `minContains` counted; it says itself that they were too few. */
  function isOfHiddenUnion({ keywordLocation }: OutputUnit): boolean {
    const top = open.at(-1)?.unit.keywordLocation ?? '#';
    return keywordLocation.slice(top.length).includes('/contains/');
  }

  function add(
    unit: OutputUnit,
    {
      branches,
      inner = [],
    }: { readonly branches?: number[]; readonly inner?: readonly TaggedError[] },
  ): void {
    const parentSchema = walk(runnable, toSegments(unit.keywordLocation).slice(0, -1));
    const instancePath = toPointer(toSegments(unit.instanceLocation));
    const data = resolvePointer(value, instancePath);
    const tags = branches ?? toBranches(unit.keywordLocation);
    const passing = listPassing(parentSchema[unit.keyword], inner, tags.length);
    const source = { unit, parentSchema, data, first: inner[0], passing };
    for (const { keyword, params } of toErrorParams(source)) {
      errors.push({
        keyword,
        instancePath,
        schemaPath: unit.keywordLocation,
        params,
        data,
        schema: parentSchema[keyword],
        parentSchema,
        ...(tags.length > 0 && { branches: [...tags] }),
      });
    }
  }

  /** A part that may not be there: what allows it to be there or not is the keyword before. */
  function addFalse(unit: OutputUnit, cause: OutputUnit | undefined): void {
    const names = toSegments(unit.instanceLocation);
    const name = names.at(-1) ?? '';
    const location = cause?.keywordLocation ?? '#/false';
    const branches = toBranches(location);
    const tags = branches.length > 0 ? { branches } : {};
    const parentSchema = walk(runnable, toSegments(location).slice(0, -1));
    const isOfCause = cause !== undefined && cause.instanceLocation !== unit.instanceLocation;
    const keyword = isOfCause ? cause.keyword : 'false schema';
    const params = toMemberParams(keyword, name);
    const isMember = params !== undefined;
    const instancePath = toPointer(isMember ? names.slice(0, -1) : names);
    errors.push({
      keyword: isMember ? keyword : 'false schema',
      instancePath,
      schemaPath: location,
      params: params ?? {},
      data: resolvePointer(value, instancePath),
      schema: false,
      parentSchema,
      ...tags,
    });
  }
}

/** The alternatives that none of the errors is from. `depth` counts the unions around them. */
function listPassing(
  alternatives: unknown,
  errors: readonly TaggedError[],
  depth: number,
): readonly number[] {
  const failed = new Set(errors.map(({ branches = [] }) => branches.at(-1 - depth)));
  return [...(Array.isArray(alternatives) ? alternatives.keys() : [])].filter(
    (position) => !failed.has(position),
  );
}

/** What ajv calls the member that must not be there; `undefined` for keywords without such a word. */
function toMemberParams(keyword: string, name: string): Record<string, unknown> | undefined {
  switch (keyword) {
    case 'additionalProperties':
      return { additionalProperty: name };
    case 'unevaluatedProperties':
      return { unevaluatedProperty: name };
    case 'items':
    case 'additionalItems':
    case 'unevaluatedItems':
      return { limit: Number(name) };
    default:
      return undefined;
  }
}

/** The schema at a place, with every reference followed as the validator does. */
function walk(
  { schema, lookup }: RunnableSchema,
  segments: readonly string[],
): Readonly<Record<string, unknown>> {
  let current: unknown = schema;
  for (const segment of segments) {
    if (typeof current !== 'object' || current === null) return {};
    const note: unknown =
      segment === '$ref'
        ? Reflect.get(current, '__absolute_ref__')
        : segment === '$recursiveRef'
          ? Reflect.get(current, '__absolute_recursive_ref__')
          : undefined;
    current =
      typeof note === 'string'
        ? lookup[note]
        : Object.getOwnPropertyDescriptor(current, segment)?.value;
  }
  return isRecord(current) ? current : {};
}

/** The names in a location such as `#/a%20b/c~1d`. */
function toSegments(location: string): readonly string[] {
  return location
    .split('/')
    .slice(1)
    .map((segment) => toDecoded(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function toDecoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
