import { isRecord } from '@formwork/schema/internal';
import { appendPointer } from '@formwork/schema/internal';

/** An object in a document, and where it stands. */
export interface Placed {
  readonly pointer: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The object itself; one without anything for whatever is none. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** The objects in a list that an object has under a name. */
export function listMembers({ pointer, value }: Placed, name: string): readonly Placed[] {
  const list = value[name];
  if (!Array.isArray(list)) return [];
  const at = appendPointer(pointer, name);
  return list.flatMap((item: unknown, index) =>
    isRecord(item) ? [{ pointer: appendPointer(at, index), value: item }] : [],
  );
}

/** The object that an object has under a name, if it is one. */
export function listMember({ pointer, value }: Placed, name: string): readonly Placed[] {
  const member = value[name];
  return isRecord(member) ? [{ pointer: appendPointer(pointer, name), value: member }] : [];
}

/** The texts in a list, with their places. */
export function toTexts(value: unknown): readonly (readonly [number, string])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) =>
    typeof item === 'string' ? [[index, item] as const] : [],
  );
}
