import { toPosition } from './position.ts';

/** The text that bytes decode to, or the place where they are not text. */
export type DecodedText =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'broken';
      /**
       * The reason why the bytes are not text: a sentence without its subject, to follow the name
       * of a file.
       */
      readonly message: string;
      readonly line: number;
      readonly column: number;
    };

/**
 * The byte order marks of encodings that JSON does not allow, as the first two bytes, with the
 * names of the encodings.
 */
const OTHER_MARKS: ReadonlyMap<string, string> = new Map([
  ['255 254', 'UTF-16, little end first'],
  ['254 255', 'UTF-16, big end first'],
]);

/**
 * Decodes UTF-8, in which JSON between systems has to be (RFC 8259, section 8.1). A byte order mark
 * stays in the text.
 */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const text = decode(bytes);
  if (text !== undefined) return { kind: 'text', text };
  const encoding = OTHER_MARKS.get(bytes.subarray(0, 2).join(' '));
  if (encoding !== undefined) {
    const message = `must be text in UTF-8: it begins with the mark of ${encoding}`;
    return { kind: 'broken', message, line: 1, column: 1 };
  }
  // Finds the longest beginning that is text by bisection.
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (decode(bytes.subarray(0, middle), true) === undefined) bad = middle;
    else good = middle;
  }
  const before = decode(bytes.subarray(0, good), true) ?? '';
  const byte = (bytes[good] ?? 0).toString(16).padStart(2, '0').toUpperCase();
  const message = `must be text in UTF-8: the byte 0x${byte} cannot stand here`;
  return { kind: 'broken', message, ...toPosition(before, before.length) };
}

/**
 * Decodes bytes as UTF-8; `undefined` if they are not. With `isBeginning`, the last character may
 * be cut off.
 */
function decode(bytes: Uint8Array, isBeginning = false): string | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes, { stream: isBeginning });
  } catch {
    return undefined;
  }
}
