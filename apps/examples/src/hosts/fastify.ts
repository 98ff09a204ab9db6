// An agent in an app of Fastify, which is not installed here: what is used of it is declared.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { handler } from './agent.ts';

interface FastifyReply {
  readonly raw: ServerResponse;
  hijack(): FastifyReply;
}

interface FastifyRoutes {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    parse: (request: object, body: object, done: (error: null) => void) => void,
  ): void;
  all(
    path: string,
    answer: (request: { readonly raw: IncomingMessage }, reply: FastifyReply) => void,
  ): void;
}

/** Mounts the agent on `Fastify()`. */
export async function mount(app: {
  register(plugin: (routes: FastifyRoutes) => Promise<void>): Promise<void>;
}): Promise<void> {
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (_request, _body, done) => done(null));
    routes.all('/agents/*', (request, reply) => {
      handler.nodeListener(request.raw, reply.hijack().raw);
    });
  });
}
