import type { Exchange } from './exchange.ts';
import { UNREAD_MS } from './json-answer.ts';
import { hasBody, type JsonBodyRules, readJsonBody } from './json-body.ts';
import type { RequestMessage } from './request-message.ts';
import { WebMessage } from './web-message.ts';

/**
 * Reads the bytes of a request's body, decompressed. Resolves to `undefined` for a request without a
 * body, and for one whose body a program has read before. Rejects with errors that `toBodyFailure()`
 * understands.
 */
export type ReadBytes = (request: RequestMessage) => Promise<Buffer | undefined>;

/**
 * Makes the function that reads bodies of at most `limit` bytes, which may be a text such as `1mb`.
 * Bodies are collected here, because every call comes here, and the body parser of express passes a
 * short body through several libraries.
 */
export function createBytesReader(limit: number | string): ReadBytes {
  const maxBytes = parseByteCount(limit);
  return (request) => {
    const { headers } = request;
    if (!hasBody(request) || request.readableEnded || request.destroyed)
      return Promise.resolve(undefined);
    const encoding = headers['content-encoding'] ?? 'identity';
    const isPlain = encoding.toLowerCase() === 'identity';
    return isPlain
      ? new IncomingBody(request, maxBytes).collect()
      : collectCompressed(request, maxBytes);
  };
}

type Decompress = (
  bytes: Buffer,
  options: { readonly maxOutputLength: number },
  then: (error: Error | null, result: Buffer) => void,
) => void;

/** Finds the function that decompresses; throws for an encoding that this version of Node lacks. */
function findDecompression(encoding: string): Decompress {
  const zlib = process.getBuiltinModule('node:zlib');
  const decompressors = new Map<string, Decompress | undefined>([
    ['br', zlib.brotliDecompress],
    ['deflate', zlib.inflate],
    ['gzip', zlib.gunzip],
    // Node 22.14 has none.
    ['zstd', zlib.zstdDecompress],
  ]);
  const decompress = decompressors.get(encoding);
  if (decompress !== undefined) return decompress;
  throw Object.assign(new Error(`unsupported content encoding "${encoding}"`), {
    status: 415,
    type: 'encoding.unsupported',
  });
}

/** The time in which a body has to come where no server limits it, as `createServer` does. */
const BODY_MS = 90_000;

/** The bytes by which a compressed body may be larger than what it holds, because some are. */
const MARGIN = 1_024;

/** Collects a compressed body, of which at most `limit` bytes come out. */
async function collectCompressed(request: RequestMessage, limit: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? '').toLowerCase();
  const decompress = findDecompression(encoding);
  const bytes = await new IncomingBody(request, limit, MARGIN + limit / 100).collect();
  return new Promise((resolve, reject) => {
    decompress(bytes, { maxOutputLength: limit + 1 }, (error, result) => {
      // Node and Workers have different codes for it.
      const isTooLarge = error === null ? result.length > limit : error instanceof RangeError;
      if (isTooLarge) reject(createSizeError(limit));
      else if (error === null) resolve(result);
      else reject(Object.assign(error, { status: 400 }));
    });
  });
}

/**
 * Makes a function that reads the body of a request as JSON. It rejects with errors that
 * `toBodyFailure()` understands.
 */
export function createJsonBodyReader({
  limit,
  ...rules
}: JsonBodyRules & {
  /** The largest body, in bytes or as text such as `1mb`. */
  readonly limit: number | string;
}): (request: Pick<Exchange, 'message' | 'parsedBody'>) => Promise<unknown> {
  const readBytes = createBytesReader(limit);
  return ({ message, parsedBody }) => {
    const { headers } = message;
    return readJsonBody({ headers, parsedBody, readBytes: () => readBytes(message) }, rules);
  };
}

/**
 * The body of a request while it comes in. A body that is too large is read to its end and dropped,
 * because a client that still sends would get a connection error instead of the answer. A request
 * without a connection is given up after a time, because no timeout of a server ends it: a caller
 * who sends nothing would keep a place among the requests in progress.
 */
class IncomingBody {
  readonly #request: RequestMessage;
  readonly #limit: number;
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #isTooLarge: boolean;

  /** `margin` is the number of bytes by which the body may be larger than `limit`. */
  constructor(request: RequestMessage, limit: number, margin = 0) {
    this.#request = request;
    this.#limit = limit;
    this.#maxBytes = limit + margin;
    this.#isTooLarge = Number(request.headers['content-length'] ?? 0) > this.#maxBytes;
  }

  /** Resolves to the whole body; rejects if it is too large or does not come whole. */
  collect(): Promise<Buffer> {
    const request = this.#request;
    giveUpLater(request, this.#isTooLarge ? UNREAD_MS : BODY_MS);
    return new Promise((resolve, reject) => {
      request.on('data', (chunk: Buffer | string) => this.#add(chunk));
      request.on('end', () => {
        if (this.#isTooLarge) reject(createSizeError(this.#limit));
        else resolve(this.#join());
      });
      request.on('error', (error) => {
        reject(this.#explain('status' in error ? error : undefined));
      });
      request.on('close', () => {
        if (!request.readableEnded) reject(this.#explain());
      });
    });
  }

  #add(chunk: Buffer | string): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    this.#size += bytes.length;
    if (!this.#isTooLarge && this.#size > this.#maxBytes) {
      this.#isTooLarge = true;
      this.#chunks.length = 0;
      giveUpLater(this.#request, UNREAD_MS);
    }
    if (!this.#isTooLarge) this.#chunks.push(bytes);
  }

  /**
   * Says why the body did not come whole. A program in front may have a limit of its own, and break
   * off a body that was too large before.
   */
  #explain(error: Error = createAbortError()): Error {
    return this.#isTooLarge ? createSizeError(this.#limit) : error;
  }

  #join(): Buffer {
    const [first] = this.#chunks;
    return first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
  }
}

/** Ends the reading of a body that is late, or too large, and that no server ends. */
function giveUpLater(request: RequestMessage, milliseconds: number): void {
  if (!(request instanceof WebMessage)) return;
  const timer = setTimeout(() => request.destroy(), milliseconds).unref();
  request.once('close', () => clearTimeout(timer));
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

const UNITS = ['b', 'kb', 'mb', 'gb', 'tb', 'pb'];

const TEXT = /^(?<count>\d+(?:\.\d+)?) *(?<unit>[kmgtp]?b)?$/u;

/**
 * Parses a number of bytes as express does: `1mb` is 1,048,576.
 *
 * @throws RangeError for text that names no number of bytes
 */
export function parseByteCount(value: number | string): number {
  if (typeof value === 'number') return value;
  const { count, unit = 'b' } = TEXT.exec(value.toLowerCase())?.groups ?? {};
  if (count === undefined) {
    throw new RangeError(
      `Cannot read a number of bytes because it must be one such as "1mb": current value is ${JSON.stringify(value)}`,
    );
  }
  return Math.floor(Number(count) * 1024 ** UNITS.indexOf(unit));
}
