// An agent with the console and a thousand running tasks: node console-formwork.ts TASKS [FILE]

import { Role } from '@a2a-js/sdk';
import { createConsoleAdapter } from '@formwork/console';
import { defineAgent, defineSkill } from '@formwork/core';
import { createMemoryEngine, type Scope } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { announce } from './compare.ts';

const [count = '1000', file] = process.argv.slice(2);
const TASKS = Number(count);
const running = new Set<string>();

const wait = defineSkill({
  id: 'wait',
  name: 'Wait',
  description: 'Goes on until it is told to stop.',
  tags: [],
  async text({ task }) {
    await task.step('prepare', () => 1);
    running.add(task.id);
    await once(task.signal, 'abort');
    return 'done';
  },
});
const agent = defineAgent({ name: 'Bench', version: '1', skills: [wait] });
const engine = file === undefined ? createMemoryEngine() : createSqliteEngine({ file });
const server = createServer(agent, {
  engine,
  runner: { concurrency: TASKS },
  adapters: [createConsoleAdapter({ onThisMachine: true })],
});
const { url } = await server.listen({ port: 0 });
for (let index = 0; index < TASKS; index += 1) {
  const id = randomUUID();
  await engine.create({
    id,
    scope: `user:${index % 20}` as Scope,
    contextId: id,
    message: {
      messageId: id,
      contextId: id,
      taskId: id,
      role: Role.ROLE_USER,
      parts: [],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    metadata: {},
    invocation: { kind: 'text', skillId: 'wait', text: 'Wait', acceptedOutputModes: [] },
  });
}
while (running.size < TASKS) await sleep(50);
announce(Number(new URL(url).port));
