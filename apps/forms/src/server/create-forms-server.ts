import type { ListenOptions } from '@formwork/server';
import { bindServer, REQUEST_TIMES } from '@formwork/server/internal';
import express from 'express';
import { createFormsRouter } from './create-forms-router.ts';
import type { FormsOptions } from './forms-options.ts';

// An `import` would evaluate all of the module, of which the client for WebSockets takes longest.
const { createServer: createHttpServer } = process.getBuiltinModule('node:http');

/** A forms server: the page of forms on an HTTP server of its own. */
export interface FormsServer {
  /**
   * Starts the server and resolves with its address.
   *
   * @throws ListenError when the address is not free
   */
  listen(options?: ListenOptions): Promise<{ readonly url: string }>;
  /** Ends the streams of pages and closes the server. Tasks go on at their agents. */
  close(): Promise<void>;
}

/**
 * Makes a server of its own that serves the page of forms at `/`.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
export function createFormsServer(options: FormsOptions): FormsServer {
  const forms = createFormsRouter(options);
  const app = express();
  app.disable('x-powered-by');
  app.use(forms.router);
  app.use((request, response) => {
    response.status(404).type('text').send(`Nothing is served at ${request.path}.\n`);
  });
  const server = createHttpServer(REQUEST_TIMES, app);
  return {
    async listen({ port = 4200, host = '127.0.0.1' } = {}) {
      return { url: await bindServer(server, { port, host }) };
    },
    async close() {
      await forms.close();
      const freed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await freed;
    },
  };
}
