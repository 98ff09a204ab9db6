import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect } from '@formwork/client';
import { createServer } from '@formwork/server';
import agent from './agent.ts';

const server = createServer(agent);
const { url } = await server.listen({ port: 0 });
after(() => server.close());

void test('the longer name wins', async () => {
  const remote = await connect<typeof agent>(url);
  const { winner } = await remote.skill('fight').call({ a: 'Lion', b: 'Tiger' });
  assert.equal(winner, 'Tiger');
});

void test('input that does not fit is told with its place', async () => {
  const remote = await connect(url);
  await assert.rejects(remote.skill('fight').call({ a: 'Lion' }), { code: 'INPUT_INVALID' });
});
