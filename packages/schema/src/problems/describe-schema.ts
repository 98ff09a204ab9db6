import { isRecord } from '../json/record.ts';
import { listValues } from './list-values.ts';
import { previewJson } from './preview-json.ts';

/**
 * Describes a simple schema, such as `string` or `one of "a", "b"`; `undefined` if it is not
 * simple.
 */
export function describeSchema(schema: unknown): string | undefined {
  if (!isRecord(schema)) return undefined;
  if (Object.hasOwn(schema, 'const')) return previewJson(schema['const']);
  if (Array.isArray(schema['enum'])) return listValues(schema['enum']);
  const types = [schema['type'] ?? []].flat().filter((type) => typeof type === 'string');
  return types.length === 0 ? undefined : types.join(' or ');
}
