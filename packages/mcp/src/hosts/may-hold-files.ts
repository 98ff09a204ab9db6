import type { JsonSchema } from '@formwork/schema';

/** Name of the member with the addresses of files, in data that may have more than it promises. */
export const FILES_MEMBER = 'a2a_files';

/** Keywords by which an object may be kept to what it has. */
const CLOSING = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  'maxProperties',
  'dependentSchemas',
  'dependencies',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'const',
  'enum',
];

/**
 * True if data of this schema may have {@link FILES_MEMBER} as well, for hosts that show models
 * nothing but the data of a result.
 */
export function mayHoldFiles(schema: JsonSchema): boolean {
  if (schema['type'] !== 'object') return false;
  const isOpen = CLOSING.every(
    (keyword) => !Object.hasOwn(schema, keyword) || schema[keyword] === true,
  );
  const { properties } = schema;
  return (
    isOpen && !(typeof properties === 'object' && Object.hasOwn(properties ?? {}, FILES_MEMBER))
  );
}
