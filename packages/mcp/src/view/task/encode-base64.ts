/** The number of bytes that are turned into text at once: a call takes a limited number of them. */
const STEP = 32_768;

/** Encodes bytes in base64, step by step: a list of all of them would take many times their size. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP) {
    text += String.fromCodePoint(...bytes.subarray(at, at + STEP));
  }
  return btoa(text);
}
