// A server whose agent answers each text with a new message. For the text `hold` its first attempt
// never does. Argument: the file or the database of its engine.

import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openStore } from '../../support/open-store.ts';

const [, , place = ''] = process.argv;

const skill = defineSkill({
  id: 'oracle',
  name: 'Oracle',
  description: 'Never says the same twice.',
  tags: [],
  textAnswer: 'message',
  async text({ text, task }) {
    // The step also stores the task, if it is not stored yet.
    await task.step('begin', () => Promise.resolve(0));
    writeSync(1, `${JSON.stringify('begun')}\n`);
    if (text === 'hold' && task.attempt === 1) await new Promise(() => undefined);
    return `${task.attempt} ${randomUUID()}`;
  },
});

const quiet = (): undefined => undefined;
const server = createServer(defineAgent({ name: 'Oracle', version: '1', skills: [skill] }), {
  engine: openStore(place),
  runner: { leaseMs: 300, pollMs: 50 },
  logger: { info: quiet, warn: quiet, error: quiet },
});
const { url } = await server.listen({ port: 0 });
writeSync(1, `${JSON.stringify(url)}\n`);
