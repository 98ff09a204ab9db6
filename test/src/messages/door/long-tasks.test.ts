import { createEnvelopeAdapter, createSentMessages, type Envelope } from '@formwork/adapters';
import { createServer } from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readEvents } from '../../support/event-stream.ts';
import { openTaskEngine } from '../../support/test-engine.ts';
import { verifiesMessages } from '../verifies-messages.ts';
import {
  AGENT,
  letEnd,
  openDoor,
  priceAgent,
  readError,
  toMessage,
  toRequest,
} from './open-door.ts';

verifiesMessages(
  ['error.codes.TIMEOUT', 'error.retry-after-seconds'],
  'a task that takes its time is an error with its id; who comes back gets its result',
  async () => {
    const { post } = await openDoor({ waitMs: 100, retryAfterSeconds: 7 });
    const name = randomUUID();
    const request = toRequest('wait', { name });
    const first = await post(request);
    expect([first.status, first.headers.get('retry-after')]).toEqual([504, '7']);
    expect(first.message).toMatchObject({
      message_type: 'error',
      correlation_id: request.message_id,
    });
    const { code, retry_after: retryAfter, details } = readError(first);
    expect([code, retryAfter]).toEqual(['TIMEOUT', 7]);
    const { task_id: id } = details as { task_id: string };
    // The first answer may come before the task has begun.
    await expect
      .poll(async () => readError(await post(request))['details'])
      .toMatchObject({ task_id: id, state: 'working', text: 'Half way', fraction: 0.5 });

    const seen = await post(toRequest('task.get', { task_id: id }));
    expect(seen.message?.payload).toMatchObject({
      status: 'success',
      data: { task_id: id, state: 'working', text: 'Half way' },
    });
    letEnd(name);
    await expect
      .poll(async () => (await post(request)).message?.payload)
      .toEqual({ status: 'success', data: { waited: true } });
    const again = await post(request);
    expect(again.headers.get('formwork-task-id')).toBe(id);
    const done = await post(toRequest('task.get', { task_id: id }));
    expect(done.message?.payload['data']).toMatchObject({
      state: 'completed',
      output: { waited: true },
    });
  },
);

test('a task is canceled by its id, and whoever waits for it is told', async () => {
  const { post } = await openDoor({ waitMs: 200 });
  const request = toRequest('wait');
  const { task_id: id } = readError(await post(request))['details'] as { task_id: string };
  const canceled = await post(toRequest('task.cancel', { task_id: id }));
  expect(canceled.message?.payload['data']).toMatchObject({ task_id: id, state: 'canceled' });
  const late = await post(toRequest('task.cancel', { task_id: id }));
  expect(late.message?.payload['data']).toMatchObject({ task_id: id, state: 'canceled' });
  const answered = await post(request);
  expect(readError(answered)).toMatchObject({ code: 'TIMEOUT', details: { state: 'canceled' } });
  expect(readError(answered)).not.toHaveProperty('retry_after');
});

test('a question comes with its schema, is answered by task.reply, and asked again if need be', async () => {
  const { post } = await openDoor();
  const request = toRequest('ask', {});
  const asked = await post(request);
  expect(asked.status).toBe(200);
  expect(readError(asked)).toMatchObject({
    code: 'VALIDATION_FAILED',
    details: {
      state: 'input-required',
      question: { prompt: 'Which number?', schema_name: 'number', schema: { type: 'object' } },
    },
  });
  const { task_id: id } = readError(asked)['details'] as { task_id: string };
  const reply = (more: object) => post(toRequest('task.reply', { task_id: id, ...more }));
  expect(readError(await reply({}))['message']).toContain('task.reply');
  expect(readError(await reply({ data: { number: 'x' } }))['message']).toContain('Which number?');
  const answered = await reply({ data: { number: 7 } });
  expect(answered.message?.payload).toEqual({
    status: 'success',
    data: { answer: { number: 7 } },
  });
  // From now on the original request gets the same answer.
  expect((await post(request)).message?.payload).toEqual(answered.message?.payload);
});

test('who reads events gets the progress of a task, and last its response', async () => {
  const { url } = await openDoor();
  const name = randomUUID();
  const request = toRequest('wait', { name });
  const response = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(request),
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events: Record<string, { data: Record<string, object> }>[] = [];
  for await (const { data } of readEvents(response)) {
    const event = data as Record<string, { data: Record<string, object> }>;
    events.push(event);
    if (JSON.stringify(event).includes('Half way')) letEnd(name);
    expect(event).toMatchObject({ message_type: 'response', correlation_id: request.message_id });
  }
  const datas = events.map(({ payload }) => payload?.data);
  expect(datas.at(-1)).toEqual({ waited: true });
  expect(datas.slice(0, -1).map((data) => data?.['progress'])).toContainEqual(
    expect.objectContaining({ state: 'working', text: 'Half way', fraction: 0.5 }),
  );
});

test('a stream is one record, by which an error about any of its messages is taken', async () => {
  const own = createSentMessages();
  const noted: string[] = [];
  const sent = {
    ...own,
    note(envelope: Envelope) {
      noted.push(envelope.message_id);
      return own.note(envelope);
    },
  };
  const { url, post, logged } = await openDoor({ sent });
  const name = randomUUID();
  const response = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(toRequest('wait', { name })),
  });
  const ids: string[] = [];
  for await (const { data } of readEvents(response)) {
    ids.push((data as Envelope).message_id);
    if (JSON.stringify(data).includes('Half way')) letEnd(name);
  }
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(ids.length);
  expect(noted).toEqual(ids.slice(0, 1));
  const failure = { error: { code: 'INTERNAL_ERROR', message: 'I cannot read it.' } };
  for (const id of ids) {
    const error = { ...toMessage('error', failure), correlation_id: id };
    expect((await post({ ...error, sender_id: 'somebody-else' })).status).toBe(422);
    expect((await post(error)).status).toBe(204);
    expect((await post({ ...error, message_id: randomUUID() })).status).toBe(422);
  }
  expect(logged.join('\n')).toContain('I cannot read it.');
});

test('what cannot be streamed is answered plainly', async () => {
  const { post } = await openDoor();
  const answered = await post(toRequest('get_price', {}), { accept: 'text/event-stream' });
  expect([answered.status, readError(answered)['code']]).toEqual([422, 'VALIDATION_FAILED']);
});

// The server closes as soon as the task works, before its first event reaches the door, or later.
test.each([0, 1, 3, 20])(
  'who waits while the server closes is told to come back (%i)',
  async (turns) => {
    const logger = { info() {}, warn() {}, error() {} };
    const adapters = [createEnvelopeAdapter({ agentId: AGENT })];
    const engine = openTaskEngine();
    const server = createServer(priceAgent, { logger, adapters, engine });
    const { url } = await server.listen({ port: 0 });
    const answer = fetch(`${url}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toRequest('wait')),
    });
    while ((await engine.countStates()).working !== 1) await setImmediate();
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    await server.close();
    const response = await answer;
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({
      message_type: 'error',
      payload: { error: { code: 'SERVICE_UNAVAILABLE', retry_after: 5 } },
    });
  },
);
