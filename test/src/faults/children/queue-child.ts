// A server whose tasks come through BullMQ, and which ends as the documentation says. The first
// argument is the address of the Redis server, which may be away when the signal comes.

import { defineAgent, defineSkill } from '@formwork/core';
import { createMemoryEngine } from '@formwork/runtime';
import { createBullMqDispatcher } from '@formwork/runtime/bullmq';
import { createServer } from '@formwork/server';
import { once } from 'node:events';
import { writeSync } from 'node:fs';

const quiet = (): undefined => undefined;
const skill = defineSkill({
  id: 'say',
  name: 'Say',
  description: 'Says a word.',
  tags: [],
  text: () => 'word',
});
const dispatcher = createBullMqDispatcher({ url: process.argv[2] ?? '' });
const server = createServer(defineAgent({ name: 'Queued', version: '1.0.0', skills: [skill] }), {
  engine: createMemoryEngine(),
  runner: { dispatcher },
  logger: { info: quiet, warn: quiet, error: quiet },
});
const { url } = await server.listen({ port: 0 });
writeSync(1, `${JSON.stringify(url)}\n`);
await once(process, 'SIGTERM');
await server.close();
await dispatcher.close();
