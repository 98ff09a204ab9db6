// Types generated from the card of a served agent: they are written, checked, and found outdated
// once the agent has changed.

import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { createServer } from '@formwork/server';
import { checkTypes, generateTypes, fromAgent, writeTypes } from '@formwork/typegen';
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function createAgent(winner: 'string' | 'null'): Agent {
  const fight = defineSkill({
    id: 'fight-comparison',
    name: 'Fight Comparison',
    description: 'Determines who would win a hypothetical fight.',
    tags: ['comparison'],
    input: {
      fightComparison: {
        type: 'object',
        properties: {
          a: { type: 'string', minLength: 1, description: 'The first contestant.' },
          b: { type: 'string', minLength: 1 },
          place: { enum: ['land', 'water'], default: 'land' },
        },
        required: ['a', 'b'],
        additionalProperties: false,
      },
    },
    output: {
      fightResponse: { type: 'object', properties: { winner: { type: winner } } },
    },
    run: () => ({}),
  });
  return defineAgent({ name: 'Contest agent', version: '1.0.0', skills: [fight] });
}

const agent = createAgent('string');
const server = createServer(agent);
const { url } = await server.listen({ port: 0 });
const folder = await mkdtemp(join(tmpdir(), 'formwork-types-'));
try {
  const file = join(folder, 'contest-agent.ts');
  const [written] = await writeTypes([{ source: url, file }]);
  assert.deepEqual(written, { file, state: 'written', warnings: [] });
  const code = await readFile(file, 'utf8');
  assert.match(code, /input: \{ fightComparison: FightComparison \}/u);
  assert.match(code, /place\?: 'land' \| 'water';/u);
  assert.match(code, /export const connectContestAgent/u);

  // The definition gives the same types as the card.
  const source = fromAgent(agent, { origin: url, url });
  assert.equal((await generateTypes(source)).code, code);

  const [checked] = await checkTypes([{ source: url, file }]);
  assert.equal(checked?.state, 'current');
  await server.close();

  const [changed] = await checkTypes([
    { source: fromAgent(createAgent('null'), { origin: url, url }), file },
  ]);
  assert.equal(changed?.state, 'outdated');
  console.log(code.replaceAll(url, 'https://agent.example').trimEnd());
} finally {
  await rm(folder, { recursive: true });
}
