import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import type { RequestHead } from '@formwork/network';
import { findTextFault } from '@formwork/schema/internal';
import { isTooDeep, describeChangedValue } from '@formwork/schema/json';
import type { IncomingHttpHeaders } from 'node:http';

/** The body of a request, before a door has read it. */
export interface UnreadBody {
  readonly headers: IncomingHttpHeaders;
  /** The body as a program has parsed it before; `undefined` if none has. */
  readonly parsedBody: unknown;
  /**
   * Reads the bytes of the body, decompressed. Resolves to `undefined` for a request without a body,
   * and for one whose body a program has read before. Rejects with errors that `toBodyFailure()`
   * understands.
   */
  readBytes(): Promise<Buffer | undefined>;
}

/** The rules by which {@link readJsonBody} reads. */
export interface JsonBodyRules {
  /** Returns true for requests whose body is JSON; other bodies are not read. */
  readonly isJson: (request: Pick<RequestHead, 'headers'>) => boolean;
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
 * Reads the body of a request as JSON. Resolves to what a program has parsed before, if no JSON is
 * left to read. Rejects with errors that `toBodyFailure()` understands.
 */
export async function readJsonBody(
  request: UnreadBody,
  { isJson, inspect }: JsonBodyRules,
): Promise<unknown> {
  if (isJson(request)) {
    const charset = findCharset(request);
    const bytes = await request.readBytes();
    if (bytes !== undefined) return parseCheckedText(toUtf8(bytes, charset), inspect);
  }
  // A program that has parsed the body before need not have judged it.
  const { parsedBody } = request;
  if (isTooDeep(parsedBody, MAX_BODY_DEPTH)) throw createDepthError();
  return parsedBody;
}

/** Parses the text of a body, and refuses one that is too deep, or that would lose a value. */
function parseCheckedText(utf8: Buffer, inspect: JsonBodyRules['inspect']): unknown {
  const body = parse(utf8);
  if (isTooDeep(body, MAX_BODY_DEPTH)) throw createDepthError(utf8);
  inspect?.(utf8);
  const fault = findTextFault(utf8, body);
  if (fault?.kind === 'repeated-name') throw createNamesError(utf8);
  if (fault?.kind === 'changed-value') {
    throw createUnreadableError(describeChangedValue(fault.change), utf8);
  }
  return body;
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
function findCharset({ headers }: Pick<RequestHead, 'headers'>): string {
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

/**
 * Explains an error of the body parser, or of express before it; returns `undefined` for other
 * errors.
 */
export function toBodyFailure(error: unknown): BodyFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const {
    status,
    type,
    limit,
    body,
  }: Error & {
    readonly status?: unknown;
    readonly type?: unknown;
    readonly limit?: unknown;
    readonly body?: unknown;
  } = error;
  switch (type) {
    case 'entity.too.large':
      return {
        kind: 'too-large',
        message: `Cannot read the request because its body must have at most ${String(limit)} bytes: current value is larger`,
      };
    case 'entity.parse.failed':
      return {
        kind: 'not-json',
        message: `Cannot read the request because its body must be JSON: ${error.message}`,
      };
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return {
        kind: 'media-type',
        message: `Cannot read the request because its body must be UTF-8, plain or compressed with gzip, deflate or br: ${error.message}`,
      };
    case 'field.refused':
      return { kind: 'unreadable', message: error.message };
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? {
            // A program in front may have a lower limit.
            kind: status === 413 ? 'too-large' : 'unreadable',
            message: `Cannot read the request: ${error.message}`,
            ...(body instanceof Uint8Array && { body }),
          }
        : undefined;
  }
}

/** Returns true for a request with a body, also an empty one. */
export function hasBody({ headers }: Pick<RequestHead, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

/** Reads a header of a request; several lines of it are one text. */
export function readHeader(
  { headers }: Pick<RequestHead, 'headers'>,
  name: string,
): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Reads the media type of a body without parameters, in lower case; empty without a header. */
export function readMediaType(request: Pick<RequestHead, 'headers'>): string {
  const header = request.headers['content-type'] ?? '';
  return header === 'application/json' ? header : header.replace(/;.*/su, '').trim().toLowerCase();
}

/** Makes the error for a request body of a media type that is not accepted. */
export function createMediaTypeError(
  request: Pick<RequestHead, 'headers'>,
  expected: string,
): ContentTypeNotSupportedError {
  const value = JSON.stringify(request.headers['content-type']);
  return new ContentTypeNotSupportedError(
    `Cannot read the request because its Content-Type must be ${expected}: current value is ${value ?? 'undefined'}`,
  );
}
