// An express app that already has its own middleware and routes gets an agent and its page of
// forms, on the same port.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createFormsAdapter } from '@formwork/forms';
import { createAgentRouter } from '@formwork/server';
import express from 'express';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const stock = new Map([['pen', 12]]);

const count = defineSkill({
  id: 'count',
  name: 'Count',
  description: 'Tells how many pieces of an article are left.',
  tags: ['shop'],
  input: {
    article: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
  output: {
    pieces: { type: 'object', properties: { left: { type: 'integer' } }, required: ['left'] },
  },
  run: ({ input }) => ({ left: stock.get(input.name) ?? 0 }),
});
const agent = defineAgent({ name: 'Shop', version: '1.0.0', skills: [count] });

const app = express();
const http = app.listen(0, '127.0.0.1');
await once(http, 'listening');
// In production this is the address by which callers reach the app.
const publicUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

// Middleware for all requests comes first, such as the log.
const log: string[] = [];
app.use(({ method, path }, _response, next) => {
  log.push(`${method} ${path}`);
  next();
});

// The router comes before parsers of bodies, because it reads the bodies itself.
const adapters = [createFormsAdapter({ path: '/forms' })];
const door = createAgentRouter(agent, { publicUrl, adapters });
app.use(door.router);

app.use(express.json());
app.post('/articles', ({ body }, response) => {
  const { name, pieces } = body as { name: string; pieces: number };
  stock.set(name, pieces);
  response.status(201).json({ name, pieces });
});

// The app's own route, the agent and the page answer on one port.
const created = await fetch(`${publicUrl}/articles`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'book', pieces: 3 }),
});
assert.equal(created.status, 201);

const remote = await connect<typeof agent>(publicUrl);
assert.deepEqual(await remote.skill('count').call({ name: 'book' }), { left: 3 });

const page = await fetch(`${publicUrl}/forms/`);
assert.match(await page.text(), /<!doctype html>/u);
assert.deepEqual(log, [
  'POST /articles',
  'GET /.well-known/agent-card.json',
  'POST /a2a',
  'GET /forms/',
]);

// The agent ends its tasks and streams before the app closes its port.
await door.close();
http.close();
