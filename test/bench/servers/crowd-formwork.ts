// Tasks that wait for their subscribers and then send chunks: node crowd-formwork.ts [FILE]

import { defineAgent, defineSkill } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import { setTimeout as sleep } from 'node:timers/promises';
import { announce } from './compare.ts';
import { parseCrowdRequest } from './crowd.ts';

const skill = defineSkill({
  id: 'crowd',
  name: 'Crowd',
  description: 'Speaks.',
  tags: [],
  async text({ text, task }) {
    const { events, pauseMs, gatheringMs } = parseCrowdRequest(text);
    await sleep(gatheringMs);
    for (let count = 0; count < events; count += 1) {
      await task.artifact({ id: 'speech', text: `${count} ${Date.now()}`, append: true });
      await sleep(pauseMs);
    }
    return 'done';
  },
});
const agent = defineAgent({ name: 'Bench', version: '1', skills: [skill] });
const [file] = process.argv.slice(2);
const options = file === undefined ? {} : { engine: createSqliteEngine({ file }) };
const server = createServer(agent, { ...options, runner: { concurrency: 2_000 } });
const { url } = await server.listen({ port: 0 });
announce(Number(new URL(url).port));
