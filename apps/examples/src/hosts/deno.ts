// An agent on Deno, which is not installed here: what is used of it is declared.
import { handler } from './agent.ts';

declare const Deno: {
  serve(answer: (request: Request, facts: object) => Promise<Response>): object;
};

Deno.serve(handler.fetch);
