import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { FOLDED, followReferences } from './form-keywords.ts';
import { mapMembers } from './map-members.ts';

/**
 * Marks all groups within a form schema, so that those that are required are folded at first, too.
 * A form with more fields than may be drawn at once is drawn in the parts that a person opens.
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
  return followReferences(schema, root)?.['type'] === 'object';
}
