import type { Exchange, ResponseWriter, RequestMessage } from '@formwork/server';
import {
  addVary,
  chooseEncoding,
  chooseLanguage,
  chooseType,
  readHeader,
  type TaggedAnswer,
  sendText,
  toAnswerSignal,
  whenDrained,
} from '@formwork/server/internal';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/**
 * The minimum size of an answer that is compressed, in bytes; a smaller one fits into one network
 * packet.
 */
const MIN_BYTES = 1400;

/** The names of the statuses by which browsers are sent elsewhere. */
const REDIRECTS = { 301: 'Moved Permanently', 303: 'See Other' } as const;

const JSON_TYPE = 'application/json; charset=utf-8';

/** A request of a page, or of an API for a page, and the answer to it, whatever serves HTTP. */
export class PageExchange {
  /** The variable parts of the path, by their names, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange, params: PageExchange['params'] = {}) {
    this.#exchange = exchange;
    this.params = params;
  }

  get request(): RequestMessage {
    return this.#exchange.message;
  }

  get reply(): ResponseWriter {
    return this.#exchange.reply;
  }

  /** The path of the API, such as `/forms/api`. */
  get basePath(): string {
    return this.#exchange.basePath;
  }

  /** The path below that of the API. */
  get path(): string {
    return this.#exchange.path;
  }

  get query(): Exchange['query'] {
    return this.#exchange.query;
  }

  /** The target of the request as it came, with its query. */
  get target(): string {
    return this.#exchange.target;
  }

  /** The request and its body as a reader of bodies takes them. */
  get unread(): Pick<Exchange, 'message' | 'parsedBody'> {
    return this.#exchange;
  }

  /** Reads a header by its name in lower case. */
  header(name: string): string | undefined {
    return readHeader(this.request, name);
  }

  /** Returns the signal that aborts when the page no longer waits, or the server closes. */
  signal(closing: AbortSignal): AbortSignal {
    return toAnswerSignal(this.reply, closing);
  }

  /** Returns true if the sender takes a compression, such as `br`. */
  accepts(encoding: string): boolean {
    return chooseEncoding(this.request, [encoding]) !== undefined;
  }

  /** Chooses the language that the browser likes best; `undefined` if it takes none of them. */
  chooseLanguage<Language extends string>(languages: readonly Language[]): Language | undefined {
    return chooseLanguage(this.request, languages);
  }

  /** Answers with a value as JSON. */
  sendJson(value: unknown): void {
    this.send(JSON.stringify(value), { contentType: JSON_TYPE });
  }

  /** Answers with a value as JSON, compressed if it is large enough and the page accepts that. */
  async sendPacked(value: unknown): Promise<void> {
    addVary(this.reply, 'Accept-Encoding');
    const bytes = Buffer.from(JSON.stringify(value));
    if (bytes.length < MIN_BYTES || !this.accepts('gzip')) {
      this.send(bytes, { contentType: JSON_TYPE });
      return;
    }
    const packed = await compress(bytes);
    if (this.reply.closed) return;
    const headers = { 'Content-Encoding': 'gzip' };
    this.send(packed, { contentType: JSON_TYPE, headers });
  }

  /** Answers with status 200 and a body, which an app of express may name by an ETag. */
  send(
    body: string | Buffer,
    { contentType, headers = {} }: Pick<TaggedAnswer, 'contentType'> & Partial<TaggedAnswer>,
  ): void {
    const { reply } = this;
    if (this.#exchange.sendTagged !== undefined) {
      this.#exchange.sendTagged({ status: 200, headers, contentType, body });
      return;
    }
    if (typeof body === 'string') {
      sendText(reply, body, { contentType });
      return;
    }
    for (const [name, value] of Object.entries(headers)) reply.setHeader(name, value);
    reply.setHeader('Content-Type', contentType);
    reply.setHeader('Content-Length', body.length);
    reply.writeHead(200).end(body);
  }

  /** Refuses a request with a status and JSON. */
  refuse(status: number, value: object): void {
    sendText(this.reply, JSON.stringify(value), { status, contentType: JSON_TYPE });
  }

  /** Answers with a text that a person reads. */
  sendText(status: number, text: string, subtype: 'plain' | 'html' = 'plain'): void {
    sendText(this.reply, text, { status, contentType: `text/${subtype}; charset=utf-8` });
  }

  /** Sends a browser to another address. */
  redirect(status: keyof typeof REDIRECTS, address: string): void {
    const { reply } = this;
    const location = encodeAddress(address);
    const name = REDIRECTS[status];
    const text = `${name}. Redirecting to ${location}`;
    const type = chooseType(this.request, ['text/plain', 'text/html']);
    reply.setHeader('Location', location);
    addVary(reply, 'Accept');
    const bodies = {
      'text/plain': text,
      'text/html': `<!DOCTYPE html><head><title>${name}</title></head><body><p>${escapeHtml(text)}</p></body>`,
    };
    if (type !== undefined) reply.setHeader('Content-Type', `${type}; charset=utf-8`);
    const body = type === undefined ? '' : bodies[type];
    reply.setHeader('Content-Length', Buffer.byteLength(body));
    reply.writeHead(status).end(body, 'utf8');
  }

  /** Writes a part of the body, at the pace of its reader. */
  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (!this.reply.write(bytes)) await whenDrained(this.reply, signal);
  }
}

/** Escapes what an address must not have (RFC 3986 section 2), and no escape a second time. */
function encodeAddress(address: string): string {
  return address.replaceAll(/%(?![\dA-Fa-f]{2})|[^!#-;=?-_a-z|~]/gu, encodeURIComponent);
}

/** Escapes text for an element or an attribute of HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
