import { parsePointer } from '@formwork/schema/internal';

/** Messages by place, in the shape of the form library. */
export type ErrorTree = { [name: string]: ErrorTree | string[] };

/** A message for a place. */
export interface FieldMessage {
  /** JSON pointer (RFC 6901) into the value. */
  readonly pointer: string;
  readonly text: string;
}

const MESSAGES = '__errors';

/**
 * Gathers messages by place. Below names such as `__proto__` nothing is drawn field by field, so
 * their messages stand where the editor is.
 */
export function toErrorTree(messages: readonly FieldMessage[]): ErrorTree {
  const root: ErrorTree = {};
  for (const { pointer, text } of messages) {
    let node = root;
    for (const name of parsePointer(pointer)) {
      if (name in Object.prototype) break;
      const inner = node[name];
      const next = inner === undefined || Array.isArray(inner) ? {} : inner;
      node[name] = next;
      node = next;
    }
    const earlier = node[MESSAGES];
    node[MESSAGES] = [...(Array.isArray(earlier) ? earlier : []), text];
  }
  return root;
}
