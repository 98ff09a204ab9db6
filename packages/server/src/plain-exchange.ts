import type { FetchContext } from '@formwork/network';
import { parse } from 'node:querystring';
import { markWithin } from './caller-quota.ts';
import type { Exchange, Step } from './exchange.ts';
import type { RequestMessage } from './request-message.ts';
import type { ResponseWriter } from './response-writer.ts';
import { findBelow, sendAnswer } from './serve-door.ts';
import { answerFailure, refuseUnknownPath } from './unanswered-requests.ts';
import { WebMessage } from './web-message.ts';
import { WebResponseWriter } from './web-response-writer.ts';

/** An exchange without a framework, which answers what no step has answered. */
class PlainExchange implements Exchange {
  readonly message: RequestMessage & { readonly body?: unknown };
  readonly reply: ResponseWriter;
  readonly path: string;
  readonly basePath: string;
  /** False for a request for a path that is not below that of the agent. */
  readonly isBelow: boolean;
  readonly #search: string;

  /** `basePath` is that of the agent, in lower case. */
  constructor(message: RequestMessage, reply: ResponseWriter, basePath: string) {
    const [path, search] = splitTarget(message.url ?? '/');
    const below = findBelow(path, basePath);
    this.message = message;
    this.reply = reply;
    this.path = below ?? path;
    this.isBelow = below !== undefined;
    this.basePath = below === undefined ? '' : path.slice(0, basePath.length);
    this.#search = search;
  }

  get target(): string {
    return this.message.url ?? '/';
  }

  get query(): Exchange['query'] {
    return parse(this.#search);
  }

  get parsedBody(): unknown {
    return this.message.body;
  }

  pass(): void {
    refuseUnknownPath(this, () => undefined);
  }

  fail(error: unknown): void {
    if (this.reply.headersSent) this.reply.destroy();
    else sendAnswer(this.reply, answerFailure(error));
  }

  settle(): void {
    // Nothing is kept here that an open stream does not need.
  }
}

/** A step for programs without a framework, which answers each request. */
export class StepHandler {
  readonly #step: Step;
  readonly #basePath: string;

  /** `basePath` is the path below which requests come, in lower case; empty for the root. */
  constructor(step: Step, basePath: string) {
    this.#step = step;
    this.#basePath = basePath;
  }

  /** Answers a request of `node:http`, or of another program. Throws nothing. */
  readonly answer = (message: RequestMessage, reply: ResponseWriter): void => {
    const exchange = new PlainExchange(message, reply, this.#basePath);
    try {
      if (exchange.isBelow) this.#step(exchange, () => exchange.pass());
      else exchange.pass();
    } catch (error) {
      exchange.fail(error);
    }
  };

  /**
   * Answers a `Request`; never rejects. What the program passes as a second argument need not be a
   * {@link FetchContext}.
   */
  readonly fetch = (request: Request, context?: FetchContext | object): Promise<Response> =>
    this.#serve(new WebMessage(request, context), request.signal);

  #serve(message: WebMessage, signal: AbortSignal): Promise<Response> {
    const reply = new WebResponseWriter(message, signal);
    // A body that is being read ends with its answer, because its caller may have gone.
    reply.once('close', () => void message.destroy());
    if (!reply.closed) this.answer(message, reply);
    return reply.response;
  }

  /** Answers a client in this process, as `fetch` of the platform does: rejects once it aborts. */
  readonly fetchHere: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const message = new WebMessage(request, undefined);
    markWithin(message);
    const response = await this.#serve(message, request.signal);
    request.signal.throwIfAborted();
    return response;
  };
}

/** Returns a base path as paths are compared: percent-encoded, lower case, without a last slash. */
export function toBasePath(basePath: string): string {
  const { pathname } = new URL(`http://localhost${basePath}`);
  return pathname.replace(/(?<!\/)\/+$/u, '').toLowerCase();
}

/**
 * Splits the target of a request into its path and the text of its query. A whole URL in place of a
 * path is one that a proxy sends (RFC 9112 section 3.2.2).
 */
function splitTarget(target: string): readonly [path: string, search: string] {
  const url = target.startsWith('/') ? undefined : URL.parse(target);
  const text = url ? url.pathname + url.search : target;
  const end = text.search(/[?#]/u);
  if (end === -1) return [text, ''];
  return [text.slice(0, end), text[end] === '?' ? text.slice(end + 1).replace(/#.*/su, '') : ''];
}
