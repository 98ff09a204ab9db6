import type { HeadersHook } from '@formwork/client';
import { connect } from '@formwork/client';
import { status, type Metadata } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { createExecutor, declared } from '../support/fight-agents.ts';
import { startStockGrpcAgent } from '../support/stock-grpc-agent.ts';

const pair = { a: 'Ant', b: 'Bee' };

/** Makes a gRPC check that refuses callers without the current token. */
function createGate(token: () => string) {
  return (metadata: Metadata) =>
    metadata.get('authorization')[0] === `Bearer ${token()}`
      ? undefined
      : { code: status.UNAUTHENTICATED, details: 'Who are you?' };
}

test('sends headers over gRPC to origins that are trusted', async () => {
  const refuse = createGate(() => 'good');
  const { url, port, calls } = await startStockGrpcAgent(createExecutor(), {
    fields: declared,
    refuse,
  });
  const headers = { Authorization: 'Bearer good', 'X-Trace': '1' };
  const origin = `http://127.0.0.1:${port}`;
  const agent = await connect(url, { headers, trustedOrigins: [origin] });
  expect(agent.warnings).toEqual([]);
  expect(await agent.skill('fight').call(pair)).toEqual({ winner: 'Bee' });
  expect(calls[0]?.metadata.get('x-trace')).toEqual(['1']);

  const wary = await connect(url, { headers });
  expect(wary.warnings).toEqual([expect.stringContaining(`door is at ${origin}`)]);
  await expect(wary.send('Hi')).rejects.toMatchObject({
    reason: 'UNAUTHENTICATED',
    message: expect.stringContaining('Pass headers that say who calls') as string,
  });
  expect(calls.at(-1)?.metadata.get('authorization')).toEqual([]);
});

test('asks for new headers once, for calls and for streams', async () => {
  let token = 'one';
  const refuse = createGate(() => token);
  const { url, port, calls } = await startStockGrpcAgent(createExecutor(), {
    fields: declared,
    refuse,
  });
  let known = 'none';
  const asked: boolean[] = [];
  const headers: HeadersHook = async ({ refused }) => {
    asked.push(refused);
    if (refused) known = await Promise.resolve(token);
    return { authorization: `Bearer ${known}` };
  };
  const trustedOrigins = [`http://127.0.0.1:${port}`];
  // Connecting also calls the agent, to read its card.
  const agent = await connect(url, { headers, trustedOrigins });
  asked.length = 0;
  const fight = agent.skill('fight');
  expect(await fight.call(pair)).toEqual({ winner: 'Bee' });
  expect(asked).toEqual([false, true]);
  token = 'two';
  const events = await collect(fight.stream(pair));
  expect(events.map(({ kind }) => kind)).toEqual(['working', 'artifact', 'result']);
  expect(asked).toEqual([false, true, false, true]);
  expect(calls).toHaveLength(4);

  const hopeless = await connect(url, { headers: () => ({ authorization: 'x' }), trustedOrigins });
  await expect(hopeless.send('Hi')).rejects.toMatchObject({ reason: 'UNAUTHENTICATED' });
  await expect(collect(hopeless.streamSend('Hi'))).rejects.toMatchObject({
    reason: 'UNAUTHENTICATED',
  });
  expect(calls).toHaveLength(8);
});

test.each([
  ['authorization', 'Bearer secret\n'],
  ['x-name', 'secretü'],
  ['x-data-bin', 'secret'],
])('refuses a header that gRPC cannot carry without showing it: %s', async (name, value) => {
  const { url, port, calls } = await startStockGrpcAgent(createExecutor(), { fields: declared });
  const headers = { [name]: value };
  const trustedOrigins = [`http://127.0.0.1:${port}`];
  const fetchCard: typeof fetch = (input) => fetch(input);
  const agent = await connect(url, { headers, trustedOrigins, fetch: fetchCard });
  const error: unknown = await agent.send('Hi').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'REQUEST_FAILED',
    message: expect.stringContaining(name) as string,
  });
  expect(String(error)).not.toContain('secret');
  expect(calls).toEqual([]);
});

test('gets the extended card over gRPC', async () => {
  const fields = {
    ...declared,
    capabilities: { ...declared.capabilities, extendedAgentCard: true },
  };
  const { url, port } = await startStockGrpcAgent(createExecutor(), { fields });
  const trustedOrigins = [`http://127.0.0.1:${port}`];
  const agent = await connect(url, { headers: { 'x-api-key': 'k' }, trustedOrigins });
  // A stock agent has an extended card only if it is configured with one.
  expect(agent.warnings).toEqual([expect.stringContaining('extended card could not be used')]);
  expect(await agent.skill('fight').call(pair)).toEqual({ winner: 'Bee' });
});
