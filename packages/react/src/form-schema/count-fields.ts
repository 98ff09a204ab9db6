import { isRecord, resolvePointer, type JsonSchema } from '@formwork/core';
import { listMembers } from './list-members.ts';

/** What a form schema comes to once every reference is followed. */
export interface FieldCount {
  /** What stands there at once: without folded groups, other alternatives and rows of lists. */
  readonly visible: number;
  /** Everything. */
  readonly fields: number;
}

/**
 * Counts before anything is drawn: a schema of a kilobyte may stand for a million fields. A schema
 * within itself counts once, as it is drawn only when somebody asks for it.
 */
export function countFields(root: JsonSchema): FieldCount {
  const counted = new Map<unknown, FieldCount>();
  const open = new Set<unknown>();
  return count(root);

  function count(schema: unknown): FieldCount {
    if (!isRecord(schema) || open.has(schema)) return { visible: 1, fields: 1 };
    const known = counted.get(schema);
    if (known !== undefined) return known;
    open.add(schema);
    let visible = 1;
    let fields = 1;
    for (const { schema: member, drawnAtOnce } of listMembers(schema, root)) {
      const inner = count(member);
      fields += inner.fields;
      if (drawnAtOnce) visible += inner.visible;
    }
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const inner = count(resolvePointer(root, reference.slice(1)));
      visible += inner.visible - 1;
      fields += inner.fields - 1;
    }
    open.delete(schema);
    const sum = { visible, fields };
    counted.set(schema, sum);
    return sum;
  }
}
