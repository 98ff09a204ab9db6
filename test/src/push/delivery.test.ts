import type { Scope } from '@formwork/runtime';
import { createServer } from '@formwork/server';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, test } from 'vitest';
import { createPieceAgent } from '../support/piece-agent.ts';
import { callPush, QUICK_PUSH, startPieces } from '../support/push.ts';
import { openReceiver, toTakenIds, type Received } from '../support/receiver.ts';
import { startServer } from '../support/start-server.ts';
import { followTests } from '../support/test-end.ts';
import { openTaskEngine } from '../support/test-engine.ts';

// Each test waits for its own receivers and servers.
followTests();

const TOKEN = 'a-token-of-the-receiver';

function toSeq(id: string): number {
  return Number(id.slice(id.lastIndexOf(':') + 1));
}

function isOver({ body }: Received): boolean {
  const update = body['statusUpdate'] as
    | { readonly status: { readonly state: string } }
    | undefined;
  return update?.status.state === 'TASK_STATE_COMPLETED';
}

test.concurrent('an inline config is told of everything, in order, from the creation of the task on', async ({
  expect,
}) => {
  const receiver = await openReceiver();
  const { agent } = createPieceAgent();
  const engine = openTaskEngine();
  const { url } = await startServer(agent, { engine, push: QUICK_PUSH });
  const taskId = await startPieces(url, { count: 3, config: { url: receiver.url } });
  await expect.poll(() => receiver.received.some(isOver)).toBe(true);
  const kinds = receiver.received.map(({ body }) => Object.keys(body));
  expect(kinds[0]).toEqual(['statusUpdate']);
  expect(receiver.received[0]?.body).toMatchObject({
    statusUpdate: { taskId, status: { state: 'TASK_STATE_SUBMITTED' } },
  });
  const texts = receiver.received.flatMap(({ body }) => {
    const update = body['artifactUpdate'] as
      | { readonly artifact: { readonly parts: readonly { readonly text: string }[] } }
      | undefined;
    return update?.artifact.parts.map(({ text }) => text.trim()) ?? [];
  });
  expect(texts).toEqual(['0', '1', '2']);
  // The number of events depends on how many pieces one write has gathered, so the log counts.
  const log = await engine.read('' as Scope, taskId, { after: 0 });
  expect(log.length).toBeGreaterThan(2);
  expect(toTakenIds(receiver)).toEqual(log.map(({ seq }) => `${taskId}:${seq}`));
});

test.concurrent('a config that is set later is told of what comes then', async ({ expect }) => {
  const receiver = await openReceiver();
  const { agent, release, sent } = createPieceAgent();
  const { url } = await startServer(agent, { push: QUICK_PUSH });
  const taskId = await startPieces(url, { count: 4, holdAt: 2 });
  await expect.poll(sent).toBe(2);
  await callPush(url, ['Create', { taskId, url: receiver.url }]);
  expect(receiver.received).toEqual([]);
  release();
  await expect.poll(() => receiver.received.some(isOver)).toBe(true);
  const pieces = receiver.received.filter(({ body }) => 'artifactUpdate' in body);
  expect(pieces).toHaveLength(2);
});

test.concurrent('nothing is told after a config was deleted', async ({ expect }) => {
  const [receiver, other] = await Promise.all([openReceiver(), openReceiver()]);
  const { agent, release, sent } = createPieceAgent();
  const { url } = await startServer(agent, { push: QUICK_PUSH });
  const taskId = await startPieces(url, { count: 2, holdAt: 1, config: { url: receiver.url } });
  await expect.poll(sent).toBe(1);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(1);
  await expect
    .poll(() => Object.keys(receiver.received.at(-1)?.body ?? {}))
    .toEqual(['artifactUpdate']);
  const before = receiver.received.length;
  await callPush(url, ['Delete', { taskId, id: taskId }]);
  await callPush(url, ['Create', { taskId, id: 'other', url: other.url }]);
  release();
  // Whoever is still told of this task has been told of its end.
  await expect.poll(() => other.received.some(isOver)).toBe(true);
  expect(receiver.received).toHaveLength(before);
});

test.concurrent('requests carry the credentials, the token, an id and a signature that verifies', async ({
  expect,
}) => {
  const receiver = await openReceiver((count) => ({ status: count < 2 ? 503 : 200 }));
  const { agent } = createPieceAgent();
  const { url, logged } = await startServer(agent, { push: QUICK_PUSH });
  const authentication = { scheme: 'Bearer', credentials: 'a-key-of-the-receiver' };
  const config = { url: receiver.url, token: TOKEN, authentication };
  const taskId = await startPieces(url, { count: 0, config });
  await expect.poll(() => receiver.received.some(isOver)).toBe(true);
  for (const { headers, text, status } of receiver.received) {
    expect(headers).toMatchObject({
      'content-type': 'application/a2a+json',
      'a2a-version': '1.0',
      authorization: 'Bearer a-key-of-the-receiver',
      'x-a2a-notification-token': TOKEN,
    });
    // The library by which other receivers verify signatures, over the bytes as they came.
    const signed = headers as Record<string, string>;
    const webhook = new Webhook(TOKEN, { format: 'raw' });
    expect(webhook.verify(text, signed)).toEqual(JSON.parse(text));
    expect(() => webhook.verify(`${text} `, signed)).toThrow('No matching signature found');
    expect([status, headers['webhook-id']]).toEqual(
      status === 503 ? [503, `${taskId}:1`] : [200, expect.stringContaining(`${taskId}:`)],
    );
  }
  expect(logged.join('\n')).toContain('Cannot deliver a notification yet');
  expect(logged.join('\n')).not.toMatch(/a-key-of|a-token-of|\/hook/u);
});

test.concurrent('without a token there is no signature, and only what was declared', async ({
  expect,
}) => {
  const receiver = await openReceiver();
  const { agent } = createPieceAgent();
  const { url } = await startServer(agent, { push: QUICK_PUSH });
  await startPieces(url, { count: 0, config: { url: receiver.url } });
  await expect.poll(() => receiver.received.some(isOver)).toBe(true);
  for (const name of ['authorization', 'x-a2a-notification-token', 'webhook-signature']) {
    expect(receiver.received[0]?.headers).not.toHaveProperty(name);
  }
});

test.concurrent('a receiver that fails at random gets everything, in order, and repeats only in a row', async ({
  expect,
}) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(200, 204, 302, 404, 429, 500, 503), { maxLength: 30 }),
      fc.integer({ min: 0, max: 8 }),
      async (statuses, count) => {
        const receiver = await openReceiver((index) => ({ status: statuses[index] ?? 200 }));
        const { agent } = createPieceAgent();
        const push = { ...QUICK_PUSH, maxAttempts: 100, retryBaseMs: 1, retryCapMs: 2 };
        const engine = openTaskEngine();
        const server = createServer(agent, { push, engine, logger: SILENT });
        const { url } = await server.listen({ port: 0 });
        const taskId = await startPieces(url, { count, config: { url: receiver.url } });
        const isTaken = (received: Received): boolean => isOver(received) && received.status < 300;
        await expect.poll(() => receiver.received.some(isTaken)).toBe(true);
        await server.close();
        const seqs = receiver.received.map(({ headers }) => toSeq(String(headers['webhook-id'])));
        // Events come at least once each, in the order of the log, without gaps.
        expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
        const taken = toTakenIds(receiver);
        expect(taken).toEqual(taken.map((_id, index) => `${taskId}:${index + 1}`));
        // A repeated delivery has the same bytes.
        const texts = new Map<unknown, string>();
        for (const { headers, text } of receiver.received) {
          const first = texts.get(headers['webhook-id']) ?? text;
          expect(text).toBe(first);
          texts.set(headers['webhook-id'], first);
        }
      },
    ),
    { seed: 20_261_121, numRuns: 15 },
  );
});

test.concurrent('a slow receiver does not hold up another one of the same task', async ({
  expect,
}) => {
  const slow = await openReceiver(() => ({ status: 200, delayMs: 3_600_000 }));
  const quick = await openReceiver();
  const { agent, release } = createPieceAgent();
  const push = { ...QUICK_PUSH, timeoutMs: 3_600_000 };
  const { url } = await startServer(agent, { push });
  const config = { id: 'slow', url: slow.url };
  const taskId = await startPieces(url, { count: 1, holdAt: 0, config });
  await callPush(url, ['Create', { taskId, id: 'quick', url: quick.url }]);
  release();
  await expect.poll(() => quick.received.some(isOver)).toBe(true);
  expect(slow.received.length).toBeLessThan(2);
});

describe('a receiver is given up', () => {
  test.concurrent.for([
    ['at once when it is gone', { status: 410 }, { attempts: 1, reason: 'answered 410' }],
    ['after enough failures', { status: 500 }, { attempts: 3, reason: 'answered 500' }],
    ['after enough redirects', { status: 307 }, { attempts: 3, reason: 'answered 307' }],
  ] as const)('%s', async ([, { status }, { attempts, reason }], { expect }) => {
    const elsewhere = await openReceiver();
    const headers = { Location: elsewhere.url };
    const receiver = await openReceiver(() => ({ status, headers }));
    const engine = openTaskEngine();
    const { agent } = createPieceAgent();
    const push = { ...QUICK_PUSH, maxAttempts: 3 };
    const { url, logged } = await startServer(agent, { engine, push });
    const config = { id: 'mine', url: receiver.url, token: TOKEN };
    const taskId = await startPieces(url, { count: 2, config });
    await expect.poll(() => engine.listDeadLetters()).toHaveLength(1);
    expect(await engine.listDeadLetters()).toEqual([
      {
        taskId,
        scope: '',
        configId: 'mine',
        url: receiver.url,
        after: 0,
        failures: attempts,
        reason: `The receiver ${reason}`,
        diedAt: expect.any(String),
      },
    ]);
    expect(receiver.received).toHaveLength(attempts);
    expect(elsewhere.received).toEqual([]);
    expect(logged.filter((line) => line.startsWith('Cannot deliver notifications any'))).toEqual([
      expect.stringContaining(taskId),
    ]);
    expect(logged.join('\n')).not.toContain(TOKEN);
  });

  test.concurrent('and goes on without a gap when it is revived, or its config set again', async ({
    expect,
  }) => {
    let isWell = false;
    const receiver = await openReceiver(() => ({ status: isWell ? 200 : 410 }));
    const engine = openTaskEngine();
    const { agent } = createPieceAgent();
    const { url } = await startServer(agent, { engine, push: QUICK_PUSH });
    const taskId = await startPieces(url, { count: 2, config: { url: receiver.url } });
    const setAgain = await startPieces(url, { count: 2, config: { url: receiver.url } });
    await expect.poll(() => engine.listDeadLetters()).toHaveLength(2);
    isWell = true;
    expect(await engine.reviveDeadLetter({ scope: '' as Scope, taskId, configId: taskId })).toBe(
      true,
    );
    await callPush(url, ['Create', { taskId: setAgain, url: receiver.url }]);
    await expect.poll(() => receiver.received.filter(isOver)).toHaveLength(2);
    for (const id of [taskId, setAgain]) {
      const taken = toTakenIds(receiver).filter((name) => name.startsWith(id));
      expect(taken).toEqual(taken.map((_name, index) => `${id}:${index + 1}`));
    }
  });
});

const nothing = (): void => undefined;
const SILENT = { info: nothing, warn: nothing, error: nothing };
