// An agent on Bun, which is not installed here: what is used of it is declared.
import { handler } from './agent.ts';

declare const Bun: {
  serve(options: {
    fetch(request: Request, server: object): Promise<Response>;
    idleTimeout: number;
  }): object;
};

// Longer than a stream is quiet.
Bun.serve({ fetch: handler.fetch, idleTimeout: 30 });
