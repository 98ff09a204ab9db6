import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { isEditor } from './form-converter.ts';
import { mapMembers } from './map-members.ts';

const PREFIX = '#/$defs/';

/**
 * Puts editors for JSON where references to them are, so that a place shows by itself what it is,
 * and adds the definitions that are left.
 */
export function inlineEditors(
  schema: JsonSchema,
  definitions: ReadonlyMap<string, JsonSchema>,
): JsonSchema {
  const inlined = toRecord(inline(schema));
  if (definitions.size === 0) return inlined;
  const members = [...definitions].map(([name, member]) => [name, inline(member)] as const);
  return { ...inlined, $defs: Object.fromEntries(members) };

  // As deep as what was converted, which is bounded.
  function inline(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inline);
    if (!isRecord(value)) return value;
    const reference = value['$ref'];
    const name =
      typeof reference === 'string' && reference.startsWith(PREFIX)
        ? reference.slice(PREFIX.length)
        : undefined;
    const target = name === undefined ? undefined : definitions.get(name);
    if (target !== undefined && isEditor(target)) {
      const { $ref: _reference, ...annotations } = value;
      return { ...target, ...annotations };
    }
    return mapMembers(value, inline);
  }
}

function toRecord(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}
