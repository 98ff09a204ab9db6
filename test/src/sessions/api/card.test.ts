import { createSessionAdapter } from '@formwork/adapters';
import {
  createApiKeyAuthentication,
  createBearerAuthentication,
  createServer,
} from '@formwork/server';
import type { ServerOptions } from '@formwork/server';
import { expect, onTestFinished, test } from 'vitest';
import { verifiesSessions } from '../verifies-sessions.ts';
import { serveSessions } from './serve-sessions.ts';
import { sessionAgent } from './session-agent.ts';
import { createSessionClient } from './session-client.ts';

interface Card {
  readonly name: string;
  readonly version: string;
  readonly api: { readonly type: string; readonly url: string; readonly version: string };
  readonly auth: { readonly type: string; readonly instructions?: string };
  readonly capabilities: readonly {
    readonly type: string;
    readonly description: string;
    readonly parameters?: Readonly<Record<string, unknown>>;
  }[];
}

verifiesSessions(
  ['endpoint.card', 'card.api-url', 'card.api-version', 'version.card', 'version.meaning'],
  'the card leads to the API, and names both versions',
  async () => {
    const { client, apiUrl } = await serveSessions({ path: '/some/v1' });
    const { status, body } = await client.request('GET', '/card');
    const { api, version, name } = body as Card;
    expect(status).toBe(200);
    expect({ name, version, api }).toEqual({
      name: 'Actor',
      version: '2.3.4',
      api: { type: 'a2a', url: apiUrl, version: expect.stringMatching(/^\d+\.\d+\.\d+$/u) },
    });
    expect((await createSessionClient(api.url).create()).status).toBe('active');
  },
);

verifiesSessions(
  ['extension.documented', 'extension.namespace', 'extension.core'],
  'skills are capabilities with their schemas, and what is added has a prefix and is described',
  async () => {
    const { client } = await serveSessions();
    const { capabilities } = (await client.request('GET', '/card')).body as Card;
    expect(capabilities[0]).toMatchObject({
      type: 'act',
      description: 'Does what it is told.',
      parameters: {
        name: 'Act',
        tags: ['test'],
        input_types: ['text/plain', 'application/json;schema=act'],
        output_types: ['text/plain', 'application/json;schema=done'],
        input_schemas: { act: { type: 'object', required: ['do'] } },
        output_schemas: { done: { required: ['said'] } },
      },
    });
    const added = capabilities.slice(1);
    for (const { type } of added) expect(type).toMatch(/^formwork\.[a-z_]+$/u);
    const { id } = await client.create();
    const content = '';
    const type = 'application/json;schema=act';
    const artifacts = [{ id: 'a', type, data: { do: 'ask' } }];
    const { metadata = {} } = await client.send(id, { content, artifacts });
    const described = added.map(({ parameters }) => parameters?.['metadata_key']);
    expect(Object.keys(metadata)).toHaveLength(2);
    for (const key of Object.keys(metadata)) expect(described).toContain(key);
    // The agent's metadata does not override core fields such as the id of a message.
    expect(metadata).not.toHaveProperty('id');
  },
);

test('the card is that of the definition that is served now', async () => {
  const server = createServer(sessionAgent, { adapters: [createSessionAdapter()] });
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port: 0 });
  const client = createSessionClient(url);
  server.replaceAgent({ ...sessionAgent, version: '9.9.9' });
  expect((await client.request('GET', '/card')).body).toMatchObject({ version: '9.9.9' });
});

const known = { id: 'ada' };

test.each<[string, ServerOptions, Readonly<Record<string, string>>]>([
  ['none', {}, {}],
  [
    'api_key',
    { authenticate: createApiKeyAuthentication({ keys: { secret: 'ada' } }) },
    { 'x-api-key': 'secret' },
  ],
  [
    'oauth',
    {
      authenticate: createBearerAuthentication({ verify: (t) => (t === 't' ? known : undefined) }),
    },
    { authorization: 'Bearer t' },
  ],
  [
    'jwt',
    {
      authenticate: createBearerAuthentication({
        bearerFormat: 'JWT',
        verify: (t) => (t === 't' ? known : undefined),
      }),
    },
    { authorization: 'Bearer t' },
  ],
  [
    'custom',
    { authenticate: ({ headers }) => (headers['x-who'] === 'ada' ? known : undefined) },
    { 'x-who': 'ada' },
  ],
])('[card.auth-kind] auth.type %s is what is asked for', async (type, options, headers) => {
  const requireAuthentication = type !== 'none';
  const { client, as } = await serveSessions({ server: { ...options, requireAuthentication } });
  const { auth } = (await client.request('GET', '/card')).body as Card;
  expect(auth.type).toBe(type);
  expect(auth.instructions === undefined).toBe(type === 'none');
  const stranger = await client.request('POST', '/sessions', { body: {} });
  expect(stranger.status).toBe(requireAuthentication ? 401 : 201);
  if (requireAuthentication) {
    expect(stranger.body).toMatchObject({ error: { code: 'unauthenticated' } });
    expect(stranger.headers.get('www-authenticate')).not.toBeNull();
  }
  expect((await as(headers).create()).status).toBe('active');
});

verifiesSessions(
  ['card.auth-kind', 'card.auth-instructions'],
  'a caller that does as the instructions say is let in',
  async () => {
    const authenticate = createApiKeyAuthentication({ keys: { secret: 'ada' } });
    const { client, as } = await serveSessions({
      server: { authenticate, requireAuthentication: true },
    });
    const { auth } = (await client.request('GET', '/card')).body as Card;
    const [, header = ''] = /in the header (\S+)\./u.exec(auth.instructions ?? '') ?? [];
    expect((await as({ [header]: 'secret' }).create()).status).toBe('active');
    expect((await as({ [header]: 'wrong' }).request('POST', '/sessions')).status).toBe(401);
  },
);
