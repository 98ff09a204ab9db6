/** The default of the runner's `maxEntryBytes`: 1 MiB. */
export const DEFAULT_MAX_ENTRY_BYTES = 1_048_576;

/** No character of UTF-16 takes more bytes than this in UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3;

/** The size of a text in UTF-8 when it is above the limit, else `undefined`. */
export function findExcess(text: string, maxBytes: number): number | undefined {
  if (text.length * MAX_BYTES_PER_CHARACTER <= maxBytes) return undefined;
  const size = Buffer.byteLength(text);
  return size > maxBytes ? size : undefined;
}
