import type { Request, Response } from 'express';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** Shorter answers fit into a packet as they are. */
const MIN_BYTES = 1400;

/** Answers with JSON, compressed if that is worth it and the caller takes it. */
export async function sendJson(
  request: Request,
  response: Response,
  value: unknown,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(value));
  response.type('json').vary('Accept-Encoding');
  if (bytes.length < MIN_BYTES || request.acceptsEncodings('gzip') !== 'gzip') {
    response.send(bytes);
    return;
  }
  const packed = await compress(bytes);
  if (response.closed) return;
  response.setHeader('Content-Encoding', 'gzip');
  response.send(packed);
}
