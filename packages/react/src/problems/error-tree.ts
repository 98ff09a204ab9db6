import { parsePointer } from '@formwork/schema/json';
import { ERRORS_NAME, escapeName } from '../form-schema/escape-names.ts';

/** Messages as a tree by names of properties, in the format of the form library. */
export type ErrorTree = { [name: string]: ErrorTree | string[] };

/**
 * Sorts messages into a tree by the values that they are about. Names such as
 * `__proto__` are those within the form.
 */
export function toErrorTree(
  messages: readonly {
    /** JSON pointer (RFC 6901) to the value that the message is about. */
    readonly pointer: string;
    readonly text: string;
  }[],
): ErrorTree {
  const root: ErrorTree = {};
  for (const { pointer, text } of messages) {
    let node = root;
    for (const name of parsePointer(pointer).map(escapeName)) {
      const inner = node[name];
      const next = inner === undefined || Array.isArray(inner) ? {} : inner;
      node[name] = next;
      node = next;
    }
    const earlier = node[ERRORS_NAME];
    node[ERRORS_NAME] = [...(Array.isArray(earlier) ? earlier : []), text];
  }
  return root;
}
