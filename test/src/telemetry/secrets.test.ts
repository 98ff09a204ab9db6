import { createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { createConsoleAdapter } from '@formwork/console';
import { defineAgent, defineSkill } from '@formwork/core';
import { createPublicFormsAdapter } from '@formwork/embed';
import { createPeopleAdapter } from '@formwork/people';
import { type AuditEvent, createApiKeyAuthentication } from '@formwork/server';
import { once } from 'node:events';
import { type IncomingMessage, request, type OutgoingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ATTACKED_DOORS } from '../attacks/doors.ts';
import { serveAllDoors } from '../support/all-doors.ts';
import { streamOverGrpc, WITH_GRPC } from '../support/grpc-call.ts';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';
import { startCollector, startMeter } from './collector.ts';

const PASSWORD = 'correct horse battery staple, and some more so that it is cut somewhere';
const PIN = 73_914_265;
const CODE = 'code-from-the-app';

const login = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    password: { $ref: '#/$defs/secret' },
    pin: { type: 'integer', writeOnly: true },
  },
  required: ['user', 'password'],
  $defs: { secret: { type: 'string', writeOnly: true } },
} as const;

const agent = defineAgent({
  name: 'Login',
  version: '1',
  skills: [
    defineSkill({
      id: 'login',
      name: 'Log in',
      description: 'Logs in.',
      tags: [],
      input: { login },
      output: {
        session: { type: 'object', properties: { token: { const: 'x', writeOnly: true } } },
      },
      title() {
        throw new Error(`No title for ${PASSWORD}`);
      },
      async run({ input, task }) {
        task.log.info(`Logs in with ${input.password}`, { input, list: [input.password] });
        const { code } = await task.ask('The code?', {
          schema: z.object({ code: z.string().meta({ writeOnly: true }) }),
        });
        task.log.warn('Has a code', { code, error: new Error(code) });
        if (input.user === 'wrong') return { token: input.password } as never;
        throw new Error(`${input.user} cannot log in with ${JSON.stringify(input)} and ${code}`);
      },
    }),
  ],
});

test.each(['ada', 'wrong'])(
  'what a schema calls writeOnly stands in no log, span, metric or event of security: %s',
  async (user) => {
    const collector = await startCollector();
    const meter = startMeter();
    const events: AuditEvent[] = [];
    const { url, logged } = await startServer(agent, { audit: (event) => void events.push(event) });
    const data = { user, password: PASSWORD, pin: PIN };
    const send = async (parts: readonly object[], fields?: object) => {
      const params = { message: createMessage(parts, fields) };
      return (await callJsonRpc(url, { method: 'SendMessage', params })).body;
    };
    const asked = await send([createTaggedPart('login', data)]);
    const { id } = asked.result?.['task'] as { readonly id: string };
    await send([{ data: { code: CODE } }], { taskId: id });
    // Only the sender may see the invalid data that an error quotes.
    await send([createTaggedPart('login', { password: PASSWORD, pin: 'none' })]);
    await expect.poll(() => logged.join('\n')).toContain('Task failed');
    await expect
      .poll(() => collector.spans.filter(({ name }) => name === 'formwork.request').length)
      .toBe(3);
    const told = [...logged, ...collector.texts, await meter.text(), JSON.stringify(events)].join();
    expect(logged.join('\n')).toContain('Logs in with [secret]');
    expect(logged.join('\n')).toContain('No title for [secret]');
    expect(told).toContain('formwork.question');
    for (const secret of [PASSWORD.slice(0, 24), String(PIN), CODE]) {
      expect(told).not.toContain(secret);
    }
  },
);

const TOKEN = 'Zk9vV2lsbC1uZXZlci1sb2ctdGhpcw.7QmUo_sJ4w';
/** An id that looks like a word of a path. */
const WORD = 'quagga';
const ID = '0198c1f2-6a5b-7c3d-9e4f-5a6b7c8d9e0f';

const PATHS = [
  ...ATTACKED_DOORS,
  { method: 'GET', path: '/sessions-api/sessions' },
  { method: 'GET', path: '/people/answers' },
  { method: 'POST', path: '/people/answers' },
  { method: 'GET', path: '/people/links' },
  { method: 'GET', path: '/people/shared' },
  { method: 'POST', path: '/public/login/link' },
  { method: 'GET', path: '/forms/api/sign-in/callback' },
  { method: 'GET', path: '/nothing' },
];

/** Sends a request with secrets in every place of it, and returns its status. */
async function sendSecrets(
  url: string,
  { method, path, headers }: { method: string; path: string; headers: OutgoingHttpHeaders },
): Promise<number | undefined> {
  const { port } = new URL(url);
  const own = {
    'content-type': 'application/json',
    authorization: `Bearer ${TOKEN}`,
    cookie: `formwork-session=${TOKEN}; formwork-console=${TOKEN}`,
    'formwork-token': TOKEN,
    'x-api-key': TOKEN,
    referer: `https://app.example/${TOKEN}?token=${TOKEN}`,
    'last-event-id': TOKEN,
    'mcp-session-id': TOKEN,
  };
  const sent = request({ port, method, path, headers: { ...own, ...headers } });
  sent.end(method === 'GET' ? undefined : JSON.stringify({ token: TOKEN, link: TOKEN, id: ID }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test('secrets anywhere in a request stand in no log, span, metric or event of security of any door', async () => {
  const collector = await startCollector();
  const meter = startMeter();
  const events: unknown[] = [];
  const doors = await serveAllDoors({
    ...WITH_GRPC,
    agent,
    audit: (event) => void events.push(event),
    authenticate: createApiKeyAuthentication({ keys: { 'the-right-key': 'ada' } }),
    adapters: [
      createSessionAdapter({ path: '/sessions-api' }),
      createEnvelopeAdapter({ agentId: 'doors' }),
      createConsoleAdapter({ onThisMachine: true }),
      createPeopleAdapter(),
      createPublicFormsAdapter({ path: '/public', linkSecrets: ['s'.repeat(32)] }),
    ],
  });
  onTestFinished(() => doors.close());
  const situations: readonly OutgoingHttpHeaders[] = [
    {},
    { host: 'evil.example' },
    { origin: 'https://evil.example' },
    { 'x-api-key': 'the-right-key', authorization: '' },
  ];
  for (const { method, path } of PATHS) {
    for (const end of ['', `/${TOKEN}`, `/${ID}/${TOKEN}`, `/${ID}:cancel`, `/${WORD}`]) {
      for (const headers of situations) {
        const asked = { method, path: `${path}${end}?token=${TOKEN}&code=${ID}`, headers };
        expect(await sendSecrets(doors.url, asked)).toBeGreaterThanOrEqual(200);
      }
    }
  }
  const message = { messageId: ID, role: 'ROLE_USER', parts: [{ text: TOKEN }], contextId: TOKEN };
  for (const key of [TOKEN, 'the-right-key']) {
    for (const [method, params] of [
      ['subscribeToTask', { id: TOKEN }],
      ['sendStreamingMessage', { message: { ...message, taskId: TOKEN } }],
    ] as const) {
      const headers = { 'x-api-key': key, 'x-token': TOKEN };
      const answer = await streamOverGrpc(doors.url, { method, params, headers });
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  }
  const held = new Set(events.map((event) => `${Reflect.get(Object(event), 'path')}`));
  expect(held).toContain('/a2a/rest/tasks/:id');
  expect(held).toContain('/people/answers/*');
  expect(held).toContain('/lf.a2a.v1.A2AService/SubscribeToTask');
  expect(held).toContain('/forms/api/describe');
  expect(held).toContain('/*');
  expect(held).toContain('/mcp');
  await expect.poll(() => collector.texts.join()).toContain('people');
  const told = [...doors.logged, ...collector.texts, await meter.text(), JSON.stringify(events)];
  const text = told.join('\n');
  expect(text).toContain('credentials-refused');
  expect(text).toContain('origin-refused');
  expect(text).toContain('host-refused');
  for (const secret of [TOKEN, TOKEN.toLowerCase(), ID, WORD, 'the-right-key']) {
    expect(text).not.toContain(secret);
  }
});
