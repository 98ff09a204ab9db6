// Tasks kept in a file, with a long answer in a blob beside it, and two ways to delete both.

import { defineAgent, defineSkill } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const repeat = defineSkill({
  id: 'repeat',
  name: 'Repeat',
  description: 'Says a word as often as it is told.',
  tags: ['text'],
  input: {
    order: {
      type: 'object',
      properties: { word: { type: 'string' }, times: { type: 'integer', maximum: 1_000_000 } },
      required: ['word', 'times'],
    },
  },
  run: async ({ input: { word, times } }) => word.repeat(times),
});

const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
const engine = createSqliteEngine({ file: join(folder, 'tasks.db') });
const agent = defineAgent({ name: 'Parrot', version: '1.0.0', skills: [repeat] });
const server = createServer(agent, {
  engine,
  retention: { maxCount: 1, everyMs: 20 },
});
const { url } = await server.listen({ port: 0 });

async function call(method: string, params: object): Promise<{ id?: string; status?: unknown }> {
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result } = (await response.json()) as { result?: { id?: string; task?: object } };
  return result?.task ?? result ?? {};
}

async function say(word: string, times: number): Promise<string> {
  const part = { data: { word, times }, mediaType: 'application/json;schema=order' };
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [part] };
  const { id = '' } = await call('SendMessage', { message });
  return id;
}

function countBlobs(): number {
  return readdirSync(join(folder, 'tasks.db-blobs')).length;
}

const long = await say('Hello! ', 100_000);
assert.equal(countBlobs(), 1);

// The server keeps only the newest finished task and deletes the others.
await say('Hello! ', 1);
while ((await call('GetTask', { id: long })).id === long) await sleep(20);
while (countBlobs() > 0) await sleep(20);

// An operator may delete any task at once.
const other = await say('Bye! ', 1);
assert.equal(await server.deleteTask(other), true);
assert.deepEqual(await call('GetTask', { id: other }), {});

await server.close();
await engine.close();
rmSync(folder, { recursive: true });
console.log('Forgotten.');
