import { createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { connect } from '@formwork/client';
import { createConsoleAdapter } from '@formwork/console';
import { defineAgent, defineSkill } from '@formwork/core';
import { createPeopleAdapter } from '@formwork/people';
import {
  combineAuthentications,
  createApiKeyAuthentication,
  createOpenIdAuthentication,
} from '@formwork/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ATTACKED_DOORS } from '../attacks/doors.ts';
import { serveAllDoors } from '../support/all-doors.ts';
import { createAgent, send, sendForTask } from '../support/asking-agent.ts';
import { ALL_DOORS } from '../support/doors.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage } from '../support/json-rpc.ts';
import { scopedAgent } from '../support/scoped-agent.ts';
import { AUDIENCE, startProvider, type TestProvider } from '../support/start-provider.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

async function serve(): Promise<string> {
  const authenticate = combineAuthentications([
    createOpenIdAuthentication({ issuer: provider.issuer, audience: AUDIENCE }),
    createApiKeyAuthentication({ keys: { 'key-of-ada': { id: 'ada', scopes: ['pairs:read'] } } }),
  ]);
  const { url } = await startServer(scopedAgent, {
    authenticate,
    adapters: [createSessionAdapter()],
    ...WITH_GRPC,
  });
  return url;
}

async function bearer(scope = ''): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await provider.getToken(scope)}` };
}

const input = (schema: string) => ({ schema, data: { word: 'hello' } });

test.each(ALL_DOORS)('$name lets callers use the skills that their scopes open', async (door) => {
  const url = await serve();
  const use = async (schema: string, headers?: Record<string, string>) => {
    const response = await door.stream(url, input(schema), headers);
    const challenge = response.headers.get('www-authenticate');
    return { status: response.status, challenge, text: await response.text() };
  };

  expect(await use('open')).toMatchObject({ text: expect.stringContaining('nobody') });
  const known = await bearer();
  expect(await use('open', known)).toMatchObject({ text: expect.stringContaining('robot') });

  const stranger = await use('scoped');
  // A2A 0.3 opens the stream before the server looks at the message.
  const isOpen = door.name === 'JSON-RPC 0.3';
  expect(stranger.status).toBe(isOpen ? 200 : 401);
  expect(stranger.text).toContain('UNAUTHENTICATED');
  const lacking = await use('scoped', known);
  expect(lacking.status).toBe(isOpen ? 200 : 403);
  expect(lacking.text).toContain('PERMISSION_DENIED');
  for (const { challenge } of isOpen ? [] : [stranger, lacking]) {
    expect(challenge).toContain('error="insufficient_scope", scope="pairs:read"');
  }
  expect(lacking.text).toContain('INSUFFICIENT_SCOPE');
  for (const headers of [await bearer('pairs:read pairs:write'), { 'x-api-key': 'key-of-ada' }]) {
    const done = await use('scoped', headers);
    expect(done.status).toBe(200);
    expect(done.text).toMatch(/robot|ada/u);
  }

  // To callers without the scope, the skill seems not to exist.
  const reader = await bearer('pairs:read');
  const unknown = await use('no-such-schema', reader);
  const hidden = await use('hidden', reader);
  expect(hidden.status).toBe(unknown.status);
  expect(hidden.text).toContain('STRUCTURED_SCHEMA_UNKNOWN');
  expect(hidden.text.replaceAll('no-such-schema', 'hidden')).not.toContain('INSUFFICIENT');
  expect(await use('hidden', await bearer('pairs:write'))).toMatchObject({ status: 200 });
});

test.each(ALL_DOORS)(
  '$name refuses tokens that the provider did not make for this agent',
  async (door) => {
    const url = await serve();
    const token = await provider.getToken('pairs:read');
    const [header, payload] = token.split('.');
    for (const wrong of [`${header}.${payload}.AAAA`, 'opaque', `${token}x`]) {
      const response = await door.stream(url, input('open'), { authorization: `Bearer ${wrong}` });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain(
        'Bearer realm="a2a", error="invalid_token"',
      );
      await response.body?.cancel();
    }
  },
);

test('the extended card shows each caller what its scopes open', async () => {
  const url = await serve();
  const card = async (headers: Record<string, string>) =>
    fetch(`${url}/a2a/rest/extendedAgentCard`, { headers: { 'a2a-version': '1.0', ...headers } });
  const skillsOf = async (response: Response) =>
    ((await response.json()) as { skills: { id: string }[] }).skills.map(({ id }) => id);

  const publicCard = await fetch(`${url}/.well-known/agent-card.json`, {
    headers: { 'a2a-version': '1.0' },
  });
  const text = await publicCard.text();
  expect(JSON.parse(text)).toMatchObject({
    capabilities: { extendedAgentCard: true },
    securitySchemes: { openId: {}, apiKey: {} },
    skills: [{ id: 'open' }, { id: 'scoped', securityRequirements: [{}, {}] }],
  });
  expect(text).not.toContain('hidden');

  const stranger = await card({});
  expect(stranger.status).toBe(401);
  expect(stranger.headers.get('www-authenticate')).toContain('Bearer realm="a2a"');
  expect(await skillsOf(await card({ 'x-api-key': 'key-of-ada' }))).toEqual(['open', 'scoped']);
  expect(await skillsOf(await card(await bearer('pairs:write')))).toEqual([
    'open',
    'scoped',
    'hidden',
  ]);

  const legacy = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await bearer('pairs:write')) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'agent/getAuthenticatedExtendedCard' }),
  });
  const { result } = (await legacy.json()) as { result: { skills: { id: string }[] } };
  expect(result.skills.map(({ id }) => id)).toEqual(['open', 'scoped', 'hidden']);
});

test('a client that may use a hidden skill finds it with its schemas', async () => {
  const url = await serve();
  const agent = await connect(url, { headers: await bearer('pairs:write') });
  expect(agent.skillIds).toEqual(['open', 'scoped', 'hidden']);
  expect(await agent.skill('hidden').call({ word: 'hello' })).toEqual({ by: 'robot' });
  const stranger = await connect(url);
  expect(stranger.skillIds).toEqual(['open', 'scoped']);
});

test('the session API shows and runs what the scopes of a caller open', async () => {
  const url = await serve();
  const { capabilities } = (await (await fetch(`${url}/card`)).json()) as {
    capabilities: { type: string }[];
  };
  const types = capabilities.map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['open', 'scoped']));
  expect(types).not.toContain('hidden');

  const say = async (schema: string, headers: Record<string, string>) => {
    const made = await fetch(`${url}/sessions`, { method: 'POST', headers });
    const { session } = (await made.json()) as { session: { id: string } };
    const type = `application/json;schema=${schema}`;
    const artifacts = [{ id: 'a', type, data: { word: 'hello' } }];
    const response = await fetch(`${url}/sessions/${session.id}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ role: 'user', content: 'Do it.', artifacts }),
    });
    return { status: response.status, text: await response.text() };
  };
  const lacking = await bearer();
  expect(await say('open', lacking)).toMatchObject({ text: expect.stringContaining('robot') });
  expect(await say('scoped', lacking)).toMatchObject({ status: 403 });
  expect(await say('hidden', lacking)).toMatchObject({ status: 422 });
  expect(await say('hidden', await bearer('pairs:write'))).toMatchObject({
    text: expect.stringContaining('robot'),
  });
});

test('nobody goes on with a task once the scope of its skill is taken from them', async () => {
  let scopes = ['names:ask'];
  const asks = defineSkill({
    id: 'ask',
    name: 'Ask',
    description: 'Asks for a name.',
    tags: [],
    scopes: ['names:ask'],
    text: async ({ task }) => `Hello ${await task.ask('What is your name?')}`,
  });
  const agent = defineAgent({ name: 'Asker', version: '1.0.0', skills: [asks] });
  const { url } = await startServer(agent, { authenticate: () => ({ id: 'ada', scopes }) });
  const asked = await sendForTask(url, createMessage([{ text: 'Hello' }]));
  expect(asked.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  const reply = createMessage([{ text: 'Ada' }], { taskId: asked.id });
  scopes = [];
  expect((await send(url, reply)).body).toMatchObject({
    error: { message: expect.stringContaining('asks for the scope "names:ask"') },
  });
  scopes = ['names:ask'];
  const done = await sendForTask(url, reply);
  expect(done.status.state).toBe('TASK_STATE_COMPLETED');
});

test('a skill that asks for scopes is not served where no caller can have any', async () => {
  await expect(startServer(scopedAgent)).rejects.toThrow(
    'Cannot serve the agent because the skill "scoped" asks for scopes and no caller can say who it is: authenticate must be a function',
  );
});

test('an issuer that cannot be reached is told as such, to callers with tokens alone', async () => {
  const authenticate = createOpenIdAuthentication({
    issuer: 'http://127.0.0.1:9',
    audience: AUDIENCE,
  });
  const { url } = await startServer(scopedAgent, { authenticate, ...WITH_GRPC });
  for (const { stream } of ALL_DOORS) {
    const response = await stream(url, input('open'), await bearer());
    expect(await response.text()).toContain('Send the request again later.');
    const open = await stream(url, input('open'));
    expect(await open.text()).toContain('nobody');
  }
});

test('every door says when to come again while the issuer cannot be reached', async () => {
  const { url, close } = await serveAllDoors({
    authenticate: createOpenIdAuthentication({ issuer: 'http://127.0.0.1:9', audience: AUDIENCE }),
    adapters: [
      createSessionAdapter({ path: '/sessions-api' }),
      createEnvelopeAdapter({ agentId: 'agent' }),
      createConsoleAdapter(),
      createPeopleAdapter(),
    ],
  });
  onTestFinished(close);
  const [json, head] = ['application/json', await bearer()];
  const headers = { ...head, 'content-type': json, accept: `${json}, text/event-stream` };
  // The page of forms and the card are for callers without credentials.
  const guarded = ATTACKED_DOORS.filter(
    ({ path, isPublic }) => isPublic !== true && !path.startsWith('/forms/'),
  );
  for (const { method, path } of [...guarded, { method: 'GET', path: '/people/tasks' }]) {
    const body = method === 'POST' ? JSON.stringify({ method: 'GetTask' }) : null;
    const response = await fetch(`${url}${path}`, { method, headers, body });
    const { status } = response;
    expect({ path, status, after: response.headers.get('retry-after') }).toEqual({
      path,
      status: 503,
      after: '5',
    });
    expect(await response.text()).toContain('cannot be read. Send the request again later.');
  }
});

test('clients that look for the provider are told where it is, and what to ask it for', async () => {
  const url = await serve();
  const refused = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { authorization: 'Bearer wrong' },
  });
  const [, metadataUrl = ''] =
    /resource_metadata="([^"]*)"/u.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
  expect(metadataUrl).toBe(`${url}/.well-known/oauth-protected-resource`);
  for (const address of [metadataUrl, `${metadataUrl}/mcp`]) {
    expect(await (await fetch(address)).json()).toEqual({
      resource: AUDIENCE,
      authorization_servers: [provider.issuer],
      bearer_methods_supported: ['header'],
      resource_name: 'Scoped',
      scopes_supported: ['pairs:read'],
    });
  }
  const { url: other } = await startServer(createAgent(async () => 'Hello'));
  expect((await fetch(`${other}/.well-known/oauth-protected-resource`)).status).toBe(404);
});
