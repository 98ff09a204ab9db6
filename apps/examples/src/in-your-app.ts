// An agent in apps that have no express: as a route of Hono, alone, and on `node:http` with its page of
// forms and MCP.

import { connect } from '@formwork/client';
import { createFormsAdapter } from '@formwork/forms';
import { createMcpAdapter } from '@formwork/mcp';
import { createAgentHandler } from '@formwork/server';
import { Hono } from 'hono';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agent } from './hosts/agent.ts';
import { handler } from './hosts/handler.ts';

const part = { data: { name: 'Ada' }, metadata: { mimeType: 'application/json;schema=person' } };
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'SendMessage',
  params: { message: { messageId: '1', role: 'ROLE_USER', parts: [part] } },
});
const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0' };

// Routes are functions from a `Request` to a `Response`.
const app = new Hono();
app.all('/agents/*', ({ req }) => handler.fetch(req.raw));
for (const answer of [app.fetch, handler.fetch]) {
  const request = new Request('https://example.com/agents/a2a', { method: 'POST', headers, body });
  const response = await answer(request);
  assert.match(await response.text(), /Hello, Ada!/u);
}
await handler.close();

const http = createServer((request, response) => local.nodeListener(request, response));
http.listen(0, '127.0.0.1');
await once(http, 'listening');
const publicUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}/agents`;
const adapters = [createFormsAdapter(), createMcpAdapter()];
const local = createAgentHandler(agent, { publicUrl, adapters });
const remote = await connect<typeof agent>(publicUrl);
assert.match(JSON.stringify(await remote.skill('greet').call({ name: 'Ada' })), /Hello, Ada!/u);

const page = await fetch(`${publicUrl}/`);
assert.match(await page.text(), /<!doctype html>/u);
const config = await fetch(`${publicUrl}/api/config`);
assert.match(await config.text(), /"name":"Greeter"/u);
const stranger = await fetch(`${publicUrl}/mcp`, { method: 'POST', body: 'Hello' });
assert.match(await stranger.text(), /"jsonrpc"/u);

await local.close();
http.close();
