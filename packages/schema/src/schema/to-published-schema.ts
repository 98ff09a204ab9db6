import { deepFreeze, isRecord } from '../json/record.ts';
import { describeValue } from '../problems/describe-value.ts';
import { DIALECT_URIS, isUnversioned } from '../references/dialect.ts';
import { embedMetaSchema } from '../schema-check/embed-meta-schema.ts';
import type { JsonSchema } from '../types/json.ts';
import {
  isStandardSchema,
  type SchemaLike,
  type StandardSchemaLike,
} from '../types/schema-like.ts';
import {
  findNonJson,
  MAX_DEFINITION_DEPTH,
  type FindNonJsonOptions,
  type NonJson,
} from './find-non-json.ts';
import {
  convertWithLibrary,
  findUnconvertible,
  type Unconvertible,
  type Direction,
} from './find-unconvertible.ts';

/**
 * The outcome of {@link toPublishedSchema}: the schema as the card shows it, or the reasons why
 * there is none.
 */
export type Published =
  | { readonly kind: 'published'; readonly schema: JsonSchema }
  | PublishingFailed;

interface PublishingFailed {
  readonly kind: 'failed';
  /** The reasons why the schema cannot be published; at least one. */
  readonly failures: readonly PublishingFailure[];
}

interface PublishingFailure {
  readonly code: 'schema-not-json' | 'schema-too-deep' | 'schema-conversion';
  readonly pointer: string;
  readonly message: string;
}

/**
 * Makes the JSON Schema that the card shows: a frozen copy that always has `$schema`.
 *
 * A library's schema is asked for its own JSON Schema of that direction, as draft 2020-12.
 */
export function toPublishedSchema(schema: SchemaLike, direction: Direction): Published {
  if (!isStandardSchema(schema)) {
    return refuseIncomplete(schema) ?? refuseShape(schema) ?? publish(schema);
  }
  let converted: unknown;
  try {
    converted = convertWithLibrary(schema, direction);
  } catch (cause) {
    return refuseUnconvertible(schema, findUnconvertible(schema, { direction, cause }));
  }
  // Libraries leave members that do not apply `undefined`, which their users cannot change.
  return publish(converted, { allowUndefined: true });
}

function publish(schema: unknown, options?: FindNonJsonOptions): Published {
  const fault = isRecord(schema) ? findNonJson(schema, options) : undefined;
  if (fault !== undefined) return refuseNonJson(fault);
  const copy: unknown = isRecord(schema) ? JSON.parse(JSON.stringify(schema)) : undefined;
  if (!isRecord(copy)) {
    return createFailure({
      code: 'schema-not-json',
      pointer: '',
      message: `Cannot publish the schema because it must be a JSON object: current value is ${describeValue(schema)}${adviseSchema(schema)}`,
    });
  }
  const { $schema = DIALECT_URIS['2020-12'], ...members } = copy;
  // Other validators know no address without a version.
  const dialect = isUnversioned($schema) ? DIALECT_URIS['2020-12'] : $schema;
  const withDialect = dialect === copy['$schema'] ? copy : { $schema: dialect, ...members };
  return { kind: 'published', schema: deepFreeze(embedMetaSchema(withDialect)) };
}

function createFailure(...failures: readonly PublishingFailure[]): PublishingFailed {
  return { kind: 'failed', failures };
}

function refuseUnconvertible(
  { '~standard': { vendor } }: StandardSchemaLike,
  places: readonly Unconvertible[],
): PublishingFailed {
  return createFailure(
    ...places.map(({ pointer, reason }) => ({
      code: 'schema-conversion' as const,
      pointer,
      message:
        `Cannot publish the ${vendor} schema because it must be expressible in JSON Schema: ` +
        `${vendor} says "${reason}"`,
    })),
  );
}

function refuseNonJson({ kind, pointer, current }: NonJson): PublishingFailed {
  if (kind === 'too-deep') {
    return createFailure({
      code: 'schema-too-deep',
      pointer: '',
      message: `Cannot publish the schema because it must be nested at most ${MAX_DEFINITION_DEPTH} levels deep: current value is ${current}`,
    });
  }
  const subject = pointer === '' ? 'the root' : JSON.stringify(pointer);
  return createFailure({
    code: 'schema-not-json',
    pointer,
    message: `Cannot publish the schema because ${subject} must be JSON: current value is ${current}${adviseJson(pointer, current)}`,
  });
}

/** The advice for what stands in schemas in place of JSON, by the end of its description. */
const WAYS_TO_JSON: readonly (readonly [string, string])[] = [
  [' Promise', 'await it'],
  [' RegExp', 'write its source as text'],
  [' Date', 'write it as text'],
];

/** Says how to write as JSON what stands at a place of a schema. */
function adviseJson(pointer: string, current: string): string {
  // Other libraries name types by their constructors.
  if (current === 'a function' && pointer.endsWith('/type')) {
    return ', so write the name of the type, such as "string"';
  }
  const way = WAYS_TO_JSON.find(([end]) => current.endsWith(end))?.[1];
  return way === undefined ? '' : `, so ${way}`;
}

/** Says how to get a schema from what is none. */
function adviseSchema(value: unknown): string {
  if (value === undefined) return ', so look whether the module exports it by this name';
  if (typeof value === 'string' && /^\s*\{/u.test(value)) return ', so write JSON.parse(…)';
  return Array.isArray(value) && value.length === 1 ? ', so leave the brackets out' : '';
}

/** The advice on how to get a schema that can describe itself, by the vendor of the library. */
const WAYS_OUT: ReadonlyMap<unknown, string> = new Map([
  ['valibot', 'wrap it in toStandardJsonSchema of @valibot/to-json-schema'],
  ['zod', 'use Zod 4.2 or newer'],
  ['arktype', 'use ArkType 2.2 or newer'],
]);

/**
 * Refuses library schemas that cannot describe themselves; otherwise their internals would be
 * published as a schema.
 */
function refuseIncomplete(schema: unknown): PublishingFailed | undefined {
  const isObject = (typeof schema === 'object' && schema !== null) || typeof schema === 'function';
  if (!isObject || !('~standard' in schema)) return undefined;
  const standard = schema['~standard'];
  const vendor = isRecord(standard) ? standard['vendor'] : undefined;
  const name = typeof vendor === 'string' ? `${vendor} schema` : 'schema';
  const way = isOfZodMini(schema)
    ? 'import it from "zod" instead of "zod/mini"'
    : (WAYS_OUT.get(vendor) ?? 'use a version of the library that has both, or JSON Schema');
  return createFailure({
    code: 'schema-conversion',
    pointer: '',
    message:
      `Cannot publish the ${name} because it must both validate (Standard Schema) and describe itself ` +
      `as JSON Schema (Standard JSON Schema): current value does not, ${way}`,
  });
}

/** True for a schema of `zod/mini`, which leaves out what describes itself. */
function isOfZodMini(schema: object): boolean {
  const inner: unknown = Reflect.get(schema, '_zod');
  const version = isRecord(inner) ? inner['version'] : undefined;
  if (!isRecord(version)) return false;
  const { major, minor } = version;
  return major === 4 && typeof minor === 'number' && minor >= 2;
}

/** The ways to make one schema of the schemas of an object's members, by the vendor. */
const OBJECT_MAKERS: ReadonlyMap<unknown, string> = new Map([
  ['zod', 'z.object({ … })'],
  ['valibot', 'v.object({ … })'],
  ['arktype', 'type({ … })'],
]);

/** Says how to put a schema that takes no object into one, as the member of this name. */
export function adviseObject(name: string, like: SchemaLike): string {
  if (isRecord(like) && isNullableObject(like)) return ', so take null out';
  // A module that was imported as a whole, such as one of JSON.
  if (isRecord(like) && Object.keys(like).join(' ') === 'default' && isRecord(like['default'])) {
    return ', so write the default export of the module instead of the module';
  }
  const vendor = isStandardSchema(like) ? like['~standard'].vendor : undefined;
  const maker = OBJECT_MAKERS.get(vendor)?.replace('…', `${name}: …`);
  return maker === undefined
    ? `, so write ${name}: { type: "object", properties: { ${name}: … } }`
    : `, so write ${name}: ${maker}`;
}

/** True for a schema whose type is an object or null. */
function isNullableObject({ type, nullable }: JsonSchema): boolean {
  const types = [type].flat();
  return (
    types.includes('object') &&
    types.every((each) => each === 'object' || each === 'null') &&
    (nullable === true || types.includes('null'))
  );
}

/** Refuses an object whose members are schemas of a library, because it is none itself. */
function refuseShape(shape: unknown): PublishingFailed | undefined {
  if (!isRecord(shape)) return undefined;
  const [standard] = Object.values(shape).flatMap((value) =>
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    '~standard' in value
      ? [value['~standard']]
      : [],
  );
  if (standard === undefined) return undefined;
  const vendor = isRecord(standard) ? standard['vendor'] : undefined;
  const maker = OBJECT_MAKERS.get(vendor) ?? 'the object of the library';
  return createFailure({
    code: 'schema-conversion',
    pointer: '',
    message: `Cannot publish the schema because it must be one schema: current value is an object of schemas, so write ${maker}`,
  });
}
