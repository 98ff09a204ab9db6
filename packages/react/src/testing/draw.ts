import { resolvePointer } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { toFormSchema } from '../form-schema/to-form-schema.ts';

/** Converts a schema into its form schema, in tests of schemas that are not refused. */
export function draw(schema: JsonSchema | boolean): JsonSchema {
  const outcome = toFormSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issue.message);
  return outcome.schema;
}

/** The form schema of a property `a` that has the given schema, for tests. */
export function drawProperty(schema: unknown, rest: JsonSchema = {}): unknown {
  const form = draw({ type: 'object', properties: { a: schema }, ...rest });
  return resolvePointer(form, '/properties/a');
}

/** The form schema of an editor for JSON whose schema allows any value, for tests. */
export const EDITOR = { 'x-formwork-json': 'anything' };
