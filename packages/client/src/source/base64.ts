/** Bytes that are turned to text at once: all of them would be too many arguments. */
const CHUNK = 0x80_00;

/** Bytes as base64 (RFC 4648, section 4), in browsers and Node. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCodePoint(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary);
}

/** The bytes of base64. @throws DOMException for what is none. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
}
