import type { JsonSchema } from '../types/json.ts';
import { dereference } from '../schema-check/dereference.ts';
import { isRecord } from '../is-record.ts';

/** The values that `schema` allows a property by `const` or `enum`; `undefined` if it fixes none. */
export function toFixedValues(
  schema: unknown,
  { property, root }: { readonly property: string; readonly root: JsonSchema },
): readonly unknown[] | undefined {
  const properties = dereference(schema, root)?.['properties'];
  if (!isRecord(properties) || !Object.hasOwn(properties, property)) return undefined;
  const target = dereference(properties[property], root);
  if (target === undefined) return undefined;
  if (Object.hasOwn(target, 'const')) return [target['const']];
  return Array.isArray(target['enum']) ? target['enum'] : undefined;
}
