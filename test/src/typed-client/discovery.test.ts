import { AgentCard, generateAgentCardSignature, verifyAgentCardSignature } from '@a2a-js/sdk';
import { connect, createCardCache } from '@formwork/client';
import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import type { RequestListener } from 'node:http';
import { test } from 'vitest';
import { WAIT_LIMIT } from '../support/limits.ts';
import { listen, startRawAgent, toTask } from '../support/raw-agent.ts';
import { startServer } from '../support/start-server.ts';
import { followTests } from '../support/test-end.ts';
import { isForCard } from './client-doors.ts';

followTests();

function toCard(fields: object = {}): string {
  return JSON.stringify({
    name: 'Small',
    description: 'x',
    version: '1',
    supportedInterfaces: [
      { url: 'http://127.0.0.1:9/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: {},
    skills: [],
    ...fields,
  });
}

test('finds the card at either path, below a path, or at its own URL', async ({ expect }) => {
  const url = await listen((request, response) => {
    const isThere = ['/old/.well-known/agent.json', '/cards/mine.json'].includes(request.url ?? '');
    response.writeHead(isThere ? 200 : 404).end(isThere ? toCard() : 'Not found');
  });
  expect((await connect(`${url}/old`)).name).toBe('Small');
  expect((await connect(`${url}/old/`)).name).toBe('Small');
  expect((await connect(`${url}/cards/mine.json`)).name).toBe('Small');
  await expect(connect(url)).rejects.toMatchObject({
    code: 'CONNECT_FAILED',
    message: expect.stringContaining('/.well-known/agent.json') as string,
  });
});

test('finds the card at any address that answers one, and at the origin of a door', async ({
  expect,
}) => {
  const seen: (string | undefined)[] = [];
  const answers = new Map<string, (url: string) => string>();
  const url = await listen((request, response) => {
    seen.push(request.url);
    const answer = answers.get(request.url ?? '');
    response.writeHead(answer === undefined ? 404 : 200).end(answer?.(url));
  });
  const at = (path: string, name: string, doors: readonly string[] = ['/x']): void => {
    const supportedInterfaces = doors.map((door) => ({
      url: `${url}${door}`,
      protocolBinding: 'JSONRPC',
      protocolVersion: '1.0',
    }));
    answers.set(path, () => toCard({ name, supportedInterfaces }));
  };
  at('/agents/ada/a2a/agentCard/v1.0', 'Azure');
  expect((await connect(`${url}/agents/ada/a2a/agentCard/v1.0`)).name).toBe('Azure');
  // An agent below the path comes before the one at the origin, whose card names the address.
  at('/.well-known/agent-card.json', 'Origin', ['/rpc/v1', '/near/rpc', '/far']);
  at('/near/.well-known/agent-card.json', 'Near');
  for (const [path, name] of [
    ['/rpc/v1', 'Origin'],
    ['/rpc/', 'Origin'],
    ['/near', 'Near'],
    ['/near/rpc', 'Origin'],
  ] as const) {
    expect((await connect(`${url}${path}`)).name).toBe(name);
  }
  answers.set('/rpc/v1', () => '<html>');
  answers.set('/far', () => '{"jsonrpc":"2.0"}');
  expect((await connect(`${url}/rpc/v1`)).name).toBe('Origin');
  expect((await connect(`${url}/far`)).name).toBe('Origin');
  seen.splice(0);
  await expect(connect(`${url}/rpc/v2`)).rejects.toThrow(
    /is of agent "Origin", and names no door there\. Pass http/u,
  );
  expect(seen).toEqual([
    '/rpc/v2/.well-known/agent-card.json',
    '/rpc/v2/.well-known/agent.json',
    '/rpc/v2',
    '/.well-known/agent-card.json',
    '/.well-known/agent.json',
  ]);
});

test('finds the card at an address that alone answers one, also one without a path', async ({
  expect,
}) => {
  const url = await listen((request, response) => {
    const [at, query] = (request.url ?? '').split('?');
    const isThere = at === '/files/ada' || (at === '/' && query === 'agent=ada');
    // A host of files refuses what it does not have.
    response.writeHead(isThere ? 200 : 403).end(isThere ? toCard({ name: 'Ada' }) : 'AccessDenied');
  });
  for (const path of ['/files/ada', '/files/ada?version=1', '/?agent=ada', '?agent=ada']) {
    expect((await connect(`${url}${path}`)).name).toBe('Ada');
  }
  await expect(connect(`${url}/files/bob`)).rejects.toThrow(/HTTP 403\. Pass headers/u);
  await expect(connect(url)).rejects.toThrow(/HTTP 403\. Pass headers/u);
});

test('never advises what was just done', async ({ expect }) => {
  const url = await listen((request, response) => {
    response.writeHead(request.url?.startsWith('/closed') === true ? 401 : 404).end();
  });
  const told = async (address: string, headers?: Record<string, string>): Promise<string> => {
    const failure: unknown = await connect(address, headers && { headers }).catch((error) => error);
    return failure instanceof Error ? failure.message : '';
  };
  expect(await told(`${url}/my/card.json`)).toContain('Pass the URL of the agent if its card is');
  expect(await told(url)).toContain('Pass the URL of the card itself');
  expect(await told(`${url}/my/agent`)).toContain('Pass the URL of the card itself');
  expect(await told(`${url}/closed`)).toContain('Pass headers that say who calls.');
  expect(await told(`${url}/closed`, { authorization: 'x' })).toContain('It refuses the headers');
});

test('asks whether a card has changed instead of loading it again', async ({ expect }) => {
  const { url } = await startServer(demoAgent);
  const statuses: number[] = [];
  const options = {
    cardCache: createCardCache(),
    fetch: async (...args: Parameters<typeof fetch>) => {
      const response = await fetch(...args);
      statuses.push(response.status);
      return response;
    },
  };
  const first = await connect(url, options);
  const second = await connect(url, options);
  expect(statuses).toEqual([200, 304]);
  expect(second.card).toEqual(first.card);
});

test.concurrent.for<readonly [string, RequestListener, string]>([
  ['no JSON', (_, response) => response.end('<html>'), 'must be an agent card'],
  ['no card', (_, response) => response.end('[1]'), 'must be an agent card'],
  ['another document', (_, response) => response.end('{"a":1}'), "one of the agent's doors"],
  [
    'a card without end',
    (_, response) => void response.write('{"a":"'.padEnd(3_000_000, 'x')),
    'at most 1048576 bytes',
  ],
  [
    'a deep card',
    (_, response) => response.end(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
    'nested at most 200 levels deep',
  ],
  ['silence', () => undefined, 'must answer'],
  ['a body that never ends', (_, response) => void response.write('{"a":'), 'must arrive whole'],
  [
    'redirects in a circle',
    (_, response) => response.writeHead(302, { location: '/x' }).end(),
    'at most 3 redirects',
  ],
  [
    'a redirect to a file',
    (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    'must not be redirected',
  ],
  ['an error', (_, response) => response.writeHead(500).end(), 'HTTP 500'],
  [
    'a door that is a file',
    (_, response) =>
      response.end(
        toCard({
          supportedInterfaces: [
            { url: 'file:///etc/x', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          ],
        }),
      ),
    'at an address of http or https: current value is JSONRPC 1.0 at "file:///etc/x"',
  ],
  [
    'only doors that cannot be used',
    (_, response) =>
      response.end(
        toCard({
          supportedInterfaces: [
            { url: 'javascript:alert(1)', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          ],
        }),
      ),
    "one of the agent's doors",
  ],
])('is told what to do when it meets %s', async ([, listener, text], { expect }) => {
  const url = await listen(listener);
  // Two of them are ended by time alone.
  const isEndless = text === 'must answer' || text === 'must arrive whole';
  const call = connect(url, { cardTimeoutMs: isEndless ? 3000 : WAIT_LIMIT });
  await expect(call).rejects.toMatchObject({
    code: 'CONNECT_FAILED',
    message: expect.stringContaining(text) as string,
  });
});

test('follows a redirect of the card, without the headers when it leads elsewhere', async ({
  expect,
}) => {
  const seen: unknown[] = [];
  const target = await listen((request, response) => {
    seen.push(request.headers['authorization']);
    response.end(toCard());
  });
  const url = await listen((_, response) =>
    response.writeHead(307, { location: `${target}/c.json` }).end(),
  );
  expect((await connect(url, { headers: { authorization: 'Bearer x' } })).name).toBe('Small');
  expect(seen).toEqual([undefined]);
});

test('refuses a card whose signature does not verify, and an URL that is none', async ({
  expect,
}) => {
  const url = await listen((_, response) => response.end(toCard()));
  const verifyCard = () => Promise.reject(new Error('no valid signature'));
  await expect(connect(url, { verifyCard })).rejects.toThrow('no valid signature');
  await expect(connect('ftp://x')).rejects.toThrow('must begin with http:// or https://');
});

test('uses the extended card when it says who it is', async ({ expect }) => {
  const { url } = await startServer(demoAgent);
  const fetchExtended: typeof fetch = async (input, init) => {
    if (typeof init?.body === 'string' && init.body.includes('GetExtendedAgentCard')) {
      const { id } = JSON.parse(init.body) as { readonly id: number };
      const card = (await (
        await fetch(`${url}/.well-known/agent-card.json`, { headers: { 'a2a-version': '1.0' } })
      ).json()) as object;
      return Response.json({ jsonrpc: '2.0', id, result: { ...card, name: 'Extended' } });
    }
    const response = await fetch(input, init);
    if (!isForCard(input)) return response;
    const card = (await response.json()) as { readonly capabilities: object };
    return Response.json({
      ...card,
      capabilities: { ...card.capabilities, extendedAgentCard: true },
    });
  };
  const known = await connect(url, { fetch: fetchExtended, headers: { 'x-api-key': 'k' } });
  expect(known.name).toBe('Extended');
  expect(await known.skill('fight-comparison').call({ a: 'Lion', b: 'Ant' })).toMatchObject({
    winner: 'Lion',
  });
  expect((await connect(url, { fetch: fetchExtended })).name).toBe('Formwork demo');
  // This server has no extended card: the client uses the public one and warns.
  const lying = await connect(url, {
    headers: { 'x-api-key': 'k' },
    fetch: (input, init) =>
      typeof init?.body === 'string' ? fetch(input, init) : fetchExtended(input, init),
  });
  expect(lying.warnings).toMatchObject([expect.stringContaining('extended card')]);
});

test("checks a card's signature with the SDK's verifier, and uses only what it covers", async ({
  expect,
}) => {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const sign = generateAgentCardSignature(keys.privateKey, { alg: 'ES256', kid: 'k', typ: 'JOSE' });
  const schema = { type: 'object', title: 'Signed' };
  const extension = {
    uri: OBJECT_SCHEMAS_EXTENSION_URI,
    description: 'x',
    required: false,
    params: { schemas: { thing: schema } },
  };
  const card = AgentCard.fromJSON(
    JSON.parse(toCard({ capabilities: { streaming: true, extensions: [extension] } })),
  );
  const signed = JSON.stringify({
    ...(AgentCard.toJSON(await sign(card)) as object),
    schemas: { thing: { type: 'object', title: 'Unsigned' }, other: schema },
  });
  const verifyCard = verifyAgentCardSignature(() => Promise.resolve(keys.publicKey));
  const url = await listen((_, response) => response.end(signed));
  const agent = await connect(url, { verifyCard });
  expect(agent.schema('thing')).toMatchObject({ kind: 'usable', schema: { title: 'Signed' } });
  expect(agent.schema('other')).toMatchObject({ kind: 'refused' });
  const forged = await listen((_, response) => response.end(signed.replace('Signed', 'Forged')));
  await expect(connect(forged, { verifyCard })).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
});

test('lets browsers follow a redirect that they do not show', async ({ expect }) => {
  const seen: unknown[] = [];
  const url = await listen((request, response) => {
    seen.push([request.url, request.headers['x-api-key']]);
    if (request.url === '/c.json') response.end(toCard());
    else response.writeHead(302, { location: '/c.json' }).end();
  });
  const fetchAsBrowser: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (init?.redirect !== 'manual' || response.status !== 302) return response;
    return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
  };
  const agent = await connect(url, { fetch: fetchAsBrowser, headers: { 'x-api-key': 'k' } });
  expect(agent.name).toBe('Small');
  expect(seen).toEqual([
    ['/.well-known/agent-card.json', 'k'],
    ['/.well-known/agent-card.json', undefined],
    ['/c.json', undefined],
  ]);
});

/** Makes a schema of objects nested `levels` deep. */
function toDeepSchema(levels: number): object {
  let schema: object = { type: 'string' };
  for (let level = 0; level < levels; level += 1) {
    schema = { type: 'object', properties: { a: schema } };
  }
  return schema;
}

test.for([
  ['in the params', (schemas: object) => ({ params: { schemas }, root: {} })],
  ['at the root', (schemas: object) => ({ params: {}, root: { schemas } })],
] as const)(
  'a deep schema %s costs the agent no more than the skill it belongs to',
  async ([, place], { expect }) => {
    const { params, root } = place({
      deep: toDeepSchema(1000),
      flat: { type: 'object', required: ['a'] },
    });
    const toSkill = (id: string) => ({
      id,
      name: id,
      description: id,
      tags: [],
      inputModes: [`application/json;schema=${id}`],
    });
    const url = await startRawAgent(({ reply }) => reply({ task: toTask('t', 3, 'Hello') }), {
      capabilities: { extensions: [{ uri: OBJECT_SCHEMAS_EXTENSION_URI, params }] },
      skills: [toSkill('deep'), toSkill('flat')],
      ...root,
    });
    const agent = await connect(url);
    expect(agent.schemaNames).toEqual(['deep', 'flat']);
    expect(agent.schema('deep')).toMatchObject({
      kind: 'refused',
      issues: [{ code: 'schema-too-deep', message: expect.stringContaining('64 schemas deep') }],
    });
    await expect(agent.skill('deep').call({})).rejects.toMatchObject({
      code: 'SKILL_UNUSABLE',
      issues: [{ code: 'schema-too-deep' }],
    });
    expect(await agent.send('Hi')).toMatchObject({ state: 'completed', text: 'Hello' });
    await expect(agent.skill('flat').call({})).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(await agent.skill('flat').call({ a: 1 })).toBe('Hello');
    const signed = connect(url, { verifyCard: () => Promise.resolve() });
    await expect(signed).rejects.toThrow('nested at most 200 levels deep');
  },
);
