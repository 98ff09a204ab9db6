import Fastify from 'fastify';
import { handler } from './handler.ts';

const app = Fastify();
await app.register(async (routes) => {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser('*', (_request, _body, done) => done(null));
  routes.all('/agents/*', ({ raw }, reply) => handler.nodeListener(raw, reply.hijack().raw));
});
await app.listen({ port: Number(process.env['PORT'] ?? 4100) });
