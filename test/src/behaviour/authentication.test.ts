import { defineAgent, defineSkill } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import {
  createApiKeyAuthentication,
  createBearerAuthentication,
  createServer,
} from '@formwork/server';
import { expect, test } from 'vitest';
import { callAgent, testOverBindings } from '../support/bindings.ts';
import { ALL_DOORS, findTaskId } from '../support/doors.ts';
import { collectEvents } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

const KEYS = { 'secret-of-ada': 'ada', 'secret-of-bob': 'bob' };
const ADA = { 'x-api-key': 'secret-of-ada' };
const BOB = { 'x-api-key': 'secret-of-bob' };
const FIGHT = { schema: 'fightComparison', data: { a: 'Lion', b: 'Tiger' } };

const byKey = {
  authenticate: createApiKeyAuthentication({ keys: KEYS }),
  requireAuthentication: true,
};

const MODERN = { 'a2a-version': '1.0' };

const REQUESTS = [
  ['JSON-RPC 1.0', '/a2a', { headers: MODERN, body: '{"jsonrpc":"2.0","id":7,"method":"X"}' }],
  ['JSON-RPC 0.3', '/a2a', { headers: {}, body: '{"jsonrpc":"2.0","id":7,"method":"X"}' }],
  ['a body that is not JSON', '/a2a', { headers: {}, body: '{' }],
  ['REST', '/a2a/rest/message:send', { headers: MODERN, body: '{}' }],
  ['a REST body that is not JSON', '/a2a/rest/message:send', { headers: MODERN, body: '{' }],
  ['a REST stream', '/a2a/rest/message:stream', { headers: MODERN, body: '{}' }],
] as const;

test.each(REQUESTS)(
  '401 is the answer to a stranger over %s',
  async (_name, path, { headers, body }) => {
    const { url, logged } = await startServer(demoAgent, byKey);
    for (const credentials of [{}, { 'x-api-key': 'wrong-secret' }]) {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, ...credentials },
        body,
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(
        'ApiKey realm="a2a", header="x-api-key"',
      );
      const message = expect.stringContaining(
        'its credentials are missing or unknown: send a key in the header x-api-key.',
      );
      const reason = expect.objectContaining({ reason: 'UNAUTHENTICATED' });
      const answer: unknown = await response.json();
      if (path === '/a2a') {
        const error = { code: -32_000, message, data: [reason] };
        // The id of the request is in the body, which the server has not read.
        expect(answer).toEqual({ jsonrpc: '2.0', id: null, error });
      } else {
        const error = { code: 401, status: 'UNAUTHENTICATED', message, details: [reason] };
        expect(answer).toEqual({ error });
      }
    }
    expect(logged).toEqual([]);
  },
);

testOverBindings('a stranger is told how to authenticate, whatever is called', async () => {
  const { url, logged } = await startServer(demoAgent, byKey);
  const message = createMessage([createTaggedPart(FIGHT.schema, FIGHT.data)]);
  const calls: readonly (readonly [method: string, params: object])[] = [
    ['SendMessage', { message }],
    ['GetTask', { id: 'absent' }],
    ['CancelTask', { id: 'absent' }],
    ['SubscribeToTask', { id: 'absent' }],
    ['ListTasks', {}],
    ['GetExtendedAgentCard', {}],
  ];
  for (const headers of [{}, { 'x-api-key': 'wrong-secret' }]) {
    for (const [method, params] of calls) {
      const answer = await callAgent(url, { method, params }, { headers });
      expect(answer.status).toBe(401);
      const challenge = answer.headers.get('www-authenticate');
      expect(challenge).toBe('ApiKey realm="a2a", header="x-api-key"');
      expect(answer.body.error).toMatchObject({
        code: -32_000,
        message: expect.stringContaining(
          'its credentials are missing or unknown: send a key in the header x-api-key.',
        ),
        data: [{ reason: 'UNAUTHENTICATED' }],
      });
    }
  }
  expect(logged).toEqual([]);
});

test.each(ALL_DOORS)('a stranger gets no stream, $name', async (door) => {
  const { url } = await startServer(demoAgent, { ...byKey, ...WITH_GRPC });
  for (const headers of [{}, { 'x-api-key': 'wrong-secret' }]) {
    const refused = await door.stream(url, FIGHT, headers);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('header="x-api-key"');
    expect(await refused.text()).toContain('UNAUTHENTICATED');
  }
});

test('callers with a key are served, and never see the tasks of others', async () => {
  const { url, logged } = await startServer(demoAgent, { ...byKey, ...WITH_GRPC });
  for (const door of ALL_DOORS) {
    const stream = await door.stream(url, FIGHT, ADA);
    const [event] = await collectEvents(stream);
    const taskId = event === undefined ? '' : findTaskId(door, event);
    const get = { method: 'GetTask', params: { id: taskId } };
    expect((await callAgent(url, get, { headers: ADA })).body.result).toHaveProperty('id', taskId);
    expect((await callAgent(url, get, { headers: BOB })).body.error?.code).toBe(-32_001);
    expect(await (await door.subscribe(url, taskId, BOB)).text()).toContain('Task not found');
  }
  const list = { method: 'ListTasks', params: {} };
  const ofAda = await callAgent(url, list, { headers: ADA });
  const ofBob = await callAgent(url, list, { headers: BOB });
  expect(ofAda.body.result).toMatchObject({ totalSize: ALL_DOORS.length });
  expect(ofBob.body.result).toMatchObject({ totalSize: 0 });
  expect(logged.join()).not.toContain('secret');
});

test('cards stay public and say how to authenticate', async () => {
  const { url } = await startServer(demoAgent, byKey);
  const card = await fetch(`${url}/.well-known/agent-card.json`, {
    headers: { 'a2a-version': '1.0' },
  });
  expect(await card.json()).toMatchObject({
    securitySchemes: {
      apiKey: { apiKeySecurityScheme: { location: 'header', name: 'x-api-key' } },
    },
    securityRequirements: [{ schemes: { apiKey: { list: [] } } }],
  });
  const legacy = await fetch(`${url}/.well-known/agent-card.json`);
  expect(await legacy.json()).toMatchObject({
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    security: [{ apiKey: [] }],
  });
});

testOverBindings(
  'without requireAuthentication strangers are served, and the card says that they may be',
  async () => {
    const { authenticate } = byKey;
    const { url } = await startServer(demoAgent, { authenticate });
    const message = createMessage([createTaggedPart(FIGHT.schema, FIGHT.data)]);
    const { body } = await callAgent(url, { method: 'SendMessage', params: { message } });
    expect(body.result).toHaveProperty('task');
    const card = await fetch(`${url}/.well-known/agent-card.json`);
    expect(await card.json()).toMatchObject({ security: [{ apiKey: [] }, {}] });
  },
);

testOverBindings(
  'handlers are told whose token a request came with, and logs are not',
  async () => {
    const whoAmI = defineSkill({
      id: 'who',
      name: 'Who',
      description: 'Tells who asks.',
      tags: [],
      text: ({ task }) => task.user?.id ?? 'nobody',
    });
    const agent = defineAgent({ name: 'Who', version: '1.0.0', skills: [whoAmI] });
    const { url, logged } = await startServer(agent, {
      authenticate: createBearerAuthentication({
        verify: async (token) => {
          if (token === 'broken-secret') throw new Error(`Cannot look up ${token}`);
          return token === 'token-secret' ? { id: 'ada' } : undefined;
        },
      }),
      requireAuthentication: true,
    });
    const request = {
      method: 'SendMessage',
      params: { message: createMessage([{ text: 'who?' }]) },
    };
    const call = (token: string) =>
      callAgent(url, request, { headers: { authorization: `Bearer ${token}` } });
    expect((await call('token-secret')).body.result).toMatchObject({
      task: { artifacts: [{ parts: [{ text: 'ada' }] }] },
    });
    const refused = await call('other-secret');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer realm="a2a", error="invalid_token"',
    );
    const broken = await call('broken-secret');
    expect(broken.body.error).toMatchObject({ code: -32_603, message: 'Internal error.' });
    expect(logged.join()).toContain('Cannot look up [token]');
    expect(logged.join()).not.toContain('secret');
  },
);

test('a server that requires what it has no means for does not start', async () => {
  const server = createServer(demoAgent, { requireAuthentication: true });
  await expect(server.listen({ port: 0 })).rejects.toThrow('authenticate must be a function');
  await server.close();
});
