import { DurableObject } from 'cloudflare:workers';
import { createHandler } from './handler.ts';

export class Agents extends DurableObject {
  #handler: ReturnType<typeof createHandler> | undefined;
  override fetch = (request: Request): Promise<Response> =>
    (this.#handler ??= createHandler(request.url)).fetch(request);
}

export default {
  fetch: (request: Request, { AGENTS }: Env) => AGENTS.getByName('agents').fetch(request),
};
