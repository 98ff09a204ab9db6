import { raw, type Request, type Response } from 'express';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parseByteCount } from './byte-count.ts';
import { type JsonBodyRules, readJsonBody } from './json-body.ts';

/**
 * Reads the bytes of a request's body, decompressed. Resolves to `undefined` for a request without a
 * body, and for one whose body a program has read before. Rejects with errors in the form of those
 * of express's body parser.
 */
export type ReadBytes = (request: Request, response: Response) => Promise<Buffer | undefined>;

/**
 * Makes the function that reads bodies of at most `limit` bytes, which may be a text such as `1mb`.
 * A body that is not compressed is collected here, because every call comes here, and the body
 * parser passes a short body through several libraries.
 */
export function createBytesReader(limit: number | string): ReadBytes {
  const most = parseByteCount(limit);
  const readCompressed = raw({ limit: most, type: () => true });
  return (request, response) => {
    const { headers } = request;
    const hasBody =
      headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
    if (!hasBody || request.readableEnded || request.destroyed) return Promise.resolve(undefined);
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() === 'identity') return collect(request, most);
    return new Promise((resolve, reject) => {
      readCompressed(request, response, (error: unknown) => {
        if (error === undefined) resolve(request.body as Buffer);
        else reject(error);
      });
    });
  };
}

/** Options of {@link createJsonBodyReader}. */
export interface JsonBodyOptions extends JsonBodyRules {
  /** The largest body, in bytes or as text such as `1mb`. */
  readonly limit: number | string;
}

/**
 * Makes a function that reads the body of a request as JSON and sets `request.body`. It rejects
 * with errors that `toBodyFailure()` understands.
 */
export function createJsonBodyReader({
  limit,
  ...rules
}: JsonBodyOptions): (request: Request, response: Response) => Promise<void> {
  const readBytes = createBytesReader(limit);
  return async (request, response) => {
    const {
      headers,
      body: parsedBody,
    }: { readonly headers: IncomingHttpHeaders; readonly body?: unknown } = request;
    const unread = { headers, parsedBody, readBytes: () => readBytes(request, response) };
    request.body = await readJsonBody(unread, rules);
  };
}

/**
 * Collects the body of a request. A body that is too large is read to its end and dropped, because
 * a client that still sends would get a connection error instead of the answer.
 */
function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isTooLarge = Number(request.headers['content-length'] ?? 0) > limit;
    request.on('data', (chunk: Buffer | string) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      isTooLarge ||= size > limit;
      if (isTooLarge) chunks.length = 0;
      else chunks.push(bytes);
    });
    request.on('end', () => {
      const [first] = chunks;
      if (isTooLarge) reject(createSizeError(limit));
      else resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    request.on('error', () => reject(createAbortError()));
    request.on('close', () => {
      if (!request.readableEnded) reject(createAbortError());
    });
  });
}

function createSizeError(limit: number): Error {
  return Object.assign(new Error('request entity too large'), {
    status: 413,
    type: 'entity.too.large',
    limit,
  });
}

function createAbortError(): Error {
  return Object.assign(new Error('request aborted'), { status: 400, type: 'request.aborted' });
}
