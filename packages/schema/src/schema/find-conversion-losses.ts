import type { StandardSchemaV1 } from '@standard-schema/spec';
import { appendPointer, toPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { JsonSchema } from '../types/json.ts';
import type { StandardSchemaLike } from '../types/schema-like.ts';
import { findTooLongForLibrary } from './library-load.ts';
import { isZodSchema, tryWithZod } from './zod-schema.ts';

/**
 * A rule or a default of a library's schema that is missing from its JSON Schema, or differs there.
 */
export interface ConversionLoss {
  readonly code:
    | 'conversion-stricter'
    | 'conversion-default'
    | 'conversion-empty'
    | 'conversion-flags';
  readonly pointer: string;
  readonly message: string;
}

/**
 * Looks for differences between a library's schema and the JSON Schema it published, by running the
 * library on samples that the published schema accepts.
 *
 * Finds: values that the library refuses although the published schema accepts them (refinements,
 * trims), defaults that the published schema does not mention, and parts published as "anything".
 * Every reported difference is real; others may remain. Each difference is reported once. The first
 * sample that is validated asynchronously is the last: nothing waits for it.
 */
export function findConversionLosses(
  library: StandardSchemaLike,
  published: JsonSchema,
  samples: readonly unknown[],
): readonly ConversionLoss[] {
  const losses = new Map<string, ConversionLoss>();
  // Samples resemble each other, so many of them show the same loss.
  const add = (key: string, loss: ConversionLoss): void => {
    if (!losses.has(key)) losses.set(key, loss);
  };
  for (const loss of findEmptyParts(library, published)) add(loss.code + loss.pointer, loss);
  for (const sample of samples) {
    if (findTooLongForLibrary(library, sample) !== undefined) continue;
    const outcome = validate(library, sample);
    if (outcome === 'asynchronous') break;
    for (const issue of outcome.issues ?? []) {
      add(identifyRule(issue), createStricterLoss(library, sample, issue));
    }
    if (outcome.issues !== undefined) continue;
    for (const loss of findHiddenDefaults(sample, outcome.value, published)) {
      add(loss.code + loss.pointer, loss);
    }
  }
  return [...losses.values()];
}

function validate(
  library: StandardSchemaLike,
  sample: unknown,
): StandardSchemaV1.Result<unknown> | 'asynchronous' {
  try {
    const value = structuredClone(sample);
    const result = isZodSchema(library)
      ? tryWithZod(library, value)
      : library['~standard'].validate(value);
    if (!(result instanceof Promise)) return result;
    // The promise is abandoned; a rejection without a handler would end the process.
    result.catch(() => undefined);
    return 'asynchronous';
  } catch (thrown) {
    return { issues: [{ message: thrown instanceof Error ? thrown.message : String(thrown) }] };
  }
}

function createStricterLoss(
  library: StandardSchemaLike,
  sample: unknown,
  { path = [], message }: StandardSchemaV1.Issue,
): ConversionLoss {
  const pointer = toPointer(path.map(readSegment));
  const location = pointer === '' ? '' : ` at ${pointer}`;
  return {
    code: 'conversion-stricter',
    pointer: '',
    message:
      `Cannot tell callers all rules because the ${library['~standard'].vendor} schema must be ` +
      `expressible in JSON Schema: it refuses ${previewJson(sample)}${location}, which the published ` +
      `schema accepts ("${message}")`,
  };
}

/**
 * Makes a text that identifies a rule of a library: the same for the same rule on another item of
 * an array.
 */
function identifyRule({ path = [], message }: StandardSchemaV1.Issue): string {
  const names = path.map(readSegment).map((name) => (typeof name === 'number' ? '*' : name));
  return `${toPointer(names)} ${message}`;
}

function readSegment(segment: PropertyKey | StandardSchemaV1.PathSegment): PropertyKey {
  return typeof segment === 'object' ? segment.key : segment;
}

function findHiddenDefaults(
  sample: unknown,
  parsed: unknown,
  published: JsonSchema,
): readonly ConversionLoss[] {
  const properties = published['properties'];
  if (!isRecord(sample) || !isRecord(parsed) || !isRecord(properties)) return [];
  return Object.keys(parsed)
    .filter((key) => !Object.hasOwn(sample, key) && Object.hasOwn(properties, key))
    .filter((key) => {
      const property = properties[key];
      return isRecord(property) && !Object.hasOwn(property, 'default');
    })
    .map((key) => ({
      code: 'conversion-default' as const,
      pointer: appendPointer('/properties', key),
      message:
        `Cannot tell callers the default of "${key}" because it must be in the JSON Schema: ` +
        `the library fills in ${previewJson(parsed[key])}, the published schema does not say so`,
    }));
}

/**
 * Finds parts that ArkType published as `{}`, which it does silently for types that it cannot
 * express; Zod throws instead.
 */
function findEmptyParts(library: StandardSchemaLike, published: JsonSchema): ConversionLoss[] {
  if (library['~standard'].vendor !== 'arktype') return [];
  const properties = published['properties'];
  if (!isRecord(properties)) return [];
  return Object.entries(properties)
    .filter(([, property]) => isRecord(property) && Object.keys(property).length === 0)
    .map(([key]) => ({
      code: 'conversion-empty' as const,
      pointer: appendPointer('/properties', key),
      message: `Cannot describe "${key}" because it must be expressible in JSON Schema: current value is {}, which accepts anything`,
    }));
}
