/** Decodes base64 into bytes; `undefined` for other text. */
export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}
