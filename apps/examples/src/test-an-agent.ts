// Tests of an agent without a server: scripted answers, a clock that does not wait, a process that
// dies in the middle, and many inputs.

import { defineAgent, defineSkill, TransientError } from '@formwork/core';
import { checkSkill, createTestAgent, createTestClock, SkillCheckError } from '@formwork/testing';
import assert from 'node:assert/strict';

let charges = 0;

const pay = defineSkill({
  id: 'pay',
  name: 'Pay',
  description: 'Pays an invoice.',
  tags: ['money'],
  input: {
    invoice: {
      type: 'object',
      properties: { euros: { type: 'integer', minimum: 1 }, note: { type: 'string' } },
      required: ['euros'],
    },
  },
  output: {
    receipt: { type: 'object', properties: { paid: { type: 'integer' } }, required: ['paid'] },
  },
  retry: { maxAttempts: 3, delayMs: 60_000 },
  async run({ input: { euros, note = '' }, task }) {
    if (note === 'busy' && task.attempt === 1) throw new TransientError('The bank is busy.');
    if (note.length > 200) throw new Error('The bank takes notes of at most 200 characters.');
    await task.step('charge', () => {
      charges += 1;
    });
    const answer = await task.ask(`Send a receipt for ${euros} EUR?`);
    return { paid: answer === 'no' ? 0 : euros };
  },
});

const agent = defineAgent({ name: 'Bank', version: '1.0.0', skills: [pay] });

// A call with its answers. The process dies when the charge is stored, and another one goes on.
{
  await using tested = createTestAgent(agent);
  const faults = { crashAfterWrites: 1 };
  const task = await tested.call('pay', { euros: 20 }, { answers: ['yes'], faults });
  assert.deepEqual(task.result(), { paid: 20 });
  assert.equal(charges, 1);
}

// The second attempt comes after 30 to 60 s, and no answer comes for a day.
{
  using clock = createTestClock();
  const retention = { abandonedAfterMs: 86_400_000 };
  await using tested = createTestAgent(agent, { clock, retention });
  const task = await tested.start('pay', { euros: 20, note: 'busy' });
  await clock.advance('29s');
  assert.equal(task.runs, 1);
  await clock.advance('32s');
  assert.equal(task.runs, 2);
  assert.equal(task.state, 'input-required');
  await clock.advance('25h');
  assert.equal(task.state, 'failed');
}

// The schema allows notes that the handler does not.
await assert.rejects(checkSkill(agent, 'pay', { runs: 500, seed: 1 }), (error) => {
  assert(error instanceof SkillCheckError);
  const { note } = error.input as { note: string };
  assert.equal(note.length, 201);
  return true;
});
