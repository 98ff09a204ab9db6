import { connect } from '@formwork/client';
import { defineAgent, defineSkill, TransientError } from '@formwork/core';
import type { TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import { context, trace } from '@opentelemetry/api';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveAllDoors } from '../support/all-doors.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { createPieceAgent } from '../support/piece-agent.ts';
import { QUICK_PUSH, startPieces } from '../support/push.ts';
import { openReceiver } from '../support/receiver.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';
import { startCollector, startMeter } from './collector.ts';

const word = {
  type: 'object',
  properties: { value: { type: 'string' } },
  required: ['value'],
} as const;

function createEcho(run: (value: string, attempt: number) => unknown = (value) => value) {
  return defineAgent({
    name: 'Echo',
    version: '1',
    skills: [
      defineSkill({
        id: 'echo',
        name: 'Echo',
        description: 'Says it again.',
        tags: [],
        input: { word },
        output: { word },
        retry: { maxAttempts: 3, delayMs: 1 },
        async run({ input, task }) {
          return { value: String(await run(input.value, task.attempt)) };
        },
      }),
    ],
  });
}

function send(url: string, schema: string, data: unknown) {
  const params = { message: createMessage([createTaggedPart(schema, data)]) };
  return callJsonRpc(url, { method: 'SendMessage', params });
}

test('requests, tasks, queues and attempts are counted', async () => {
  const meter = startMeter();
  const { url } = await startServer(
    createEcho((value, attempt) => {
      if (value === 'twice' && attempt === 1) throw new TransientError('again');
      if (value === 'never') throw new Error('no');
      return value;
    }),
  );
  await send(url, 'word', { value: 'once' });
  await send(url, 'word', { value: 'twice' });
  await send(url, 'word', { value: 'never' });
  const request = { door: 'json-rpc', method: 'SendMessage' };
  await expect
    .poll(() =>
      meter.value('formwork_request_duration_seconds_count', { ...request, outcome: 'ok' }),
    )
    .toBe(3);
  const states = (state: string) => meter.value('formwork_task_states_total', { state });
  expect(await states('submitted')).toBe(3);
  expect(await states('completed')).toBe(2);
  expect(await states('failed')).toBe(1);
  expect(await meter.value('formwork_queue_age_seconds_count', { skill: 'echo' })).toBe(3);
  const attempts = (outcome: string) =>
    meter.value('formwork_attempt_duration_seconds_count', { skill: 'echo', outcome });
  expect(await attempts('completed')).toBe(2);
  expect(await attempts('retry')).toBe(1);
  expect(await attempts('failed')).toBe(1);
  expect(await meter.value('formwork_attempts_running')).toBe(0);
});

test('requests are counted at their door, in whatever case its path is written', async () => {
  const meter = startMeter();
  const { url } = await startServer(createEcho());
  const message = createMessage([createTaggedPart('word', { value: 'once' })]);
  const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  const answers = [
    await fetch(`${url}/A2A`, { method: 'POST', headers, body: JSON.stringify(call) }),
    await fetch(`${url}/A2A/Rest/tasks`, { headers }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const count = (door: string) =>
    meter.value('formwork_request_duration_seconds_count', { door, outcome: 'ok' });
  await expect.poll(async () => [await count('json-rpc'), await count('rest')]).toEqual([1, 1]);
  expect(await count('grpc')).toBe(0);
});

test('tasks are counted by state as the engine keeps them, those from before included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'tasks.sqlite');
  const agent = createEcho((value) => {
    if (value === 'never') throw new Error('no');
    return value;
  });
  const open = async (engine: TaskEngine) => {
    const server = createServer(agent, { engine, logger: { info() {}, warn() {}, error() {} } });
    const { url } = await server.listen({ port: 0 });
    return { url, close: () => server.close() };
  };
  const before = createSqliteEngine({ file });
  const first = await open(before);
  for (const value of ['once', 'again', 'never']) await send(first.url, 'word', { value });
  await first.close();
  await before.close();

  const meter = startMeter();
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  const servers = [await open(engine), await open(engine)];
  const count = (state: string) => meter.value('formwork_tasks', { state });
  // Two servers share one engine, and its tasks count once.
  expect([await count('completed'), await count('failed'), await count('working')]).toEqual([
    2, 1, 0,
  ]);
  await send(servers[0]?.url ?? '', 'word', { value: 'later' });
  // The tasks are counted again only after some seconds.
  expect(await count('completed')).toBe(2);
  for (const server of servers) await server.close();
  await engine.close();
  // A closed engine is no longer asked for its tasks.
  expect(await meter.text()).toContain('formwork_request_duration_seconds_count');
});

test('refusals are counted by reason, and by schema if the agent has it', async () => {
  const meter = startMeter();
  const { url } = await startServer(createEcho());
  await send(url, 'word', { value: 1 });
  await send(url, 'a schema that a caller made up', {});
  await callJsonRpc(url, { method: 'GetTask', params: { id: 'none' } });
  await fetch(`${url}/a2a/rest/tasks/none`, { headers: { 'a2a-version': '1.0' } });
  await fetch(`${url}/a2a/rest/tasks`, { headers: { origin: 'https://evil.example' } });
  const refusals = (reason: string, schema = '') =>
    meter.value('formwork_request_refusals_total', { reason, schema });
  await expect.poll(() => refusals('STRUCTURED_INPUT_INVALID', 'word')).toBe(1);
  await expect.poll(() => refusals('TASK_NOT_FOUND')).toBe(2);
  expect(await refusals('STRUCTURED_SCHEMA_UNKNOWN')).toBe(1);
  expect(await refusals('ORIGIN')).toBe(1);
  expect(
    await meter.value('formwork_request_duration_seconds_count', {
      door: 'rest',
      method: 'GetTask',
      outcome: 'TASK_NOT_FOUND',
    }),
  ).toBe(1);
  expect(
    await meter.value('formwork_request_duration_seconds_count', {
      door: 'rest',
      outcome: 'refused',
    }),
  ).toBe(1);
});

test('readers of streams are counted while they read', async () => {
  const meter = startMeter();
  let finish: (value: string) => void = () => undefined;
  const { url } = await startServer(
    createEcho(() => new Promise<string>((resolve) => (finish = resolve))),
  );
  const agent = await connect(url);
  const stream = agent.skill('echo').stream({ value: 'slow' });
  await stream.next();
  const readers = () => meter.value('formwork_stream_readers', { method: 'SendStreamingMessage' });
  expect(await readers()).toBe(1);
  expect(await meter.value('formwork_attempts_running')).toBe(1);
  finish('done');
  for (let isOver = false; !isOver;) isOver = (await stream.next()).done === true;
  await expect.poll(readers).toBe(0);
  expect(
    await meter.value('formwork_call_duration_seconds_count', { outcome: 'ok' }),
  ).toBeGreaterThan(1);
});

test('a lease that another process takes is counted as lost, once', async () => {
  const meter = startMeter();
  const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'tasks.sqlite');
  const engine = createSqliteEngine({ file });
  const other = createSqliteEngine({ file });
  onTestFinished(async () => {
    await engine.close();
    await other.close();
  });
  let release: (value: string) => void = () => undefined;
  const { url } = await startServer(
    createEcho(() => new Promise<string>((resolve) => (release = resolve))),
    { engine, runner: { leaseMs: 30_000 } },
  );
  const params = {
    message: createMessage([createTaggedPart('word', { value: 'x' })]),
    configuration: { returnImmediately: true },
  };
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params });
  const { id } = body.result?.['task'] as { readonly id: string };
  const scope = await other.findScope(id);
  if (scope === undefined) throw new Error('There is no task.');
  await other.cancel(scope, id, { force: true });
  release('late');
  await expect.poll(() => meter.value('formwork_lease_losses_total')).toBe(1);
  expect(
    await meter.value('formwork_attempt_duration_seconds_count', { outcome: 'completed' }),
  ).toBe(0);
});

test('the lag of notifications is told with what became of them', async () => {
  const meter = startMeter();
  const receiver = await openReceiver((count) => ({ status: count === 0 ? 500 : 204 }));
  const { agent } = createPieceAgent();
  const { url } = await startServer(agent, { push: QUICK_PUSH });
  await startPieces(url, { count: 1, config: { url: receiver.url } });
  const lag = (outcome: string) => meter.value('formwork_webhook_lag_seconds_count', { outcome });
  await expect.poll(() => lag('delivered')).toBeGreaterThan(2);
  expect(await lag('refused-by-receiver')).toBe(1);
});

test('a call over gRPC has a span below its caller, and is counted', async () => {
  const collector = await startCollector();
  const meter = startMeter();
  const { url } = await startServer(createEcho(), WITH_GRPC);
  const remote = await connect(url, { transports: ['GRPC'] });
  const span = trace.getTracer('own').startSpan('own');
  await context.with(trace.setSpan(context.active(), span), () =>
    remote.skill('echo').call({ value: 'x' }),
  );
  span.end();
  const { traceId, spanId } = span.spanContext();
  const request = { 'formwork.door': 'grpc', 'formwork.method': 'SendMessage' };
  await expect
    .poll(() => collector.spans.map(({ attributes }) => attributes['formwork.door']))
    .toContain('grpc');
  expect(collector.find('formwork.request', request)).toMatchObject({
    traceId,
    parentSpanId: spanId,
  });
  expect(
    await meter.value('formwork_request_duration_seconds_count', {
      door: 'grpc',
      method: 'SendMessage',
      outcome: 'ok',
    }),
  ).toBe(1);
});

test('requests to adapters and to MCP are counted by door, with those that are refused', async () => {
  const meter = startMeter();
  const authenticate = createApiKeyAuthentication({ keys: { 'the-key-of-ada': 'ada' } });
  const doors = await serveAllDoors({ authenticate });
  onTestFinished(() => doors.close());
  const post = async (path: string, body: string, headers = {}): Promise<number> => {
    const response = await fetch(`${doors.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    });
    await response.text();
    return response.status;
  };
  const paths = ['/sessions-api/sessions', '/messages', '/mcp'];
  for (const path of paths) {
    expect(await post(path, '{}', { 'x-api-key': 'wrong' })).toBe(401);
    expect(await post(path, '{"a":', {})).toBe(400);
    expect(await post(path, '{}', { origin: 'https://evil.example' })).toBe(403);
  }
  expect(await post('/sessions-api/sessions', '{}')).toBe(201);
  expect((await fetch(`${doors.url}/sessions-api/card`)).status).toBe(200);
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  await post('/mcp', ping);
  const count = (door: string, outcome: string) =>
    meter.value('formwork_request_duration_seconds_count', { door, method: 'unknown', outcome });
  for (const door of ['sessions', 'envelopes', 'mcp']) {
    await expect.poll(() => count(door, 'UNAUTHENTICATED')).toBe(1);
    await expect.poll(() => count(door, 'refused')).toBeGreaterThanOrEqual(2);
  }
  await expect.poll(() => count('sessions', 'ok')).toBe(2);
  const refusals = (reason: string) =>
    meter.value('formwork_request_refusals_total', { reason, schema: '' });
  expect(await refusals('UNAUTHENTICATED')).toBe(3);
  expect(await refusals('ORIGIN')).toBe(3);
  expect(await refusals('refused')).toBeGreaterThanOrEqual(3);
});
