import { handler } from './handler.ts';

Bun.serve({
  fetch: (request, server) =>
    handler.fetch(request, { remoteAddress: server.requestIP(request)?.address }),
  // Longer than a stream is quiet.
  idleTimeout: 30,
});
