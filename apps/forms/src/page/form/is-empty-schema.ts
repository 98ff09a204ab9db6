import { isRecord } from '@formwork/schema/internal';

const SPEAKING = [
  'properties',
  'patternProperties',
  'required',
  'minProperties',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  '$dynamicRef',
  'if',
  'enum',
  'const',
  'dependentSchemas',
  'dependencies',
];

/** True if there is nothing to fill in: an object without a property, or a schema that says nothing. */
export function isEmptySchema(schema: unknown): boolean {
  if (!isRecord(schema)) return schema === true;
  const { type = 'object', additionalProperties } = schema;
  if (type !== 'object' || isRecord(additionalProperties)) return false;
  return SPEAKING.every((name) => {
    const value = schema[name];
    return value === undefined || (isRecord(value) && Object.keys(value).length === 0);
  });
}
