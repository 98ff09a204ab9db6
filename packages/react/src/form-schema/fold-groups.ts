import type { JsonSchema } from '@formwork/schema';
import { isRecord, toList, toRecord } from '@formwork/schema/json';
import { FOLDED, resolveSchema } from './form-keywords.ts';
import { mapMembers } from './map-members.ts';

/**
 * Marks all groups within a form schema, so that those that are required are folded at first, too.
 * A form with more fields than may be drawn at once is drawn in the parts that a person opens. The
 * caller must bound the parts of `allOf` before.
 */
export function foldGroups(form: JsonSchema): JsonSchema {
  const fold = (value: unknown, keyword?: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => fold(item));
    if (!isRecord(value)) return value;
    const mapped = mapMembers(value, fold);
    return keyword === 'properties' && isGroup(value, form)
      ? { ...mapped, [FOLDED]: true }
      : mapped;
  };
  return mapMembers(form, fold);
}

function isGroup(schema: JsonSchema, root: JsonSchema): boolean {
  const group = resolveSchema(schema, root);
  return canFold(group) && listNames(group, root).length > 0;
}

/** True for the schema of a group that can be folded if it has fields. */
export function canFold(schema: JsonSchema): boolean {
  return [schema['type']].flat().includes('object') && !('anyOf' in schema || 'oneOf' in schema);
}

/** Lists the names of the fields of a group, those in the parts of its `allOf` included. */
export function listNames({ properties, allOf }: JsonSchema, root: JsonSchema): readonly string[] {
  const parts = toList(allOf).flatMap((part) => listNames(resolveSchema(part, root), root));
  return [...Object.keys(toRecord(properties)), ...parts];
}
