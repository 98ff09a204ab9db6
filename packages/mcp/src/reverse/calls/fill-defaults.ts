import { createValidator, type JsonSchema } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';

/**
 * Returns the answer to a form of an MCP server with the defaults of the fields that were left out,
 * because servers expect that a client fills them in. If the defaults do not fit the form, the
 * answer is returned unchanged: the server would refuse it for what its caller never said.
 */
export function fillDefaults(
  answer: unknown,
  schema: JsonSchema,
): Readonly<Record<string, unknown>> {
  const values = toRecord(answer);
  const fields = Object.entries(toRecord(schema['properties']));
  const defaults = fields.flatMap(([name, field]) =>
    isRecord(field) && Object.hasOwn(field, 'default') && !Object.hasOwn(values, name)
      ? [[name, field['default']] as const]
      : [],
  );
  if (defaults.length === 0) return values;
  const filled = { ...values, ...Object.fromEntries(defaults) };
  return createValidator(schema).isValid(filled) ? filled : values;
}
