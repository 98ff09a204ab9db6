import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import { describeChangedValue, findTextFault } from '@formwork/schema/internal';
import { isTooDeep } from '@formwork/schema/json';
import type { Request, Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBytesReader } from './body-bytes.ts';

/** Options of {@link createJsonBodyReader}. */
export interface JsonBodyOptions {
  /** The largest body, in bytes or as text such as `1mb`. */
  readonly limit: number | string;
  /** Returns true for requests whose body is JSON; other bodies are not read. */
  readonly isJson: (request: IncomingMessage) => boolean;
  /**
   * Inspects the bytes of a JSON body before they are parsed, and throws to reject them. Default:
   * accepts every body.
   */
  readonly inspect?: (bytes: Uint8Array) => void;
}

/**
 * The largest depth of a body: far more than messages need, and far less than exhausts the stack of
 * recursive functions.
 */
export const MAX_BODY_DEPTH = 256;

/**
 * Makes a function that reads the body of a request as JSON and sets `request.body`. It rejects
 * with errors that `toBodyFailure()` understands.
 */
export function createJsonBodyReader({
  limit,
  isJson,
  inspect,
}: JsonBodyOptions): (request: Request, response: Response) => Promise<void> {
  const readBytes = createBytesReader(limit);
  return async (request, response) => {
    if (isJson(request)) {
      const charset = findCharset(request);
      const bytes = await readBytes(request, response);
      if (bytes !== undefined) {
        const utf8 = toUtf8(bytes, charset);
        request.body = parse(utf8);
        if (isTooDeep(request.body, MAX_BODY_DEPTH)) throw createDepthError(utf8);
        inspect?.(utf8);
        const fault = findTextFault(utf8, request.body);
        if (fault?.kind === 'repeated-name') throw createNamesError(utf8);
        if (fault?.kind === 'changed-value') {
          throw createUnreadableError(describeChangedValue(fault.change), utf8);
        }
        return;
      }
    }
    // A program that has parsed the body before need not have judged it.
    if (isTooDeep(request.body, MAX_BODY_DEPTH)) throw createDepthError();
  };
}

/** Parses the text of a body. An empty body counts as an empty object. */
function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw Object.assign(new Error(message, { cause }), {
      status: 400,
      type: 'entity.parse.failed',
    });
  }
}

/** Returns the name of a body's encoding of Unicode; throws for all other encodings. */
function findCharset({ headers }: IncomingMessage): string {
  const type = headers['content-type'] ?? '';
  const charset = type.includes(';') ? (CHARSET.exec(type)?.[1]?.toLowerCase() ?? UTF_8) : UTF_8;
  if (!charset.startsWith('utf-')) throw createCharsetError(charset);
  return charset;
}

const UTF_8 = 'utf-8';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/iu;

/**
 * Converts a body to UTF-8 without a byte order mark; throws for encodings that few parsers read.
 */
function toUtf8(bytes: Buffer, charset: string): Buffer {
  if (charset === UTF_8) {
    const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return isMarked ? bytes.subarray(3) : bytes;
  }
  try {
    return Buffer.from(new TextDecoder(charset).decode(bytes));
  } catch (cause) {
    throw createCharsetError(charset, cause);
  }
}

function createCharsetError(charset: string, cause?: unknown): Error {
  const message = `unsupported charset "${charset.toUpperCase()}"`;
  return Object.assign(new Error(message, { cause }), { status: 415, type: 'charset.unsupported' });
}

/**
 * Makes the error for a JSON body with a name twice in one object, which has two meanings, in the
 * form of the body parser's errors.
 */
function createNamesError(body: Uint8Array): Error {
  return createUnreadableError(
    'every name must stand once in its object: one of its objects has a name twice',
    body,
  );
}

/**
 * Makes the error for a JSON body that is nested too deep, in the form of the body parser's errors.
 */
function createDepthError(body?: Uint8Array): Error {
  return createUnreadableError(
    `its JSON must be nested at most ${MAX_BODY_DEPTH} levels deep`,
    body,
  );
}

function createUnreadableError(message: string, body: Uint8Array | undefined): Error {
  return Object.assign(new Error(message), { status: 400, body });
}

/** The reason why a request body could not be read. The message is for the caller. */
export interface BodyFailure {
  readonly kind: 'too-large' | 'not-json' | 'media-type' | 'unreadable';
  readonly message: string;
  /** The body, as UTF-8, if it is JSON. */
  readonly body?: Uint8Array;
}

/** An error of express's body parser; some of its fields are inherited. */
interface HttpError extends Error {
  readonly status?: unknown;
  readonly type?: unknown;
  readonly limit?: unknown;
  readonly body?: unknown;
}

/**
 * Explains an error of the body parser, or of express before it; returns `undefined` for other
 * errors.
 */
export function toBodyFailure(error: unknown): BodyFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { status, type, limit, body }: HttpError = error;
  switch (type) {
    case 'entity.too.large':
      return {
        kind: 'too-large',
        message: `Cannot read the request as its body must have at most ${String(limit)} bytes: current value is larger`,
      };
    case 'entity.parse.failed':
      return {
        kind: 'not-json',
        message: `Cannot read the request as its body must be JSON: ${error.message}`,
      };
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return {
        kind: 'media-type',
        message: `Cannot read the request as its body must be UTF-8, plain or compressed with gzip, deflate or br: ${error.message}`,
      };
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? {
            kind: 'unreadable',
            message: `Cannot read the request: ${error.message}`,
            ...(body instanceof Uint8Array && { body }),
          }
        : undefined;
  }
}

/** Reads the media type of a body without parameters, in lower case; empty without a header. */
export function readMediaType(request: IncomingMessage): string {
  const header = request.headers['content-type'] ?? '';
  return header === 'application/json' ? header : header.replace(/;.*/su, '').trim().toLowerCase();
}

/** Makes the error for a request body of a media type that is not accepted. */
export function createMediaTypeError(
  request: IncomingMessage,
  expected: string,
): ContentTypeNotSupportedError {
  const value = JSON.stringify(request.headers['content-type']);
  return new ContentTypeNotSupportedError(
    `Cannot read the request as its Content-Type must be ${expected}: current value is ${value ?? 'undefined'}`,
  );
}

/** The time after which a server that closes is there again, or another one, in seconds. */
export const UNAVAILABLE_SECONDS = 5;

/** Options of {@link sendJson}. */
export interface SendJsonOptions {
  /** The HTTP status of a JSON response. Default 200. */
  readonly status?: number;
  /** The media type of a JSON response. Default `application/json`. */
  readonly contentType?: string;
}

/**
 * Answers with a value as JSON, and with status 503 says when to come again. Throws before anything
 * is sent if the value cannot be JSON.
 */
export function sendJson(
  response: ServerResponse,
  value: object,
  { status = 200, contentType = 'application/json' }: SendJsonOptions = {},
): void {
  const body = JSON.stringify(value);
  const length = Buffer.byteLength(body);
  if (status === 503 && !response.hasHeader('Retry-After')) {
    response.setHeader('Retry-After', UNAVAILABLE_SECONDS);
  }
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': length });
  if (status < 400) {
    answers.send(response, body, findEncoding(body, length));
    return;
  }
  cutUnreadBody(response);
  // A refusal does not wait: what comes after the request may be no HTTP, and end the connection.
  response.end(body);
}

/**
 * Returns the encoding in which a text is written fastest with the bytes of UTF-8: ASCII as it is,
 * because Node does not have to look for other characters again. `length` is that of the bytes.
 */
export function findEncoding(
  text: string,
  length: number = Buffer.byteLength(text),
): 'latin1' | 'utf8' {
  return length === text.length ? 'latin1' : 'utf8';
}

/** The longest time for which an answer waits for others of its turn, in milliseconds. */
const GATHERING_MS = 1;

/** Gathers the answers of one turn of the event loop, to send them together. */
interface AnswerBatch {
  /** Ends a response with its body, at the end of this turn of the event loop at the latest. */
  send(response: ServerResponse, body: string, encoding: 'latin1' | 'utf8'): void;
}

/**
 * Makes a batch of answers. An answer that is sent alone wakes up its reader, which often costs more
 * than the answer itself: of 16 calls at a time, half of the processor time went into waking the
 * same caller. In a turn that takes long, each answer is sent at once.
 */
function createAnswerBatch(): AnswerBatch {
  let waiting: (() => void)[] = [];
  let beganAt = 0;

  function flush(): void {
    const answered = waiting;
    waiting = [];
    for (const end of answered) end();
  }

  return {
    send(response, body, encoding) {
      const isFirst = waiting.push(() => response.end(body, encoding)) === 1;
      if (isFirst) {
        beganAt = performance.now();
        setImmediate(flush);
      } else if (performance.now() - beganAt > GATHERING_MS) flush();
    },
  };
}

const answers = createAnswerBatch();

/** The time for which a refused request may go on sending its body, in milliseconds. */
const UNREAD_MS = 2_000;

/**
 * Closes the connection of a refused request whose body is still coming, after a delay, because a
 * client that still sends would get a connection error instead of the answer.
 */
function cutUnreadBody({ req: request }: ServerResponse): void {
  if (request.complete) return;
  const { socket } = request;
  setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, UNREAD_MS).unref();
}
