import { defineAgent, defineSkill } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import { setTimeout as sleep } from 'node:timers/promises';
import { announce, compare } from './compare.ts';
import { fightComparison, fightResponse } from './schemas.ts';

const skill = defineSkill({
  id: 'fight-comparison',
  name: 'Fight Comparison',
  description: 'Compares.',
  tags: [],
  input: { fightComparison },
  output: { fightResponse },
  // The handler takes 5 to 25 ms, about as long as a quick call of another service.
  async run({ input }) {
    await sleep(5 + Math.random() * 20);
    return compare(input);
  },
});
const agent = defineAgent({ name: 'Bench', version: '1', skills: [skill] });
// Tasks are kept in a file if its path is given, else in memory.
const [concurrency, file] = process.argv.slice(2);
const { url } = await createServer(agent, {
  runner: { concurrency: Number(concurrency) },
  ...(file !== undefined && { engine: createSqliteEngine({ file }) }),
}).listen({ port: 0 });
announce(Number(new URL(url).port));
