// An agent on SQLite that is killed again and again: each task has three steps, and a line of its log
// for what each of them returned, in every run.
import { defineAgent, defineSkill } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createAgentHandler } from '@formwork/server';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const { PORT = '0', STORE = '' } = process.env;

const work = defineSkill({
  id: 'work',
  name: 'Work',
  description: 'Works in steps.',
  tags: [],
  input: { work: { type: 'object', properties: { number: { type: 'integer' } } } },
  async run({ task }) {
    for (const key of ['first', 'second', 'third']) {
      const value = await task.step(key, async () => {
        // Real time: the process is killed meanwhile.
        await sleep(20);
        return crypto.randomUUID();
      });
      appendFileSync(`${STORE}.log`, `${task.id} ${key} ${value}\n`);
    }
    return 'Done.';
  },
});
const agent = defineAgent({ name: 'Durable', version: '1', skills: [work] });
const handler = createAgentHandler(agent, {
  publicUrl: `http://127.0.0.1:${PORT}`,
  engine: createSqliteEngine({ file: STORE }),
  openTasks: true,
  limits: false,
  runner: { leaseMs: 1_000, pollMs: 50, maxAttempts: 1_000 },
  logger: { info() {}, warn() {}, error() {} },
});
createServer(handler.nodeListener).listen(Number(PORT), '127.0.0.1');
