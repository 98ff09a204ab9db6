import { createEnvelope, createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { compareTexts } from '@formwork/schema/json';
import { trace } from '@opentelemetry/api';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectHost } from '../mcp/hosts.ts';
import { createSessionClient } from '../sessions/api/session-client.ts';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { createPieceAgent } from '../support/piece-agent.ts';
import { QUICK_PUSH, startPieces } from '../support/push.ts';
import { openReceiver } from '../support/receiver.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';
import { startCollector } from './collector.ts';

const number = {
  type: 'object',
  properties: { value: { type: 'number' } },
  required: ['value'],
  additionalProperties: false,
} as const;

function createDoubler() {
  return defineAgent({
    name: 'Doubler',
    version: '1',
    skills: [
      defineSkill({
        id: 'double',
        name: 'Double',
        description: 'Doubles a number.',
        tags: [],
        input: { number },
        output: { number },
        async run({ input, task }) {
          const value = await task.step('multiply', async () => input.value * 2);
          return { value };
        },
      }),
    ],
  });
}

/** Makes an agent that quadruples a number by two calls of another agent, which doubles it. */
function createCaller(url: string) {
  return defineAgent({
    name: 'Caller',
    version: '1',
    skills: [
      defineSkill({
        id: 'quadruple',
        name: 'Quadruple',
        description: 'Doubles a number twice.',
        tags: [],
        input: { number },
        output: { number },
        async run({ input }) {
          return trace.getTracer('own').startActiveSpan('own', async (span) => {
            const agent = await connect(url);
            const value = await agent.skill('double').call(input);
            span.end();
            return value as { value: number };
          });
        },
      }),
    ],
  });
}

test('one trace goes through two agents, the handler and its own spans, by traceparent', async () => {
  const collector = await startCollector();
  const callee = await startServer(createDoubler());
  const caller = await startServer(createCaller(callee.url));
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const { body } = await callJsonRpc(
    caller.url,
    {
      method: 'SendMessage',
      params: { message: createMessage([createTaggedPart('number', { value: 4 })]) },
    },
    { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } },
  );
  expect(body.result).toMatchObject({ task: { status: { state: 'TASK_STATE_COMPLETED' } } });
  const { find } = collector;
  await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('own');
  await expect
    .poll(() => collector.spans.filter(({ name }) => name === 'formwork.task').length)
    .toBe(2);
  await expect
    .poll(
      () =>
        collector.spans.filter(({ attributes }) => attributes['formwork.method'] === 'SendMessage')
          .length,
    )
    .toBe(2);
  const task = find('formwork.task', { 'formwork.skill': 'quadruple' });
  const attempt = find('formwork.attempt', { 'formwork.skill': 'quadruple' });
  const own = find('own');
  const call = collector.spans.findLast(
    ({ name, attributes }) =>
      name === 'formwork.call' && attributes['http.request.method'] === 'POST',
  );
  const calledTask = find('formwork.task', { 'formwork.skill': 'double' });
  const calledAttempt = find('formwork.attempt', { 'formwork.skill': 'double' });
  const step = find('formwork.step');
  const served = collector.spans.find(({ spanId }) => spanId === task.parentSpanId);
  const called = collector.spans.find(({ spanId }) => spanId === calledTask.parentSpanId);
  expect(served).toMatchObject({
    name: 'formwork.request',
    kind: 2,
    parentSpanId: 'b7ad6b7169203331',
    attributes: {
      'formwork.door': 'json-rpc',
      'formwork.method': 'SendMessage',
      'formwork.outcome': 'ok',
      'http.response.status_code': 200,
    },
  });
  expect(attempt).toMatchObject({ kind: 5, parentSpanId: task.spanId });
  expect(own.parentSpanId).toBe(attempt.spanId);
  expect(call).toMatchObject({ kind: 3, parentSpanId: own.spanId });
  expect(called).toMatchObject({ name: 'formwork.request', parentSpanId: call?.spanId });
  expect(calledAttempt.parentSpanId).toBe(calledTask.spanId);
  expect(step).toMatchObject({
    parentSpanId: calledAttempt.spanId,
    attributes: { 'formwork.step': 'multiply' },
  });
  const all = [served, task, attempt, own, call, called, calledTask, calledAttempt, step];
  expect(new Set(all.map((span) => span?.traceId))).toEqual(new Set([traceId]));
});

test('a question and a later attempt, by another runner over the same file, lead back to the task', async () => {
  const collector = await startCollector();
  const folder = mkdtempSync(join(tmpdir(), 'traces-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'tasks.sqlite');
  const agent = defineAgent({
    name: 'Asker',
    version: '1',
    skills: [
      defineSkill({
        id: 'greet',
        name: 'Greet',
        description: 'Greets.',
        tags: [],
        output: { greeting: { type: 'object' } },
        async text({ task }) {
          return `Hello, ${await task.ask('Who are you?')}`;
        },
      }),
    ],
  });
  function open(concurrency: number) {
    const engine = createSqliteEngine({ file });
    onTestFinished(() => engine.close());
    return startServer(agent, { engine, runner: { concurrency, pollMs: 20 } });
  }
  // This server runs no tasks itself; the next one runs the tasks that it accepts.
  const front = await open(0);
  await open(4);
  const params = {
    message: createMessage([{ text: 'hi' }]),
    configuration: { returnImmediately: true },
  };
  const { body } = await callJsonRpc(front.url, { method: 'SendMessage', params });
  const { id } = body.result?.['task'] as { readonly id: string };
  const get = () => callJsonRpc(front.url, { method: 'GetTask', params: { id } });
  await expect
    .poll(async () => (await get()).body.result)
    .toMatchObject({ status: { state: 'TASK_STATE_INPUT_REQUIRED' } });
  const answer = createMessage([{ text: 'Ada' }], { taskId: id });
  await callJsonRpc(front.url, { method: 'SendMessage', params: { message: answer } });
  const attempts = () => collector.spans.filter(({ name }) => name === 'formwork.attempt');
  await expect.poll(() => attempts().length).toBe(2);
  const task = collector.find('formwork.task');
  const link = { traceId: task.traceId, spanId: task.spanId };
  expect(
    attempts().map(({ links, attributes }) => [links, attributes['formwork.outcome']]),
  ).toEqual([
    [[link], 'suspended'],
    [[link], 'completed'],
  ]);
  expect(attempts().map(({ parentSpanId }) => parentSpanId)).toEqual([undefined, undefined]);
  expect(collector.find('formwork.question')).toMatchObject({
    traceId: task.traceId,
    parentSpanId: task.spanId,
    attributes: { 'formwork.task.id': id, 'formwork.state': 'input-required' },
  });
});

test('a receiver of notifications is told of the task that it is notified of', async () => {
  const collector = await startCollector();
  const receiver = await openReceiver();
  const { agent } = createPieceAgent();
  const { url } = await startServer(agent, { push: QUICK_PUSH });
  await startPieces(url, { count: 1, config: { url: receiver.url } });
  await expect.poll(() => receiver.received.length).toBeGreaterThan(2);
  const { traceparent } = receiver.received[0]?.headers ?? {};
  await expect
    .poll(() => collector.spans.filter(({ name }) => name === 'formwork.webhook').length)
    .toBeGreaterThan(2);
  await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('formwork.task');
  const task = collector.find('formwork.task');
  const [, traceId, spanId] = String(traceparent).split('-');
  expect(traceId).toBe(task.traceId);
  expect(collector.spans.find((span) => span.spanId === spanId)).toMatchObject({
    name: 'formwork.webhook',
    parentSpanId: task.spanId,
    attributes: {
      'formwork.outcome': 'delivered',
      'server.address': '127.0.0.1',
      'http.response.status_code': 204,
    },
  });
});

test('sessions and envelopes join the trace of their caller', async () => {
  const collector = await startCollector();
  const { url } = await startServer(createDoubler(), {
    adapters: [createSessionAdapter(), createEnvelopeAdapter()],
  });
  const toHeaders = (traceId: string) => ({ traceparent: `00-${traceId}-b7ad6b7169203331-01` });
  const ofSession = '0af7651916cd43dd8448eb211c80319c';
  const sessions = createSessionClient(url);
  const { id } = await sessions.create();
  const artifact = { id: '1', type: 'application/json;schema=number', data: { value: 4 } };
  await sessions.send(id, { content: 'Double it.', artifacts: [artifact] }, toHeaders(ofSession));
  const ofEnvelope = '1af7651916cd43dd8448eb211c80319c';
  const envelope = createEnvelope({
    type: 'request',
    sender: 'test-caller',
    recipient: 'doubler',
    payload: { method: 'double', parameters: { value: 5 } },
  });
  const response = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...toHeaders(ofEnvelope) },
    body: JSON.stringify(envelope),
  });
  expect(await response.json()).toMatchObject({ payload: { data: { value: 10 } } });
  const named = (name: string) => collector.spans.filter((span) => span.name === name);
  for (const name of ['formwork.task', 'formwork.attempt', 'formwork.step']) {
    await expect
      .poll(() => named(name).map(({ traceId }) => traceId))
      .toEqual([ofSession, ofEnvelope]);
  }
  const findRequests = () =>
    named('formwork.request').filter(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331');
  // The span of a request ends after the answer was sent.
  await expect
    .poll(() => new Set(findRequests().map(({ traceId }) => traceId)))
    .toEqual(new Set([ofSession, ofEnvelope]));
  // Spans that are sent one by one may arrive in any order.
  expect(
    findRequests()
      .map(({ traceId, attributes }) => [
        traceId,
        attributes['formwork.door'],
        attributes['formwork.method'],
      ])
      .toSorted(([one], [other]) => compareTexts(String(one), String(other))),
  ).toEqual([
    [ofSession, 'sessions', 'SendMessage'],
    [ofEnvelope, 'envelopes', 'SendStreamingMessage'],
  ]);
});

test('a tool of MCP stands between its host and the agent', async () => {
  const collector = await startCollector();
  const { url } = await startServer(createDoubler());
  const host = await connectHost('new http', { agents: [{ alias: 'maths', url }] });
  const result = await host.call('maths_double', { value: 21 });
  expect(result.structuredContent).toMatchObject({ value: 42 });
  await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('formwork.mcp.call');
  await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('formwork.task');
  const tool = collector.find('formwork.mcp.call', { 'formwork.tool': 'maths_double' });
  expect(tool.attributes['formwork.outcome']).toBe('ok');
  expect(collector.find('formwork.task').traceId).toBe(tool.traceId);
});

test('without an SDK a request says nothing, and asks for nothing', async () => {
  const receiver = await openReceiver();
  const { agent } = createPieceAgent();
  const { url } = await startServer(agent, { push: QUICK_PUSH });
  await startPieces(url, { count: 1, config: { url: receiver.url } });
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  expect(receiver.received[0]?.headers).not.toHaveProperty('traceparent');
});
