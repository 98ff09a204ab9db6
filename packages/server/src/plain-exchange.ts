import { parse } from 'node:querystring';
import type { Exchange } from './exchange.ts';
import type { Reply } from './reply.ts';
import type { RequestMessage } from './request-message.ts';
import { findBelow, sendAnswer } from './serve-door.ts';
import { answerFailure, refuseUnknownPath } from './unanswered-requests.ts';

/** An exchange without a framework, which answers what no step has answered. */
export class PlainExchange implements Exchange {
  readonly message: RequestMessage & { readonly body?: unknown };
  readonly reply: Reply;
  readonly path: string;
  readonly basePath: string;
  /** False for a request for a path that is not below that of the agent. */
  readonly isBelow: boolean;
  readonly #search: string;

  /** `basePath` is that of the agent, in lower case. */
  constructor(message: RequestMessage, reply: Reply, basePath: string) {
    const [path, search] = splitTarget(message.url ?? '/');
    const below = findBelow(path, basePath);
    this.message = message;
    this.reply = reply;
    this.path = below ?? path;
    this.isBelow = below !== undefined;
    this.basePath = below === undefined ? '' : path.slice(0, basePath.length);
    this.#search = search;
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
