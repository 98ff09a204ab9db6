import type { ListenAddress } from './errors.ts';
import type { Step } from './exchange.ts';
import { StepHandler } from './plain-exchange.ts';
import { bindServer, REQUEST_TIMES } from './web-server.ts';

// An `import` would evaluate all of the module, of which the client for WebSockets takes longest.
const { createServer } = process.getBuiltinModule('node:http');

/** An HTTP server of its own for a step, without a framework. */
export class StepServer {
  readonly #server;

  constructor(step: Step) {
    this.#server = createServer(REQUEST_TIMES, new StepHandler(step, '').answer);
  }

  /**
   * Resolves to the URL on which the server listens.
   *
   * @throws ListenError if it cannot
   */
  listen(address: ListenAddress): Promise<string> {
    return bindServer(this.#server, address);
  }

  /** Ends all connections, and frees the address. */
  async close(): Promise<void> {
    const freed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await freed;
  }
}
