// A server with the session API, whose skill asks or answers, or waits for its next attempt. Argument: the file or the
// database of its engine.

import { createSessionAdapter } from '@formwork/adapters';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { writeSync } from 'node:fs';
import { openStore } from '../../support/open-store.ts';

const [, , place = ''] = process.argv;

const skill = defineSkill({
  id: 'work',
  name: 'Work',
  description: 'Works for some time.',
  tags: [],
  input: {
    work: {
      type: 'object',
      properties: {
        held: { type: 'boolean' },
        asks: { type: 'boolean' },
        value: { type: 'string' },
      },
      required: ['held', 'asks', 'value'],
    },
  },
  async run({ input, task }) {
    await task.step('work', async () => {
      if (input.held && task.attempt === 1) await new Promise(() => undefined);
      return null;
    });
    return `${input.value} ${input.asks ? await task.ask('Go on?') : 'done'}`;
  },
});

const quiet = (): undefined => undefined;
const server = createServer(defineAgent({ name: 'Worker', version: '1.0.0', skills: [skill] }), {
  engine: openStore(place),
  runner: { leaseMs: 500, pollMs: 50, maxAttempts: 1_000 },
  authenticate: ({ headers }) => ({ id: String(headers['x-user']) }),
  requireAuthentication: true,
  logger: { info: quiet, warn: quiet, error: console.error },
  adapters: [createSessionAdapter({ path: '/v1' })],
});
const { url } = await server.listen({ port: 0 });
writeSync(1, `${JSON.stringify(`${url}/v1`)}\n`);
