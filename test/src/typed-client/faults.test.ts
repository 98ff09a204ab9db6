import { connect, type CallEvent, type ConnectOptions } from '@formwork/client';
import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { createApiKeyAuthentication } from '@formwork/server';
import { describe, test } from 'vitest';
import { Barriers } from '../support/barriers.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { collect } from '../support/event-stream.ts';
import { createGate } from '../support/gate.ts';
import { createPieceAgent } from '../support/piece-agent.ts';
import { startServer } from '../support/start-server.ts';
import { followTests } from '../support/test-end.ts';
import { CLIENT_DOORS, isForCard } from './client-doors.ts';

followTests();

const FAST = { retry: { baseMs: 5 } } satisfies ConnectOptions;

/** Makes a `fetch` that sends all requests to another address, except requests for the card. */
function via(address: string, fetchCard: typeof fetch = fetch): typeof fetch {
  return (input, init) => {
    if (isForCard(input)) return fetchCard(input, init);
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return fetch(new URL(pathname + search, address), init);
  };
}

function toText(events: readonly CallEvent<unknown>[]): string {
  let text = '';
  for (const event of events) {
    if (event.kind === 'artifact') text = event.append ? text + event.text : event.text;
  }
  return text;
}

/** Makes an agent that counts its runs, which wait for what their input says. */
function createCounter(): {
  readonly agent: Agent;
  readonly runs: () => number;
  readonly waits: Barriers;
} {
  const waits = new Barriers();
  let runs = 0;
  const skill = defineSkill({
    id: 'count',
    name: 'Count',
    description: 'Counts its runs.',
    tags: [],
    input: { wait: { type: 'object', properties: { for: { type: 'string' } } } },
    output: {
      runs: { type: 'object', properties: { runs: { type: 'integer' } }, required: ['runs'] },
    },
    run: async ({ input, task }) => {
      runs += 1;
      if (input.for !== undefined) await waits.pass(input.for, task.signal);
      return { runs };
    },
  });
  return {
    agent: defineAgent({ name: 'Counter', version: '1.0.0', skills: [skill] }),
    runs: () => runs,
    waits,
  };
}

// These tests mostly wait.
describe.concurrent.each(CLIENT_DOORS)('over $name', ({ options }) => {
  test('streams that are cut again and again lose nothing and repeat nothing', async ({
    expect,
  }) => {
    const { agent: pieces } = createPieceAgent();
    const { url } = await startServer(pieces);
    // Each connection is cut a few events later than the one before.
    const proxy = await startCuttingProxy(url, { cutAfter: (n) => 2000 + n * 700 });
    const agent = await connect(url, {
      ...options,
      ...FAST,
      fetch: via(proxy.url, options.fetch),
    });
    const events = await collect(agent.skill('pieces').stream({ count: 60, size: 40 }));
    const expected = Array.from({ length: 60 }, (_, n) => `${n} `.padEnd(40, 'x')).join('');
    expect(toText(events)).toBe(expected);
    expect(events.at(-1)).toMatchObject({ kind: 'result' });
    expect(proxy.count()).toBeGreaterThan(3);
  });

  test('a wait whose connection breaks finds its task again', async ({ expect }) => {
    const { agent: counter, runs, waits } = createCounter();
    const { url } = await startServer(counter);
    const proxy = await startCuttingProxy(url);
    const agent = await connect(url, {
      ...options,
      ...FAST,
      fetch: via(proxy.url, options.fetch),
    });
    const call = agent.skill('count').call({ for: 'cut' });
    await expect.poll(runs).toBe(1);
    const before = proxy.count();
    proxy.cut();
    await expect.poll(proxy.count).toBeGreaterThan(before);
    waits.lift('cut');
    expect(await call).toEqual({ runs: 1 });
    expect(runs()).toBe(1);
  });

  test('artifacts of more than 4 MiB arrive, in streams as well', async ({ expect }) => {
    const { agent: pieces } = createPieceAgent();
    const { url } = await startServer(pieces);
    const agent = await connect(url, { ...options, ...FAST });
    const size = 5 * 1024 * 1024;
    const events = await collect(agent.skill('pieces').stream({ count: 1, size }));
    expect(toText(events)).toHaveLength(size);
    const outcome = await agent.skill('pieces').run({ count: 1, size });
    expect(outcome.text).toHaveLength(size);
  });

  test('an aborted wait leaves the task alone, or stops it if asked to', async ({ expect }) => {
    const { agent: counter, waits } = createCounter();
    const { url } = await startServer(counter);
    const agent = await connect(url, options);
    const skill = agent.skill('count');
    const leaveAlone = async (): Promise<void> => {
      // Even on a busy machine, the client learns the task's id before the deadline.
      const error: unknown = await skill
        .call({ for: 'deadline' }, { deadlineMs: 4000 })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: 'DEADLINE_EXCEEDED',
        taskId: expect.any(String) as string,
      });
      const { taskId } = error as { readonly taskId: string };
      waits.lift('deadline');
      expect(await skill.task(taskId).wait()).toMatchObject({ state: 'completed' });
    };
    const stop = async (): Promise<void> => {
      const controller = new AbortController();
      const call = skill.call({ for: 'never' }, { signal: controller.signal, onAbort: 'cancel' });
      // Real time: a call does not say when it has learned the id of its task.
      setTimeout(() => controller.abort(), 4000);
      const stopped: unknown = await call.catch((thrown: unknown) => thrown);
      expect(stopped).toMatchObject({
        code: 'ABORTED',
        message: expect.stringContaining('asked to stop') as string,
      });
      const task = skill.task((stopped as { readonly taskId: string }).taskId);
      expect(await task.wait()).toMatchObject({ state: 'canceled' });
      expect(await task.cancel()).toMatchObject({ state: 'canceled' });
    };
    await Promise.all([leaveAlone(), stop()]);
  });
});

test.concurrent('a task is canceled whose id was not known yet when the wait was aborted', async ({
  expect,
}) => {
  const { agent: counter, runs } = createCounter();
  const { url } = await startServer(counter);
  const late = createGate();
  const agent = await connect(url, {
    ...FAST,
    async fetch(input, init) {
      const response = await fetch(input, init);
      if (!isForCard(input)) await late.opened;
      return response;
    },
  });
  const controller = new AbortController();
  const options = { signal: controller.signal, onAbort: 'cancel' } as const;
  const call = agent.skill('count').call({ for: 'never' }, options);
  await expect.poll(runs).toBe(1);
  controller.abort();
  late.open();
  const stopped: unknown = await call.catch((thrown: unknown) => thrown);
  expect(stopped).toMatchObject({
    code: 'ABORTED',
    message: expect.stringContaining('asked to stop') as string,
  });
  const task = agent.task((stopped as { readonly taskId: string }).taskId);
  expect(await task.wait()).toMatchObject({ state: 'canceled' });
});

test.concurrent('answers that say "later" are waited for, with the same message', async ({
  expect,
}) => {
  const { agent: counter, runs } = createCounter();
  const { url } = await startServer(counter);
  const ids: unknown[] = [];
  const answers = [
    () => new Response('busy', { status: 503, headers: { 'retry-after': '0' } }),
    () => new Response('slow down', { status: 429 }),
    () => {
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
      });
    },
  ];
  const agent = await connect(url, {
    ...FAST,
    fetch: (input, init) => {
      if (typeof init?.body !== 'string') return fetch(input, init);
      const { params } = JSON.parse(init.body) as { params: { message: { messageId: string } } };
      ids.push(params.message.messageId);
      const answer = answers.shift();
      return answer === undefined ? fetch(input, init) : Promise.resolve().then(answer);
    },
  });
  expect(await agent.skill('count').call({})).toEqual({ runs: 1 });
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(1);
  expect(runs()).toBe(1);
});

test.concurrent('what would be wrong again is not tried again', async ({ expect }) => {
  const { agent: counter } = createCounter();
  const { url } = await startServer(counter);
  let count = 0;
  const agent = await connect(url, {
    ...FAST,
    fetch: (input, init) => {
      if (init?.method !== 'POST') return fetch(input, init);
      count += 1;
      return Promise.resolve(new Response('<h1>No</h1>', { status: 400 }));
    },
  });
  await expect(agent.skill('count').call({})).rejects.toMatchObject({
    code: 'REQUEST_FAILED',
    status: 400,
  });
  expect(count).toBe(1);
});

test.concurrent('a message whose fate is unknown is not repeated unless that is safe', async ({
  expect,
}) => {
  const { agent: counter } = createCounter();
  const { url } = await startServer(counter);
  for (const [resend, expected] of [
    ['never', 1],
    ['known', 3],
  ] as const) {
    let count = 0;
    const agent = await connect(url, {
      retry: { baseMs: 1, attempts: 3, resend },
      fetch: (input, init) => {
        if (init?.method !== 'POST') return fetch(input, init);
        count += 1;
        return Promise.reject(new TypeError('terminated'));
      },
    });
    await expect(agent.skill('count').call({})).rejects.toMatchObject({ reason: 'NETWORK' });
    expect(count).toBe(expected);
  }
});

test.concurrent('credentials are refreshed once, and told to nobody else', async ({ expect }) => {
  const { agent: counter } = createCounter();
  const authenticate = createApiKeyAuthentication({ keys: { 'key-2-which-is-long': 'ada' } });
  const { url } = await startServer(counter, { authenticate, requireAuthentication: true });
  const asked: boolean[] = [];
  const agent = await connect(url, {
    headers: ({ refused }) => {
      asked.push(refused);
      return { 'x-api-key': refused ? 'key-2-which-is-long' : 'expired' };
    },
  });
  expect(await agent.skill('count').call({})).toEqual({ runs: 1 });
  expect(asked.at(-1)).toBe(true);
  const stranger = await connect(url, { headers: { 'x-api-key': 'wrong' } });
  await expect(stranger.skill('count').call({})).rejects.toMatchObject({
    code: 'REQUEST_FAILED',
    reason: 'UNAUTHENTICATED',
    message: expect.stringContaining('Pass headers') as string,
  });

  // The interface is the same, but the card comes from another origin.
  const elsewhere = await startCuttingProxy(url);
  const other = await connect(elsewhere.url, { headers: { 'x-api-key': 'key-2-which-is-long' } });
  expect(other.warnings).toMatchObject([expect.stringContaining('trustedOrigins')]);
  await expect(other.skill('count').call({})).rejects.toMatchObject({
    reason: 'UNAUTHENTICATED',
  });
  const trusting = await connect(elsewhere.url, {
    headers: { 'x-api-key': 'key-2-which-is-long' },
    trustedOrigins: [new URL(url).origin],
  });
  expect(await trusting.skill('count').call({})).toMatchObject({ runs: 2 });
});
