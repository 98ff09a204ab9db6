import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { createServer } from '@formwork/server';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BINDINGS, bindingOptions, callAgent, testOverBindings } from '../support/bindings.ts';
import { ALL_DOORS, DOORS, findTaskId, type Door } from '../support/doors.ts';
import { collect, collectEvents, readEvents } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { openTaskEngine } from '../support/test-engine.ts';

const WORK = { schema: 'work', data: {} };
const NEVER = new Promise<void>(() => undefined);
/** The longest time that `close()` waits for handlers, in milliseconds. */
const GRACE_MS = 5_000;

interface Worker {
  readonly agent: Agent;
  /** The abort signals of all handler runs so far, by which tests see which runs were stopped. */
  readonly signals: readonly AbortSignal[];
}

/** Makes an agent whose handler works until its signal aborts, or for ever. */
function createWorker({ ignoresSignal }: { readonly ignoresSignal: boolean }): Worker {
  const signals: AbortSignal[] = [];
  const skill = defineSkill({
    id: 'work',
    name: 'Work',
    description: 'Works for a long time.',
    tags: [],
    input: { work: { type: 'object' } },
    run: async ({ task: { signal } }) => {
      signals.push(signal);
      await (ignoresSignal ? NEVER : once(signal, 'abort'));
    },
  });
  return { agent: defineAgent({ name: 'Worker', version: '1.0.0', skills: [skill] }), signals };
}

function createSend() {
  const message = createMessage([createTaggedPart(WORK.schema, WORK.data)]);
  return { method: 'SendMessage', params: { message } };
}

function sendByRest(url: string): Promise<Response> {
  return fetch(`${url}/a2a/rest/message:send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify(createSend().params),
  });
}

/** Resolves when the port of a URL is free again. */
async function expectFree(url: string): Promise<void> {
  const server = createHttpServer().listen(Number(new URL(url).port), '127.0.0.1');
  await once(server, 'listening');
  server.close();
}

function toDoor(name: string): Door {
  const door = DOORS.find((candidate) => candidate.name === name);
  if (door === undefined) throw new Error(`There is no door ${name}`);
  return door;
}

test('close() refuses work, answers who waits, ends streams and frees the port though a handler ignores its signal', async () => {
  // Time passes as usual until the grace period of `close()`, which the test skips.
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    fakeNodeBuiltins: true,
  });
  onTestFinished(() => void vi.useRealTimers());
  const { agent, signals } = createWorker({ ignoresSignal: true });
  const server = createServer(agent, WITH_GRPC);
  const { url, grpcUrl } = await server.listen({ port: 0 });
  const modern = toDoor('JSON-RPC 1.0');
  const legacy = toDoor('JSON-RPC 0.3');
  const blocking = BINDINGS.map((binding) => binding.call(url, createSend(), {}));
  const streams = await Promise.all(ALL_DOORS.map((door) => door.stream(url, WORK)));
  await expect.poll(() => signals.length).toBe(BINDINGS.length + ALL_DOORS.length);

  const closed = server.close();
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  const answers = await Promise.all(blocking);
  for (const { body } of answers) {
    expect(body.error).toMatchObject({ code: -32_000, data: [{ reason: 'UNAVAILABLE' }] });
  }
  expect(answers.slice(1).map(({ status }) => status)).toEqual([503, 503]);
  const taskIds: string[] = [];
  for (const [index, door] of ALL_DOORS.entries()) {
    const events = await collectEvents(streams[index] ?? new Response());
    taskIds.push(...events.slice(0, 1).map((event) => findTaskId(door, event)));
    expect(events.every(({ name }) => name === 'message')).toBe(true);
  }

  // The handlers are still working, and the server still answers.
  for (const binding of BINDINGS) {
    const { body } = await binding.call(url, createSend(), {});
    const message = expect.stringContaining('Send it again later');
    expect(body.error).toMatchObject({ code: -32_000, message });
  }
  const refused = await sendByRest(url);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({
    error: { code: 503, status: 'UNAVAILABLE', details: [{ reason: 'UNAVAILABLE' }] },
  });
  const late = await modern.stream(url, WORK);
  expect(late.headers.get('retry-after')).toBe('5');
  expect(await late.json()).toHaveProperty('error.code', -32_000);
  const [event] = await collectEvents(await legacy.stream(url, WORK));
  expect(event).toMatchObject({ name: 'error', data: { error: { code: -32_000 } } });
  expect(signals).toHaveLength(BINDINGS.length + ALL_DOORS.length);
  const [taskId = ''] = taskIds;
  const found = await callAgent(url, { method: 'GetTask', params: { id: taskId } });
  expect(found.body.result).toMatchObject({ status: { state: 'TASK_STATE_WORKING' } });
  for (const door of ALL_DOORS) {
    expect(await (await door.subscribe(url, taskId)).text()).toContain('UNAVAILABLE');
  }

  await vi.advanceTimersByTimeAsync(GRACE_MS);
  await closed;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  await expectFree(url);
  await expectFree(`http://${grpcUrl}`);
});

test.each(ALL_DOORS)(
  'close() is done as soon as handlers have heeded their signals, $name',
  async (door) => {
    const { agent, signals } = createWorker({ ignoresSignal: false });
    const server = createServer(agent, WITH_GRPC);
    const { url } = await server.listen({ port: 0 });
    const events = readEvents(await door.stream(url, WORK));
    await events.next();
    await expect.poll(() => signals.length).toBe(1);
    const closing = server.close();
    expect(server.close()).toBe(closing);
    await closing;
    expect(signals[0]?.aborted).toBe(true);
    expect(await collect(events)).not.toContainEqual(expect.objectContaining({ name: 'error' }));
    await expectFree(url);
  },
);

test('close() does not wait for clients that never send, nor for those that never read', async () => {
  const { agent } = createWorker({ ignoresSignal: false });
  const server = createServer(agent);
  const { url } = await server.listen({ port: 0 });
  const port = Number(new URL(url).port);
  const silent = connect(port, '127.0.0.1');
  const halfway = connect(port, '127.0.0.1');
  halfway.write('POST /a2a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
  const gone = [silent, halfway].map((socket) =>
    once(
      socket.on('error', () => undefined),
      'close',
    ),
  );
  await Promise.all([once(silent, 'connect'), once(halfway, 'connect')]);
  await fetch(`${url}/.well-known/agent-card.json`).then((response) => response.text());
  await server.close();
  await expectFree(url);
  silent.resume();
  halfway.resume();
  await Promise.all(gone);
});

testOverBindings(
  'close() ends all the same when the engine was closed before, and says so',
  async () => {
    const { agent, signals } = createWorker({ ignoresSignal: false });
    const engine = openTaskEngine();
    const warned: string[] = [];
    const logger = {
      info: () => undefined,
      warn: (text: string) => void warned.push(text),
      error: () => undefined,
    };
    const server = createServer(agent, {
      engine,
      logger,
      push: { allowAnonymous: true },
      retention: { maxCount: 5 },
      ...bindingOptions(),
    });
    const { url } = await server.listen({ port: 0 });
    const sending = callAgent(url, createSend());
    await expect.poll(() => signals.length).toBe(1);
    await engine.close();
    await server.close();
    expect(signals[0]?.aborted).toBe(true);
    expect((await sending).body.error).toMatchObject({ code: -32_000 });
    expect(warned).toContain(
      'Cannot give tasks back because the engine was closed before the server',
    );
    await expectFree(url);
  },
);
