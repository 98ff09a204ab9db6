import { defineAgent, PublicError } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createBearerAuthentication } from '@formwork/server';
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
