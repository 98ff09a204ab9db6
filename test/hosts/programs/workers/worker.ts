import { DurableObject } from 'cloudflare:workers';
import { createHandler } from './handler.ts';

export class Agents extends DurableObject {
  readonly #handler = createHandler();
  override fetch = (request: Request): Promise<Response> => this.#handler.fetch(request);
}

const fetch = (request: Request, { AGENTS }: Env) => AGENTS.getByName('agents').fetch(request);
export default { fetch };
