// A skill that declines a request, takes a whole answer as data, and adds a last message to its
// result.

import { connect, TaskError } from '@formwork/client';
import { defineAgent, defineSkill, RejectedError } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const refund = defineSkill({
  id: 'refund',
  name: 'Refund',
  description: 'Pays an amount back.',
  tags: ['money'],
  input: {
    claim: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  },
  output: {
    payment: { type: 'object', properties: { paid: { type: 'number' } }, required: ['paid'] },
  },
  async run({ input: { amount }, task }) {
    if (amount > 500) throw new RejectedError('Claims above 500 EUR need a letter.');
    await task.progress();
    const { text, files } = await task.ask('Why do you want it back?', { answer: 'message' });
    const names = files.map(({ name }) => name).join(', ');
    task.conclude(`We are sorry to hear: ${text} (${names})`);
    return { paid: amount };
  },
});

const agent = defineAgent({ name: 'Shop', version: '1.0.0', skills: [refund] });
const server = createServer(agent);
const { url } = await server.listen({ port: 0 });
const skill = (await connect<typeof agent>(url)).skill('refund');

await assert.rejects(skill.call({ amount: 900 }), (error) => {
  assert(error instanceof TaskError);
  assert.equal(error.state, 'rejected');
  assert.equal(error.outcome.text, 'Claims above 500 EUR need a letter.');
  return true;
});

const asked = await skill.run({ amount: 20 });
assert(asked.state === 'input-required' && asked.question.kind === 'text');
const photo = { content: new Uint8Array([1]), name: 'photo.png', mediaType: 'image/png' };
const paid = await asked.question.answer('it squeaks', { files: [photo] });
assert(paid.state === 'completed');
assert.deepEqual(paid.data, { paid: 20 });
assert.equal(paid.conclusion, 'We are sorry to hear: it squeaks (photo.png)');

await server.close();
