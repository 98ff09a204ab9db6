import { checkSkill, createTestAgent } from '@formwork/testing';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import agent from './agent.ts';

// The agent runs in this process, without a server.
const tested = createTestAgent(agent);
after(() => tested.close());

void test('the longer name wins', async () => {
  const task = await tested.call('fight', { a: 'Lion', b: 'Tiger' });
  assert.deepEqual(task.result(), { winner: 'Tiger' });
});

void test('input that does not fit is told with its place', async () => {
  // @ts-expect-error -- the second contestant is missing
  const refused = tested.call('fight', { a: 'Lion' });
  await assert.rejects(refused, { code: 'MESSAGE_REFUSED', message: /\/b: is required/u });
});

void test('every input that fits has a result that fits', async () => {
  await checkSkill(agent, 'fight', { runs: 50 });
});
