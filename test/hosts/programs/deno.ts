import { handler } from './handler.ts';

Deno.serve({ port: Number(process.env['PORT'] ?? 4100) }, (request, { remoteAddr }) =>
  handler.fetch(request, { remoteAddress: remoteAddr.hostname }),
);
