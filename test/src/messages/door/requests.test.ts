import { setTimeout as sleep } from 'node:timers/promises';
import { defineAgent, PublicError } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createEnvelopeDialect } from '@formwork/dialects';
import { createBearerAuthentication, createServer } from '@formwork/server';
import { expect, test } from 'vitest';
import { verifiesMessages } from '../verifies-messages.ts';
import { AGENT, CLIENT, openDoor, priceAgent, readError, toRequest } from './open-door.ts';

verifiesMessages(
  ['flow.request', 'response.matches-request', 'response.one-outcome', 'base.correlation-links'],
  'a request runs a skill, by its id or by a schema, and is answered by a response',
  async () => {
    const { post } = await openDoor();
    for (const method of ['get_price', 'query', 'get_price/query']) {
      const request = toRequest(method, { currency: 'BTC' });
      const { status, message } = await post(request);
      expect(status).toBe(200);
      expect(message).toMatchObject({
        message_type: 'response',
        sender_id: AGENT,
        recipient_id: CLIENT,
        correlation_id: request.message_id,
      });
      expect(message?.payload).toEqual({
        status: 'success',
        data: { currency: 'BTC', price_usd: 125_000.5 },
      });
    }
  },
);

verifiesMessages(
  ['request.parameters-default'],
  'absent parameters are an empty object',
  async () => {
    const { post } = await openDoor();
    const { message } = await post(toRequest('echo'));
    expect(message?.payload).toEqual({ status: 'success', data: {} });
  },
);

verifiesMessages(
  ['error.codes.VALIDATION_FAILED', 'response.error-code', 'response.error-message'],
  'parameters that do not fit are refused with their places, an example and no task',
  async () => {
    const { post } = await openDoor();
    const answered = await post(toRequest('get_price', { currency: 'XYZ', more: 1 }));
    expect(answered.status).toBe(422);
    expect(answered.message?.message_type).toBe('response');
    expect(answered.message?.payload).not.toHaveProperty('data');
    const { code, message, details } = readError(answered);
    expect(code).toBe('VALIDATION_FAILED');
    expect(code).toMatch(/^[A-Z][A-Z0-9_]*[A-Z0-9]$/u);
    expect(message).toContain('"BTC", "ETH"');
    expect(details).toMatchObject({
      problems: [
        { pointer: '/payload/parameters/more', keyword: 'additionalProperties' },
        { pointer: '/payload/parameters/currency', keyword: 'enum' },
      ],
    });
    expect(answered.headers.get('formwork-task-id')).toBeNull();
  },
);

verifiesMessages(
  ['error.codes.METHOD_NOT_ALLOWED'],
  'a method that means nothing, or several things, is refused with what there is',
  async () => {
    const { post } = await openDoor();
    const unknown = await post(toRequest('get_prize'));
    expect([unknown.status, readError(unknown)['code']]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(readError(unknown)['details']).toMatchObject({
      methods: expect.arrayContaining(['get_price', 'echo']),
    });
    const ambiguous = await post(toRequest('either', {}));
    expect(readError(ambiguous)['details']).toMatchObject({
      candidates: ['either/left', 'either/right'],
    });
    const { message } = await post(toRequest('either/right', {}));
    expect(message?.payload).toEqual({ status: 'success', data: { side: 'right' } });
    const get = await openDoor();
    const answered = await fetch(`${get.url}/messages`);
    expect([answered.status, answered.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  },
);

test('a name that two skills have means both of them', async () => {
  const [price, echo] = priceAgent.skills;
  const agent = defineAgent({
    name: 'Two',
    version: '1.0.0',
    skills: [price, { ...echo, id: 'query' }] as never,
  });
  const { post } = await openDoor({ agent });
  const answered = await post(toRequest('query', { currency: 'BTC' }));
  expect(readError(answered)['details']).toMatchObject({
    candidates: ['get_price/query', 'query/said'],
  });
});

test('a skill that takes text takes it as a parameter', async () => {
  const { post } = await openDoor();
  const { message } = await post(toRequest('shout', { text: 'hello' }));
  expect(message?.payload).toEqual({ status: 'success', data: { text: 'HELLO' } });
  const answered = await post(toRequest('shout', { words: 'hello' }));
  expect(readError(answered)['message']).toContain('payload.parameters.text must be text');
});

verifiesMessages(
  ['error.codes.INTERNAL_ERROR', 'response.error-code', 'response.error-message'],
  'a skill that fails is told without its secrets, and so is a door that fails',
  async () => {
    const { post } = await openDoor();
    const answered = await post(toRequest('fail'));
    expect(answered.status).toBe(200);
    expect(readError(answered)).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: 'The agent failed to do this task.',
      details: { state: 'failed', task_id: answered.headers.get('formwork-task-id') },
    });
    const broken = await openDoor({
      discover: () => {
        throw new Error('secret reason');
      },
    });
    const failed = await broken.send('discover_agents', {}, { recipient_id: 'registry' });
    expect([failed.status, failed.message?.message_type]).toEqual([500, 'error']);
    expect(readError(failed)).toMatchObject({ code: 'INTERNAL_ERROR', message: 'Internal error.' });
    expect(JSON.stringify([answered, failed])).not.toContain('secret');
    const { error_id: id } = readError(failed)['details'] as { error_id: string };
    expect(broken.logged.join('\n')).toContain(id);
  },
);

test('a reason that is meant for callers reaches them', async () => {
  const [, echo] = priceAgent.skills;
  const fail = {
    ...echo,
    run: async () => {
      throw new PublicError('The shop is closed on Sundays.');
    },
  };
  const agent = defineAgent({ name: 'Shop', version: '1.0.0', skills: [fail] as never });
  const { post } = await openDoor({ agent });
  expect(readError(await post(toRequest('echo', {})))).toMatchObject({
    code: 'INTERNAL_ERROR',
    message: 'The shop is closed on Sundays.',
  });
});

verifiesMessages(
  ['error.codes.TIMEOUT', 'error.retry-after-seconds'],
  'a task that takes its time is an error with its id; who comes back gets its result',
  async () => {
    const { post } = await openDoor({ waitMs: 100, retryAfterSeconds: 7 });
    const request = toRequest('wait', { ms: 600 });
    const first = await post(request);
    expect([first.status, first.headers.get('retry-after')]).toEqual([504, '7']);
    expect(first.message).toMatchObject({
      message_type: 'error',
      correlation_id: request.message_id,
    });
    const { code, retry_after: retryAfter, details } = readError(first);
    expect([code, retryAfter]).toEqual(['TIMEOUT', 7]);
    expect(details).toMatchObject({ state: 'working', text: 'Half way', fraction: 0.5 });
    const { task_id: id } = details as { task_id: string };

    const seen = await post(toRequest('task.get', { task_id: id }));
    expect(seen.message?.payload).toMatchObject({
      status: 'success',
      data: { task_id: id, state: 'working', text: 'Half way' },
    });
    await sleep(600);
    const again = await post(request);
    expect(again.message?.payload).toEqual({ status: 'success', data: { waited: true } });
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
  expect([late.status, readError(late)['code']]).toEqual([405, 'METHOD_NOT_ALLOWED']);
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
  // The request itself has the same answer from now on.
  expect((await post(request)).message?.payload).toEqual(answered.message?.payload);
});

test('who reads events gets the progress of a task, and last its response', async () => {
  const { url } = await openDoor();
  const request = toRequest('wait', { ms: 300 });
  const response = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(request),
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events = [...(await response.text()).matchAll(/^data: (.*)$/gmu)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, { data: Record<string, object> }>,
  );
  for (const event of events) {
    expect(event).toMatchObject({ message_type: 'response', correlation_id: request.message_id });
  }
  const datas = events.map(({ payload }) => payload?.data);
  expect(datas.at(-1)).toEqual({ waited: true });
  expect(datas.slice(0, -1).map((data) => data?.['progress'])).toContainEqual(
    expect.objectContaining({ state: 'working', text: 'Half way', fraction: 0.5 }),
  );
});

test('what cannot be streamed is answered plainly', async () => {
  const { post } = await openDoor();
  const answered = await post(toRequest('get_price', {}), { accept: 'text/event-stream' });
  expect([answered.status, readError(answered)['code']]).toEqual([422, 'VALIDATION_FAILED']);
});

verifiesMessages(
  ['error.codes.NOT_FOUND', 'error.codes.AUTHENTICATION_FAILED'],
  'tasks belong to whom the server knows; others do not find them',
  async () => {
    const authenticate = createBearerAuthentication({
      verify: (token) => (token === 'nobody' ? undefined : { id: token }),
    });
    const { post } = await openDoor({ server: { authenticate, requireAuthentication: true } });
    const as = (name: string) => ({ authorization: `Bearer ${name}` });
    const run = await post(toRequest('echo', { a: 1 }), as('ada'));
    const id = run.headers.get('formwork-task-id');
    const get = () => toRequest('task.get', { task_id: id });
    expect((await post(get(), as('ada'))).status).toBe(200);
    const other = await post(get(), as('bob'));
    expect([other.status, readError(other)['code']]).toEqual([404, 'NOT_FOUND']);
    const stranger = await post(get());
    expect([stranger.status, readError(stranger)['code']]).toEqual([401, 'AUTHENTICATION_FAILED']);
    expect(stranger.headers.get('www-authenticate')).toBe('Bearer realm="a2a"');
  },
);

verifiesMessages(
  ['error.codes.RATE_LIMIT_EXCEEDED', 'error.retry-after-seconds'],
  'who sends too much is told when to come back',
  async () => {
    const { post } = await openDoor({ maxPerMinute: 2 });
    await post(toRequest('echo'));
    await post(toRequest('echo'));
    const answered = await post(toRequest('echo'));
    expect([answered.status, answered.message?.message_type]).toEqual([429, 'error']);
    const { code, retry_after: retryAfter } = readError(answered);
    expect(code).toBe('RATE_LIMIT_EXCEEDED');
    expect(retryAfter).toBeGreaterThan(50);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(answered.headers.get('retry-after')).toBe(String(retryAfter));
  },
);

verifiesMessages(
  ['error.codes.SERVICE_UNAVAILABLE', 'error.retry-after-seconds'],
  'while its storage is out of order, an agent says when to come back',
  async () => {
    const engine = createSqliteEngine({ file: ':memory:' });
    const { post } = await openDoor({ server: { engine } });
    await engine.close();
    const answered = await post(toRequest('echo'));
    expect([answered.status, readError(answered)['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(answered.message?.message_type).toBe('error');
    expect(answered.headers.get('retry-after')).toBe('5');
  },
);

test('who waits while the server closes is told to come back', async () => {
  const logger = { info() {}, warn() {}, error() {} };
  const dialects = [createEnvelopeDialect({ agentId: AGENT })];
  const server = createServer(priceAgent, { logger, dialects });
  const { url } = await server.listen({ port: 0 });
  const answer = fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toRequest('wait')),
  });
  await sleep(300);
  await server.close();
  const response = await answer;
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.json()).toMatchObject({
    message_type: 'error',
    payload: { error: { code: 'SERVICE_UNAVAILABLE', retry_after: 5 } },
  });
});
