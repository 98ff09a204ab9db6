import { isRecord } from '@formwork/schema/internal';

/** Levels of a schema that are looked at. */
const MAX_DEPTH = 32;

/** The targets that a schema can refer to by name, by the reference: `#name` for anchors, and ids as they stand. */
export function findAnchors(schema: unknown): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const look = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (Array.isArray(value)) for (const item of value) look(item, depth + 1);
    if (!isRecord(value)) return;
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = value[keyword];
      if (typeof name === 'string') found.set(`#${name}`, value);
    }
    for (const keyword of ['$id', 'id']) {
      const id = value[keyword];
      if (typeof id === 'string') found.set(id, value);
    }
    for (const item of Object.values(value)) look(item, depth + 1);
  };
  look(schema, 0);
  return found;
}
