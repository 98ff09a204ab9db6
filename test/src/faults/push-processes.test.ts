import type { Scope } from '@formwork/runtime';
import { createServer } from '@formwork/server';
import { expect, test } from 'vitest';
import { callJsonRpc } from '../support/json-rpc.ts';
import { createPieceAgent } from '../support/piece-agent.ts';
import { DURABLE_PUSH, startPieces } from '../support/push.ts';
import { openReceiver, toTakenIds, type Receiver } from '../support/receiver.ts';
import { startServer } from '../support/start-server.ts';
import { createTestPlace, isEngineRemote, openTestPlace } from '../support/test-engine.ts';
import { startChild, type Child } from './start-child.ts';

const PIECES = 20;
/**
 * The options of replicas whose deliveries a busy machine does not end: the clock of the test does.
 * A database has its own clock, so its leases are short.
 */
const PATIENT_PUSH = {
  ...DURABLE_PUSH,
  ...(isEngineRemote
    ? { timeoutMs: 5_000, leaseMs: 6_000 }
    : { timeoutMs: 300_000, leaseMs: 600_000 }),
};

async function startServerChild(place: string): Promise<Child & { readonly url: string }> {
  const child = await startChild('push-server', place, JSON.stringify(PATIENT_PUSH));
  const { url } = (await child.next()) as { readonly url: string };
  return { ...child, url };
}

async function expectCompleted(url: string, id: string): Promise<void> {
  await expect
    .poll(async () => (await callJsonRpc(url, { method: 'GetTask', params: { id } })).body.result)
    .toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
}

/**
 * Expects that a receiver got every event of a task at least once and in order, and that
 * repetitions are equal.
 */
function expectWhole(receiver: Receiver, taskId: string, events: number): void {
  const taken = toTakenIds(receiver);
  expect([...new Set(taken)]).toEqual(
    Array.from({ length: events }, (_, index) => `${taskId}:${index + 1}`),
  );
  const texts = new Map(
    receiver.received.map(({ headers, text }) => [headers['webhook-id'], text]),
  );
  for (const { headers, text } of receiver.received) {
    expect(text).toBe(texts.get(headers['webhook-id']));
  }
}

test('a server killed before it could deliver anything leaves it all to the next one', async () => {
  const place = createTestPlace();
  let isDown = true;
  const receiver = await openReceiver(() => ({ status: isDown ? 503 : 200 }));
  const child = await startServerChild(place);
  const config = { url: receiver.url, token: 'a-token' };
  const taskId = await startPieces(child.url, { count: PIECES, config });
  await expectCompleted(child.url, taskId);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  await child.kill();
  isDown = false;
  const engine = openTestPlace(place, { now: () => Date.now() + PATIENT_PUSH.leaseMs });
  const events = (await engine.read('' as Scope, taskId, { after: 0 })).length;
  await startServer(createPieceAgent().agent, { engine, push: PATIENT_PUSH });
  await expect.poll(() => new Set(toTakenIds(receiver)).size).toBe(events);
  expectWhole(receiver, taskId, events);
});

test.each([1, 2, 3])(
  'a server killed amid its deliveries is taken over by one that runs beside it: round %i',
  async (round) => {
    const place = createTestPlace();
    const receiver = await openReceiver(() => ({ status: 200, delayMs: 20 }));
    const child = await startServerChild(place);
    const taskId = await startPieces(child.url, { count: PIECES, config: { url: receiver.url } });
    await expectCompleted(child.url, taskId);
    let ahead = 0;
    const engine = openTestPlace(place, { now: () => Date.now() + ahead });
    const events = (await engine.read('' as Scope, taskId, { after: 0 })).length;
    await startServer(createPieceAgent().agent, { engine, push: PATIENT_PUSH });
    await expect.poll(() => receiver.received.length, { interval: 1 }).toBeGreaterThan(round * 3);
    await child.kill();
    ahead = PATIENT_PUSH.leaseMs;
    await expect.poll(() => new Set(toTakenIds(receiver)).size).toBe(events);
    expectWhole(receiver, taskId, events);
    // At most the one delivery that the killed server had begun is repeated.
    expect(receiver.received.length).toBeLessThanOrEqual(events + 1);
  },
);

test('close() gives a delivery back at once, though its receiver takes its time', async () => {
  const receiver = await openReceiver(() => ({ status: 200, delayMs: 3_600_000 }));
  const engine = openTestPlace(createTestPlace());
  const push = { ...DURABLE_PUSH, timeoutMs: 3_000_000, leaseMs: 3_600_000 };
  const server = createServer(createPieceAgent().agent, { engine, push });
  const { url } = await server.listen({ port: 0 });
  const taskId = await startPieces(url, { count: 0, config: { url: receiver.url } });
  await expect.poll(() => receiver.received.length).toBe(1);
  await server.close();
  const claim = { worker: 'test', ttlMs: 1_000 };
  expect(await engine.claimDeliveries(claim, 10)).toMatchObject([
    { taskId, after: 0, failures: 0 },
  ]);
});
