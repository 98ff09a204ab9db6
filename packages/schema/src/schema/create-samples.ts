import { createExample } from '../examples/create-example.ts';
import { isRecord } from '../json/record.ts';
import { indexSchema } from '../schema-check/index-schema.ts';
import type { Json } from '../types/json.ts';
import type { NamedSchema } from './named-schema.ts';

/** The most sample values that are made of a schema. */
const MAX_SAMPLES = 20;

/** The most declared examples among the samples, so that there is room for variations. */
const MAX_EXAMPLES = 8;

/** The most variations that are tried as samples. */
const MAX_ATTEMPTS = 500;

const BOUNDS = ['minimum', 'maximum'];

/**
 * Makes values that a schema accepts: one made up, the first of the declared examples, and
 * variations of these, such as empty texts and arrays, repeated items, numbers at the bounds. At
 * most 20, all different.
 */
export function createSamples(
  { schema, validator }: Pick<NamedSchema, 'schema' | 'validator'>,
  examples: readonly Json[] = [],
): readonly Json[] {
  const example = createExample(schema, validator);
  const bases = [...(example === undefined ? [] : [example]), ...examples.slice(0, MAX_EXAMPLES)];
  const samples = new Map(bases.map((base) => [JSON.stringify(base), base]));
  const bounds = listNumberBounds({ schema, validator });
  let attempts = 0;
  for (const base of bases) {
    for (const variation of vary(base, bounds)) {
      attempts += 1;
      if (samples.size >= MAX_SAMPLES || attempts > MAX_ATTEMPTS) return [...samples.values()];
      if (validator.isValid(variation)) samples.set(JSON.stringify(variation), variation);
    }
  }
  return [...samples.values()];
}

/**
 * Lists the bounds of all numbers in the schema; the validator decides which of them fit at which
 * place.
 */
function listNumberBounds({
  schema,
  validator,
}: Pick<NamedSchema, 'schema' | 'validator'>): readonly number[] {
  const places = [...indexSchema(schema, validator.dialect).places.values()];
  const bounds = places.flatMap(({ schema: part }) =>
    typeof part === 'boolean' ? [] : BOUNDS.map((keyword) => part[keyword]),
  );
  return [...new Set(bounds.filter((bound) => typeof bound === 'number'))];
}

/** Yields variations of a value, each changed at one place. */
function* vary(value: Json, bounds: readonly number[]): Generator<Json> {
  if (typeof value === 'string') yield '';
  if (typeof value === 'number') yield* bounds;
  if (Array.isArray(value)) yield* varyArray(value, bounds);
  if (!isRecord(value)) return;
  for (const [name, member] of Object.entries(value)) {
    for (const changed of vary(member, bounds)) yield { ...value, [name]: changed };
  }
}

function* varyArray(items: readonly Json[], bounds: readonly number[]): Generator<Json> {
  yield [];
  yield items.flatMap((item) => [item, item]);
  for (const [position, item] of items.entries()) {
    for (const changed of vary(item, bounds)) yield items.with(position, changed);
  }
}
