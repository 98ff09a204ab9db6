import { resolvePointer } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { toFormSchema } from '../form-schema/to-form-schema.ts';

/** Converts a schema into its form schema; throws if the conversion refuses the schema. */
export function draw(schema: JsonSchema | boolean): JsonSchema {
  const outcome = toFormSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issue.message);
  return outcome.schema;
}

/**
 * Returns the form schema of a property `a` that has the given schema, in an object schema with the
 * members `rest`.
 */
export function drawProperty(schema: unknown, rest: JsonSchema = {}): unknown {
  const form = draw({ type: 'object', properties: { a: schema }, ...rest });
  return resolvePointer(form, '/properties/a');
}

/** The form schema for a value that is edited as JSON, where the schema allows any value. */
export const EDITOR = { 'x-formwork-json': 'anything' };
