// Serves an agent that keeps its tasks in SQLite, calls it by the typed client, prints its URL and
// waits until its input ends.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const name = { type: 'string', minLength: 1, pattern: '^[A-Z][a-z]*$' };
const fight = defineSkill({
  id: 'fight',
  name: 'Fight',
  description: 'Says who wins.',
  tags: ['comparison'],
  input: { contest: { type: 'object', properties: { a: name, b: name }, required: ['a', 'b'] } },
  output: { verdict: { type: 'object', properties: { winner: name }, required: ['winner'] } },
  examples: [{ a: 'Lion', b: 'Tiger' }],
  run: ({ input }) => ({ winner: input.a.length > input.b.length ? input.a : input.b }),
});
const agent = defineAgent({ name: 'Contest agent', version: '1.0.0', skills: [fight] });

const folder = mkdtempSync(join(tmpdir(), 'stranger-'));
const engine = createSqliteEngine({ file: join(folder, 'tasks.sqlite') });
const server = createServer(agent, { engine });
const { url } = await server.listen({ port: 0 });
const remote = await connect(url);
assert.deepEqual(await remote.skill('fight').call({ a: 'Lion', b: 'Tiger' }), { winner: 'Tiger' });
await assert.rejects(
  remote.skill('fight').call({ a: 'lion', b: 'Tiger' }),
  /a: must be a string that matches/u,
);
console.log(url);
process.stdin.resume().on('end', async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
