// A page of forms beside an agent, and the requests that the page sends to its own server.

import { defineAgent, defineSkill } from '@formwork/core';
import { createFormsAdapter } from '@formwork/forms';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const greet = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets somebody by name.',
  tags: [],
  input: { person: { type: 'object', properties: { name: { type: 'string' } } } },
  output: { greeting: { type: 'object', properties: { text: { type: 'string' } } } },
  run: ({ input }) => ({ text: `Hello ${input.name ?? 'you'}` }),
});
const agent = defineAgent({ name: 'Greeter', version: '1.0.0', skills: [greet] });
const server = createServer(agent, { adapters: [createFormsAdapter()] });
const { url } = await server.listen({ port: 0 });

const page = await fetch(url);
assert.match(await page.text(), /<!doctype html>/u);
assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/u);

const config: unknown = await (await fetch(`${url}/api/config`)).json();
assert.deepEqual(config, { mode: 'one', agents: [{ url, name: 'Greeter' }] });

// The server refuses requests from pages of other origins, and requests for other agents.
const other = await fetch(`${url}/api/describe`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ agent: 'http://169.254.169.254' }),
});
assert.equal(other.status, 403);
console.log(await other.text());

await server.close();
