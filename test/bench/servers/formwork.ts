import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { openBenchEngine } from '../stores/bench-file.ts';
import { announce, compare } from './compare.ts';
import { fightComparison, fightResponse } from './schemas.ts';

const skill = defineSkill({
  id: 'fight-comparison',
  name: 'Fight Comparison',
  description: 'Compares.',
  tags: [],
  input: { fightComparison },
  output: { fightResponse },
  run: ({ input }) => compare(input),
});
const agent = defineAgent({ name: 'Bench', version: '1', skills: [skill] });
// Tasks are kept in a file or a database if its path or URL is given, else in memory.
const [file] = process.argv.slice(2);
const options = file === undefined ? {} : { engine: openBenchEngine(file) };
const { url } = await createServer(agent, options).listen({ port: 0 });
announce(Number(new URL(url).port));
