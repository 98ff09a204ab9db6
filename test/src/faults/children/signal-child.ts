// A server that closes by itself when the process gets a signal to end. Its handler ignores that.

import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { writeSync } from 'node:fs';

const quiet = (): undefined => undefined;
const skill = defineSkill({
  id: 'wait',
  name: 'Wait',
  description: 'Waits.',
  tags: [],
  async text({ task }) {
    const { signal } = task;
    signal.addEventListener('abort', () => writeSync(1, `${JSON.stringify(signal.reason.end)}\n`));
    return new Promise<string>(() => undefined);
  },
});
const server = createServer(defineAgent({ name: 'Waiter', version: '1.0.0', skills: [skill] }), {
  closeOnSignals: true,
  logger: { info: quiet, warn: quiet, error: quiet },
});
const { url } = await server.listen({ port: 0 });
writeSync(1, `${JSON.stringify(url)}\n`);
