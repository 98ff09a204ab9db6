// A test of a skill that calls another agent, without that agent: what it said is in a file. To
// record it again, serve contest-agent.ts and set FORMWORK_RECORD=1.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createRecording, createTestAgent } from '@formwork/testing';
import assert from 'node:assert/strict';

const CONTEST = 'https://contest.example';

const tournament = defineSkill({
  id: 'tournament',
  name: 'Tournament',
  description: 'Lets several opponents fight, each against the winner so far.',
  tags: ['comparison'],
  input: {
    opponents: {
      type: 'object',
      properties: { names: { type: 'array', items: { type: 'string' }, minItems: 2 } },
      required: ['names'],
    },
  },
  async run({ input: { names } }) {
    const contest = await connect(CONTEST);
    let winner = names[0];
    for (const name of names.slice(1)) {
      const fight = contest.skill('fight-comparison');
      ({ winner } = (await fight.call({ a: winner ?? '', b: name })) as { winner: string });
    }
    return winner ?? 'nobody';
  },
});
const agent = defineAgent({ name: 'Tournaments', version: '1.0.0', skills: [tournament] });

const file = new URL('../recordings/contest.json', import.meta.url);
const addresses = { [CONTEST]: process.env['CONTEST_AGENT'] ?? 'http://127.0.0.1:4100' };
await using recording = await createRecording(file, { global: true, addresses });
await using tested = createTestAgent(agent);

const task = await tested.call('tournament', { names: ['Lion', 'Tiger', 'Salamander'] });
assert.equal(task.result(), 'Salamander');

// This fight was not recorded.
if (recording.mode === 'replay') {
  const other = await tested.call('tournament', { names: ['Lion', 'Giraffe'] });
  assert.equal(other.state, 'failed');
  assert.match(JSON.stringify(tested.log), /b \(recorded ."Tiger.", sent ."Giraffe."\)/u);
}
