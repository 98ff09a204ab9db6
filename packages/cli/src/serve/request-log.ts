import { toLoggedPath } from '@formwork/network';
import type { AdapterHost, ProtocolAdapter, ResponseWriter } from '@formwork/server';
import type { IncomingMessage } from 'node:http';

/** A request that was answered, or whose caller has disconnected. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

/**
 * The log of the requests to an agent. What the pages and tools of this process answer is not in it,
 * but the calls of the agent that they make are.
 */
export class RequestLog {
  readonly #note: (record: RequestRecord) => void;
  readonly #leftOut = new WeakSet<object>();

  /** `note` is called with each request at the end of its answer. */
  constructor(note: (record: RequestRecord) => void) {
    this.#note = note;
  }

  /** Notes the requests that come to a server; its middleware. */
  readonly watch = (request: IncomingMessage, response: ResponseWriter, next: () => void): void => {
    const { method = 'GET', url = '/' } = request;
    const end = this.#begin(method, url);
    response.once('close', () => {
      if (!this.#leftOut.has(response)) end(response.statusCode);
    });
    next();
  };

  /** Returns an adapter whose answers are not noted, and its calls of the agent are. */
  leaveOut(adapter: ProtocolAdapter): ProtocolAdapter {
    const watched: ProtocolAdapter = (host) => {
      const noting: AdapterHost = {
        ...host,
        // It may be replaced, so it is not copied.
        get agent() {
          return host.agent;
        },
        fetch: this.#watchFetch(host),
      };
      const doors = adapter(noting);
      return {
        ...doors,
        step: (exchange, next) => {
          const { reply } = exchange;
          this.#leftOut.add(reply);
          doors.step(exchange, () => {
            this.#leftOut.delete(reply);
            next();
          });
        },
      };
    };
    return Object.assign(watched, adapter);
  }

  /** Notes each call of the agent within this process, once its answer begins. */
  #watchFetch({ fetch, publicUrl }: AdapterHost): typeof globalThis.fetch {
    const base = new URL(publicUrl).pathname.replace(/\/$/u, '');
    return async (input, init) => {
      const { url, method } = input instanceof Request ? input : { url: input, method: 'GET' };
      const { pathname } = new URL(url);
      const end = this.#begin(init?.method ?? method, pathname.slice(base.length));
      // As given: the signal of a request that is made here follows the caller's until it is collected.
      const response = await fetch(input, init);
      end(response.status);
      return response;
    };
  }

  /** Returns the function that notes a request with the status of its answer. */
  #begin(method: string, target: string): (status: number) => void {
    const start = performance.now();
    const path = toLoggedPath(target);
    return (status) => {
      this.#note({ method, path, status, ms: Math.round(performance.now() - start) });
    };
  }
}
