import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { fightComparison, fightResponse } from './schemas.ts';
import { announce, compare } from './compare.ts';

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
const { url } = await createServer(agent).listen({ port: 0 });
announce(Number(new URL(url).port));
