import { toPosition } from './position.ts';

/** Text that was decoded, or the place where the bytes stop being text. */
export type DecodedText =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'broken';
      /** A sentence without its subject. */
      readonly message: string;
      readonly line: number;
      readonly column: number;
    };

/** Marks of encodings that JSON does not have, as the first two bytes. */
const OTHER_MARKS: ReadonlyMap<string, string> = new Map([
  ['255 254', 'UTF-16, little end first'],
  ['254 255', 'UTF-16, big end first'],
]);

/** Text in UTF-8, as JSON between systems has to be (RFC 8259, section 8.1). The mark stays. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const whole = decode(bytes);
  if (whole !== undefined) return { kind: 'text', text: whole };
  const other = OTHER_MARKS.get(bytes.subarray(0, 2).join(' '));
  if (other !== undefined) {
    const message = `must be text in UTF-8: it begins with the mark of ${other}`;
    return { kind: 'broken', message, line: 1, column: 1 };
  }
  // The longest beginning that is text: half of what is left is tried each time.
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

/** `undefined` for bytes that are no text. `isBeginning` lets the last character be cut. */
function decode(bytes: Uint8Array, isBeginning = false): string | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes, { stream: isBeginning });
  } catch {
    return undefined;
  }
}
