import { parseMediaType } from './media-type.ts';

const JSON_TYPE = 'application/json';

/** The mode that refers to a named schema: `application/json;schema=NAME` (extension, section 1). */
export function toSchemaMode(schemaName: string): string {
  return `${JSON_TYPE};schema=${schemaName}`;
}

/**
 * The schema name that a mode or media type refers to; `undefined` when it refers to none.
 *
 * Names are compared by their exact letters: they are keys of a JSON object.
 */
export function fromSchemaMode(mode: string): string | undefined {
  const mediaType = parseMediaType(mode);
  return mediaType?.type === JSON_TYPE ? mediaType.parameters['schema'] : undefined;
}
