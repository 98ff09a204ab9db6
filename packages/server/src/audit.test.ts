import { defineAgent, defineSkill } from '@formwork/core';
import { expect, onTestFinished, test } from 'vitest';
import { createApiKeyAuthentication } from './api-key.ts';
import type { AuditEvent } from './audit.ts';
import { createServer } from './create-server.ts';
import type { ServerOptions } from './server-options.ts';

const SKILL = {
  id: 'greet',
  name: 'Greet',
  description: 'Greets.',
  tags: [],
  text: () => 'Hello',
};
const skill = defineSkill(SKILL);
const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });
const quiet = (): undefined => undefined;

async function serve(options: ServerOptions = {}) {
  const events: AuditEvent[] = [];
  const logged: string[] = [];
  const server = createServer(agent, {
    authenticate: createApiKeyAuthentication({ keys: { adakey: 'ada', bobkey: 'bob' } }),
    requireAuthentication: true,
    push: { allowPrivateAddresses: true },
    audit: (event) => void events.push(event),
    logger: { info: quiet, warn: quiet, error: (message) => void logged.push(message) },
    ...options,
  });
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port: 0 });
  async function call(
    key: string,
    [method, params]: readonly [string, object],
    headers: object = {},
  ) {
    const response = await fetch(`${url}/a2a`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'a2a-version': '1.0',
        'x-api-key': key,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (await response.json()) as { readonly result?: { readonly task: { id: string } } };
  }
  async function greet(key: string, configuration: object = {}): Promise<string> {
    const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'hi' }] };
    const { result } = await call(key, ['SendMessage', { message, configuration }]);
    return result?.task.id ?? '';
  }
  return { server, url, events, logged, call, greet };
}

test('refused credentials, names and pages are told, without the credentials', async () => {
  const { url, events, call } = await serve();
  await call('a wrong key', ['GetTask', { id: 'x' }]);
  const version = { 'a2a-version': '1.0' };
  await fetch(`${url}/a2a/rest/tasks?key=secret`, { headers: version });
  await fetch(`${url}/a2a/rest/tasks/${crypto.randomUUID()}`, { headers: version });
  await call('adakey', ['GetTask', { id: 'x' }], { origin: 'https://evil.example' });
  const { request } = process.getBuiltinModule('node:http');
  await new Promise((resolve) => {
    const headers = { host: 'evil.example' };
    request({ port: new URL(url).port, path: '/a2a', headers }, (response) =>
      response.resume().on('end', resolve),
    ).end();
  });
  const from = { time: expect.any(String), address: '127.0.0.1' };
  expect(events).toEqual([
    { kind: 'credentials-refused', ...from, path: '/a2a' },
    { kind: 'credentials-refused', ...from, path: '/a2a/rest/tasks' },
    { kind: 'credentials-refused', ...from, path: '/a2a/rest/tasks/:id' },
    { kind: 'origin-refused', ...from, path: '/a2a', origin: 'https://evil.example' },
    { kind: 'host-refused', ...from, path: '/a2a', host: 'evil.example' },
  ]);
});

test('who asks for a task of somebody else is told of, and who asks for none is not', async () => {
  const { events, call, greet } = await serve();
  const taskId = await greet('adakey');
  for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
    await call('bobkey', [method, { id: taskId }], { accept: 'application/json' });
  }
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }], taskId };
  await call('bobkey', ['SendMessage', { message }]);
  await call('bobkey', ['GetTask', { id: 'none' }]);
  await call('adakey', ['GetTask', { id: 'none' }]);
  await expect.poll(() => events.length).toBe(4);
  expect(events).toEqual(
    ['GetTask', 'CancelTask', 'SubscribeToTask', 'SendMessage'].map((method) => ({
      kind: 'foreign-task',
      time: expect.any(String),
      principal: 'bob',
      method,
      taskId,
    })),
  );
});

test('a caller without the scopes of a skill is told of', async () => {
  const guarded = defineAgent({
    name: 'Agent',
    version: '1',
    skills: [defineSkill({ ...SKILL, scopes: ['greet'] })],
  });
  const { server, events, greet } = await serve();
  server.replaceAgent(guarded);
  await greet('adakey');
  expect(events.slice(1)).toEqual([
    {
      kind: 'access-refused',
      time: expect.any(String),
      principal: 'ada',
      method: 'SendMessage',
      reason: 'PERMISSION_DENIED',
      address: '127.0.0.1',
    },
  ]);
});

test('a stranger who may not use a skill is told of by the address', async () => {
  const guarded = defineAgent({
    name: 'Agent',
    version: '1',
    skills: [defineSkill({ ...SKILL, scopes: ['greet'] })],
  });
  const { server, url, events } = await serve({ requireAuthentication: false });
  server.replaceAgent(guarded);
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
  await fetch(`${url}/a2a/rest/message:send`, {
    method: 'POST',
    // Any client can write this header.
    headers: {
      'content-type': 'application/json',
      'a2a-version': '1.0',
      'x-forwarded-for': '192.0.2.1',
    },
    body: JSON.stringify({ message }),
  });
  expect(events.slice(1)).toEqual([
    {
      kind: 'access-refused',
      time: expect.any(String),
      principal: undefined,
      method: 'SendMessage',
      reason: 'UNAUTHENTICATED',
      address: '127.0.0.1',
    },
  ]);
});

test('push configs are told by the host of their receiver alone', async () => {
  const { events, call, greet } = await serve();
  const url = 'http://127.0.0.1:9/hook?key=secret';
  const taskId = await greet('adakey', { taskPushNotificationConfig: { url } });
  await call('adakey', ['CreateTaskPushNotificationConfig', { taskId, id: 'second', url }]);
  const own = { time: expect.any(String), principal: 'ada', taskId, receiver: '127.0.0.1' };
  expect(events).toEqual([
    { kind: 'push-config-set', ...own, method: 'SendMessage' },
    { kind: 'push-config-set', ...own, method: 'CreateTaskPushNotificationConfig' },
  ]);
  expect(JSON.stringify(events)).not.toContain('secret');
});

test('another definition is told', async () => {
  const { server, events } = await serve();
  server.replaceAgent(defineAgent({ name: 'Agent', version: '2', skills: [skill] }));
  expect(events).toEqual([
    {
      kind: 'agent-changed',
      time: expect.any(String),
      name: 'Agent',
      version: '2',
      previousVersion: '1',
    },
  ]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('The disk is full.');
    },
  ],
  ['rejects later', () => Promise.reject(new Error('The store is away.'))],
])('a listener that %s changes nothing for callers', async (_, audit) => {
  const { url, logged } = await serve({ audit });
  const answer = await fetch(`${url}/a2a`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(401);
  await expect.poll(() => logged).toEqual(['Cannot tell of an event of security']);
});
