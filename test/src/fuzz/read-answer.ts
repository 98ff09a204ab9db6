/** A parsed answer of HTTP/1.1. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The content type of the answer; empty if the answer has none. */
  readonly contentType: string;
  /** True if the server announces that it closes the connection. */
  readonly isLast: boolean;
}

const END_OF_HEAD = '\r\n\r\n';

/**
 * Parses an HTTP/1.1 answer, with one character for each byte; returns `undefined` while the answer
 * is incomplete. Throws if the text is no answer, or is longer than the answer says.
 */
export function readAnswer(bytes: string, method = 'GET'): Answer | undefined {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1) return undefined;
  const head = bytes.slice(0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /u.exec(head)?.[1]);
  const isBare = method === 'HEAD' || status === 204 || status === 304;
  const body = readBody(bytes, { from: end + END_OF_HEAD.length, head, status, isBare });
  if (body === undefined) return undefined;
  return {
    status,
    text: Buffer.from(body, 'latin1').toString('utf8'),
    contentType: readHeader(head, 'content-type') ?? '',
    isLast: isLast(head),
  };
}

interface BodyOptions {
  readonly from: number;
  readonly head: string;
  readonly status: number;
  /** True if the answer has no body, whatever its headers say, such as the answer to HEAD. */
  readonly isBare: boolean;
}

function readBody(bytes: string, { from, head, status, isBare }: BodyOptions): string | undefined {
  const length = isBare ? '0' : readHeader(head, 'content-length');
  if (length !== undefined) return cut(bytes, { from, to: from + Number(length) });
  // Node answers invalid HTTP by itself, without a body.
  if (status >= 400 && isLast(head) && !/\r\ntransfer-encoding:/iu.test(head)) return '';
  if (readHeader(head, 'transfer-encoding') !== 'chunked' || Number.isNaN(status))
    throw new Error(`This is no answer: ${bytes}`);
  return readChunks(bytes, from);
}

function readChunks(bytes: string, from: number): string | undefined {
  let text = '';
  for (let at = from; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return undefined;
    const size = Number.parseInt(bytes.slice(at, end), 16);
    const begin = end + 2;
    at = begin + size + 2;
    if (size === 0) return cut(bytes, { from: begin, to: at }) === undefined ? undefined : text;
    if (bytes.length < at) return undefined;
    text += bytes.slice(begin, begin + size);
  }
}

/**
 * Returns the part of `bytes` from `from` up to `to`; `undefined` if it has not all arrived. Throws
 * if more has arrived.
 */
function cut(
  bytes: string,
  { from, to }: { readonly from: number; readonly to: number },
): string | undefined {
  if (bytes.length > to) throw new Error(`More came than an answer: ${bytes}`);
  return bytes.length < to ? undefined : bytes.slice(from);
}

function isLast(head: string): boolean {
  return readHeader(head, 'connection') === 'close';
}

function readHeader(head: string, name: string): string | undefined {
  return new RegExp(`\r\n${name}: *([^\r]*)`, 'iu').exec(head)?.[1];
}
