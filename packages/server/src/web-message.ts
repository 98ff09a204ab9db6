import type { RequestSocket } from '@formwork/network';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { RequestMessage } from './request-message.ts';

/** The facts about a connection that a `Request` does not have. */
export interface FetchContext {
  /**
   * The IP address of the caller, by which limits count. Default: not known; no limit by address
   * holds then.
   */
  readonly remoteAddress?: string | undefined;
}

/**
 * A `Request` as the steps of a server see it. Its body is read from the `Request` as far as a step
 * reads it here, and not before.
 */
export class WebMessage extends Readable implements RequestMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly httpVersion = '1.1';
  /**
   * The connection. The local address is that of this machine, because it is not known: host names
   * are then checked, which a page could have lead to this machine.
   */
  readonly socket: RequestSocket;
  /** True, because the program around takes care of a body that is not read. */
  readonly complete = true;
  readonly #request: Request;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(request: Request, context: FetchContext | undefined) {
    super();
    const { pathname, search, host, hostname, protocol, href } = new URL(request.url);
    const headers: Record<string, string> = {};
    for (const [name, value] of request.headers) headers[name] = value;
    headers['host'] ??= host;
    // Of several lines, Node shows the first one.
    const { 'content-type': contentType } = headers;
    if (contentType?.includes(',') === true) headers['content-type'] = cutList(contentType);
    if (request.body !== null) addBodyHeader(headers);
    this.method = request.method;
    // A program may take the host from a whole URL in place of a path, which takes precedence over
    // the header (RFC 9112 section 3.2.2): what checks hosts has to see both.
    const isAlike = URL.parse(`${protocol}//${headers['host']}`)?.hostname === hostname;
    this.url = isAlike ? pathname + search : href;
    this.headers = headers;
    this.rawHeaders = Object.entries(headers).flat();
    this.socket = {
      remoteAddress: readAddress(context),
      localAddress: '127.0.0.1',
      encrypted: protocol === 'https:',
    };
    this.#request = request;
  }

  override _read(): void {
    this.#pull().catch((error: unknown) => this.destroy(toError(error)));
  }

  override _destroy(error: Error | null, then: (error?: Error | null) => void): void {
    void this.#cancel(error);
    then(error);
  }

  async #cancel(reason: Error | null): Promise<void> {
    try {
      await this.#reader?.cancel(reason ?? undefined);
    } catch {
      // The caller has gone, so no answer can say that this failed.
    }
  }

  async #pull(): Promise<void> {
    const { body, bodyUsed } = this.#request;
    if (body === null) {
      this.push(null);
      return;
    }
    if (this.#reader === undefined && bodyUsed) throw createUsedError();
    this.#reader ??= body.getReader();
    let step = await this.#reader.read();
    while (!step.done && step.value.length === 0) step = await this.#reader.read();
    this.push(step.done ? null : step.value);
  }
}

/** Says in the headers that there is a body, as every request with one does on the wire. */
function addBodyHeader(headers: Record<string, string>): void {
  if (headers['content-length'] === undefined) headers['transfer-encoding'] ??= 'chunked';
}

/** Returns the first of the values that several lines of a header have. */
function cutList(value: string): string {
  return value.slice(0, value.indexOf(',')).trim();
}

/** Returns the address of a caller; `undefined` for what is no address. */
function readAddress(context: FetchContext | null | undefined): string | undefined {
  const remoteAddress: unknown = context?.remoteAddress;
  return typeof remoteAddress === 'string' && isIP(remoteAddress) !== 0 ? remoteAddress : undefined;
}

function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}

function createUsedError(): Error {
  const message = 'its body must be unread, but a program in front has read it';
  return Object.assign(new Error(message), { status: 400 });
}
