import {
  createExample,
  createValidator,
  type Json,
  type JsonSchema,
  type NamedSchema,
} from '@formwork/schema';
import { createSamples } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import type { Arbitrary } from 'fast-check';
import { createExampleArbitrary } from './example-arbitrary.ts';

/** The number of alternatives of unions that examples are made for. */
const ALTERNATIVES = 5;

/** Makes valid inputs that are like the examples of a schema; at least one is needed. */
export function createInputArbitrary(
  { schema, validator }: NamedSchema,
  examples: readonly [Json, ...Json[]],
): Arbitrary<Json> {
  const fits = (value: Json): boolean => validator.isValid(value);
  const places = examples.map((value) => ({ value, fits }));
  return createExampleArbitrary(places, [...listConstants(schema)]).filter(fits);
}

/**
 * Lists valid inputs of a schema that differ: its examples, with and without optional members, of
 * each alternative.
 */
export function listInputs(namedSchema: NamedSchema, examples: readonly Json[]): readonly Json[] {
  const samples = [...createSamples(namedSchema, examples)];
  for (let turn = 0; turn < ALTERNATIVES; turn += 1) {
    for (const isComplete of [false, true]) {
      const schema = reshape(namedSchema.schema, { turn, isComplete });
      const validator = createValidator(schema);
      const example = createExample(schema, validator);
      if (example !== undefined) samples.push(example);
    }
  }
  const inputs = samples.filter((sample) => namedSchema.validator.isValid(sample));
  return [...new Map(inputs.map((value) => [JSON.stringify(value), value])).values()];
}

/** How a schema is reshaped, so that `createExample` makes other examples of it. */
interface Reshaping {
  /** The number of places by which alternatives are rotated. */
  readonly turn: number;
  /** True makes every declared member required. */
  readonly isComplete: boolean;
}

/** Copies a schema whose alternatives come in another order, or whose members are all required. */
function reshape(schema: JsonSchema, reshaping: Reshaping): JsonSchema {
  return reshapeNode(schema as Json, reshaping) as JsonSchema;
}

function reshapeNode(node: Json, reshaping: Reshaping): Json {
  if (Array.isArray(node)) return node.map((item) => reshapeNode(item, reshaping));
  if (!isRecord(node)) return node;
  const copy: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(node)) {
    const isUnion = keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'enum';
    const part = isUnion && Array.isArray(value) ? rotate(value, reshaping.turn) : value;
    copy[keyword] = keyword === 'enum' ? part : reshapeNode(part, reshaping);
  }
  if (reshaping.isComplete && isRecord(node['properties'])) {
    copy['required'] = Object.keys(node['properties']);
  }
  return copy;
}

function rotate(items: readonly Json[], turn: number): Json[] {
  const start = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/** Yields the values that a schema names: constants, enumerations, defaults, examples, bounds. */
function* listConstants(node: unknown): Generator<Json> {
  if (Array.isArray(node)) for (const item of node) yield* listConstants(item);
  if (!isRecord(node)) return;
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword === 'const' || keyword === 'default') yield value as Json;
    else if ((keyword === 'enum' || keyword === 'examples') && Array.isArray(value)) {
      yield* value as Json[];
    } else if (typeof value === 'number') yield* [value, value - 1, value + 1];
    else yield* listConstants(value);
  }
}
