import { isRecord } from '@formwork/schema/internal';
import { appendPointer } from '@formwork/schema/internal';

/** An object in a document, and the JSON pointer to it. */
export interface Placed {
  readonly pointer: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Returns the value if it is an object; an empty object for any other value. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Lists the objects in the list that an object has under a name; empty if it has none. */
export function listMembers({ pointer, value }: Placed, name: string): readonly Placed[] {
  const list = value[name];
  if (!Array.isArray(list)) return [];
  const at = appendPointer(pointer, name);
  return list.flatMap((item: unknown, index) =>
    isRecord(item) ? [{ pointer: appendPointer(at, index), value: item }] : [],
  );
}

/** Returns the object that an object has under a name, as a list of one; empty if it has none. */
export function listMember({ pointer, value }: Placed, name: string): readonly Placed[] {
  const member = value[name];
  return isRecord(member) ? [{ pointer: appendPointer(pointer, name), value: member }] : [];
}

/** Returns the texts in a list, each with its position. */
export function toTexts(value: unknown): readonly (readonly [number, string])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) =>
    typeof item === 'string' ? [[index, item] as const] : [],
  );
}
