/**
 * Reads bytes that another program sends, such as the body of a response, to their end. Returns
 * `undefined`, and reads no further, if there are more than `maxBytes`; leaving the bytes then ends
 * the response, unless their iterator says otherwise.
 *
 * @param chunks the bytes in pieces; none for a body that is `null`
 * @throws TypeError if a response of `fetch` breaks off
 *
 * @example
 * ```ts
 * import { readBounded } from '@formwork/network';
 *
 * const { body } = await fetch('https://agents.example.com/document.json');
 * const bytes = await readBounded(body, 1_000_000); // undefined beyond a megabyte
 * ```
 */
export async function readBounded(
  chunks: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    read.push(chunk);
  }
  return Buffer.concat(read);
}
