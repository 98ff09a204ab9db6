import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { handler } from './handler.ts';

const app = new Hono();
app.all('/agents/*', ({ req }) => handler.fetch(req.raw));
serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 4100) });
