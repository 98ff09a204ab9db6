import type { JsonSchema } from '@formwork/schema';
import { resolvePointer } from '@formwork/schema/json';
import { toFormSchema } from '../form-schema/to-form-schema.ts';

/**
 * Converts a schema into the form schema from which a form is drawn; throws if the schema is
 * refused.
 */
export function draw(schema: JsonSchema | boolean): JsonSchema {
  const outcome = toFormSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issue.message);
  return outcome.schema;
}

/**
 * Returns the form schema of a property `a` with the given schema, within an object schema that has
 * the further keywords `rest`.
 */
export function drawProperty(schema: unknown, keywords: JsonSchema = {}): unknown {
  const form = draw({ type: 'object', properties: { a: schema }, ...keywords });
  return resolvePointer(form, '/properties/a');
}

/** The form schema of an editor for JSON, which is drawn where a schema allows any value. */
export const EDITOR = { 'x-formwork-json': 'anything' };
