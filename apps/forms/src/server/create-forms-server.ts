import type { ListenOptions, Step } from '@formwork/server';
import { joinSteps, StepServer } from '@formwork/server/internal';
import { createFormsDoor } from './create-forms-router.ts';
import type { FormsOptions } from './forms-options.ts';
import { PageExchange } from './page-exchange.ts';

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
  const forms = createFormsDoor(options);
  const server = new StepServer(joinSteps([forms.step, refuseUnknownPath]));
  return {
    async listen({ port = 4200, host = '127.0.0.1' } = {}) {
      return { url: await server.listen({ port, host }) };
    },
    async close() {
      await forms.close();
      await server.close();
    },
  };
}

const refuseUnknownPath: Step = (exchange) => {
  new PageExchange(exchange).sendText(404, `Nothing is served at ${exchange.path}.\n`);
};
