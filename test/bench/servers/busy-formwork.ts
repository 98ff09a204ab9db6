import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { announce, compare } from './compare.ts';
import { fightComparison, fightResponse } from './schemas.ts';

/** The processor time of each call in milliseconds, and `off` for a server without limits. */
const [milliseconds = '5', limits] = process.argv.slice(2);

const skill = defineSkill({
  id: 'fight-comparison',
  name: 'Fight Comparison',
  description: 'Compares.',
  tags: [],
  input: { fightComparison },
  output: { fightResponse },
  run({ input }) {
    const end = performance.now() + Number(milliseconds);
    while (performance.now() < end);
    return compare(input);
  },
});
const agent = defineAgent({ name: 'Bench', version: '1', skills: [skill] });
const { url } = await createServer(agent, {
  ...(limits === 'off' && { limits: false }),
}).listen({ port: 0 });
announce(Number(new URL(url).port));
