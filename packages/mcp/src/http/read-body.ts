import type { IncomingMessage } from 'node:http';

/** The body of a request as text, or `undefined` if it is larger than that many bytes. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<string | undefined> {
  // Nothing is read of what says that it is too much.
  if (Number(request.headers['content-length']) > maxBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of toBytes(request)) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
}

/** Without an encoding a request gives bytes. It must outlive them, for who sent it to be answered. */
function toBytes(request: IncomingMessage): AsyncIterable<Uint8Array> {
  return request.iterator({ destroyOnReturn: false });
}
