// One of several replicas over a database: node replica-formwork.ts URL LEASE_MS POLL_MS

import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchEngine } from '../stores/bench-file.ts';
import { announce } from './compare.ts';

const [url = '', leaseMs, pollMs] = process.argv.slice(2);

const clock = defineSkill({
  id: 'clock',
  name: 'Clock',
  description: 'Says what time it is, again and again.',
  tags: [],
  input: {
    clock: {
      type: 'object',
      properties: { ticks: { type: 'integer' }, everyMs: { type: 'integer' } },
      required: ['ticks', 'everyMs'],
    },
  },
  async run({ input: { ticks, everyMs }, task }) {
    await task.progress(JSON.stringify({ attempt: task.attempt, time: Date.now() }), 0);
    for (let tick = 0; tick < ticks; tick += 1) {
      await sleep(everyMs, undefined, { signal: task.signal });
      await task.progress(JSON.stringify({ attempt: task.attempt, time: Date.now() }), 0);
    }
    return 'done';
  },
});

const ask = defineSkill({
  id: 'ask',
  name: 'Ask',
  description: 'Waits for an answer.',
  tags: [],
  input: { question: { type: 'object', properties: { text: { type: 'string' } } } },
  run: ({ task }) => task.ask('Go on?'),
});

const agent = defineAgent({ name: 'Replica', version: '1', skills: [clock, ask] });
const server = createServer(agent, {
  engine: openBenchEngine(url),
  limits: false,
  runner: {
    concurrency: 2_000,
    ...(leaseMs !== undefined && leaseMs !== '' && { leaseMs: Number(leaseMs) }),
    ...(pollMs !== undefined && pollMs !== '' && { pollMs: Number(pollMs) }),
  },
});
const { url: listensAt } = await server.listen({ port: 0 });
announce(Number(new URL(listensAt).port));
