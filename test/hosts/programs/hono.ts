import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { handler } from './handler.ts';

const app = new Hono();
app.all('/agents/*', (context) =>
  handler.fetch(context.req.raw, { remoteAddress: getConnInfo(context).remote.address }),
);
serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 4100) });
