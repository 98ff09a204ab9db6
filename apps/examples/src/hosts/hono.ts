// An agent in an app of Hono.
import { Hono } from 'hono';
import { handler } from './agent.ts';

export const app = new Hono();
app.all('/agents/*', ({ req }) => handler.fetch(req.raw));
