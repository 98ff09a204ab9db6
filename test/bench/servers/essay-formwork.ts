// Streams one artifact in chunks: node essay-formwork.ts [FILE]

import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchEngine } from '../stores/bench-file.ts';
import { announce } from './compare.ts';
import { parseEssayRequest } from './essay.ts';

const skill = defineSkill({
  id: 'essay',
  name: 'Essay',
  description: 'Writes.',
  tags: [],
  async text({ text, task }) {
    const { chunks, characters, awaited, pauseMs = 0 } = parseEssayRequest(text);
    const chunk = { id: 'essay', text: 'x'.repeat(characters), append: true };
    for (let count = 0; count < chunks; count += 1) {
      const sent = task.artifact(chunk);
      if (awaited) await sent;
      if (pauseMs > 0) await sleep(pauseMs);
    }
    return 'done';
  },
});
const agent = defineAgent({ name: 'Bench', version: '1', skills: [skill] });
const [file] = process.argv.slice(2);
const options = file === undefined ? {} : { engine: openBenchEngine(file) };
const server = createServer(agent, options);
const { url } = await server.listen({ port: 0 });
announce(Number(new URL(url).port));
