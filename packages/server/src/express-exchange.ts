import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Exchange, Step, TaggedAnswer } from './exchange.ts';

/**
 * Serves a step by express: mount it with `app.use(serveByExpress(step))`. Requests that the step
 * does not answer are passed on.
 */
export function serveByExpress(step: Step): RequestHandler {
  // Not by a router and a route of express, which would make objects for every request.
  return (request, response, next) => {
    const exchange = new ExpressExchange(request, response, next);
    step(exchange, () => exchange.pass());
  };
}

/** An exchange of express. Its parts are read by those who ask only. */
class ExpressExchange implements Exchange {
  readonly message: Request;
  readonly reply: Response;
  #next: NextFunction | undefined;

  constructor(message: Request, reply: Response, next: NextFunction) {
    this.message = message;
    this.reply = reply;
    this.#next = next;
  }

  get path(): string {
    return this.message.path;
  }

  get basePath(): string {
    return this.message.baseUrl;
  }

  get target(): string {
    return this.message.originalUrl;
  }

  get query(): Request['query'] {
    return this.message.query;
  }

  get parsedBody(): unknown {
    return this.message.body;
  }

  pass(): void {
    this.#next?.();
  }

  fail(error: unknown): void {
    if (this.#next === undefined) this.reply.destroy();
    else this.#next(error);
  }

  settle(): void {
    this.#next = undefined;
    // The route of the request too, which no later route gets.
    const routed: { next?: unknown } = this.message;
    routed.next = undefined;
  }

  sendTagged({ status, headers, contentType, body }: TaggedAnswer): void {
    this.reply
      .status(status)
      .set({ ...headers, 'Content-Type': contentType })
      .send(body);
  }
}
