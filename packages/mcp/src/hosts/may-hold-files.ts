import type { JsonSchema } from '@formwork/schema';

/**
 * The name of the member with the addresses of files, which is added to data whose schema allows
 * more members.
 */
export const FILES_MEMBER = 'a2a_files';

/** The keywords with which a schema may forbid members that it does not name. */
const CLOSING = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  'maxProperties',
  'dependentSchemas',
  'dependencies',
  'propertyDependencies',
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
 * True if data of this schema may also have the member {@link FILES_MEMBER}, for hosts that show
 * models only the data of a result.
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
