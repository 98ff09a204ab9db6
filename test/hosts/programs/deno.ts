import { handler } from './handler.ts';

Deno.serve({ port: Number(process.env['PORT'] ?? 4100) }, handler.fetch);
