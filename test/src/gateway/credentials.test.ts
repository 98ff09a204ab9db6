import { demoAgent } from '@formwork/demo';
import { createGatewaySource } from '@formwork/react';
import { createApiKeyAuthentication, createBearerAuthentication } from '@formwork/server';
import { expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { listen } from '../support/raw-agent.ts';
import { startServer } from '../support/start-server.ts';
import { post, startForms } from './start-forms.ts';

const KEY = 'a-key-that-nobody-else-has';

const FIGHT = {
  kind: 'input',
  messageId: 'm',
  skillId: 'fight-comparison',
  schema: 'fightComparison',
  data: { a: 'Lion', b: 'Ant' },
} as const;

async function startGuarded(publicUrl?: string): Promise<string> {
  const { url } = await startServer(demoAgent, {
    authenticate: createApiKeyAuthentication({ keys: { [KEY]: 'ada' } }),
    requireAuthentication: true,
    ...(publicUrl !== undefined && { publicUrl }),
  });
  return url;
}

function toHeader(headers: object): Readonly<Record<string, string>> {
  return { 'x-formwork-agent-headers': JSON.stringify(headers) };
}

test('who does not say who they are sees what there is, and is told to say so', async () => {
  const url = await startGuarded();
  const { api } = await startForms({ mode: 'one', agentUrl: url });
  const source = createGatewaySource(api, url);
  expect(await source.describe()).toMatchObject({
    name: demoAgent.name,
    credentials: [{ kind: 'api-key', header: 'x-api-key' }],
  });
  expect((await collect(source.send(FIGHT))).at(-1)).toMatchObject({
    kind: 'failure',
    reason: 'UNAUTHENTICATED',
  });
});

test('a key reaches the agent, and nothing that is shown or logged', async () => {
  const url = await startGuarded();
  const { api, logged } = await startForms({ mode: 'one', agentUrl: url });
  const source = createGatewaySource(api, url, { headers: { 'X-Api-Key': KEY } });
  const described = await source.describe();
  const events = await collect(source.send(FIGHT));
  expect(events.at(-1)).toMatchObject({ kind: 'result' });
  expect(JSON.stringify([described, events, logged])).not.toContain(KEY);
});

test('callers with other keys, or none, are not taken for one another', async () => {
  const url = await startGuarded();
  const { api } = await startForms({ mode: 'one', agentUrl: url });
  const call = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
    const source = createGatewaySource(api, url, { headers });
    return (await collect(source.send({ ...FIGHT, messageId: crypto.randomUUID() }))).at(-1);
  };
  expect(await call({ 'x-api-key': KEY })).toMatchObject({ kind: 'result' });
  expect(await call({})).toMatchObject({ reason: 'UNAUTHENTICATED' });
  expect(await call({ 'x-api-key': `${KEY}x` })).toMatchObject({ reason: 'UNAUTHENTICATED' });
});

test('a header that the card does not ask for is refused before anything is sent', async () => {
  const url = await startGuarded();
  const { api, logged } = await startForms({ mode: 'one', agentUrl: url });
  const answer = await post(`${api}/describe`, { agent: url }, toHeader({ 'x-other': KEY }));
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { code: 'GATEWAY_REFUSED', reason: 'HEADERS' } },
  });
  expect(answer.text).toContain('must be authorization or x-api-key');
  const host = await post(`${api}/describe`, { agent: url }, toHeader({ host: KEY }));
  expect(host).toMatchObject({ status: 400 });
  const source = createGatewaySource(api, url, { headers: { 'x-other': KEY } });
  expect((await collect(source.send(FIGHT))).at(-1)).toMatchObject({ reason: 'HEADERS' });
  expect(answer.text + host.text + logged.join()).not.toContain(KEY);
});

test('a key that no header can hold is refused with a reason', async () => {
  const url = await startGuarded();
  const { api } = await startForms({ mode: 'one', agentUrl: url });
  const source = createGatewaySource(api, url, { headers: { 'x-api-key': 'schlüssel €\n' } });
  await expect(source.describe()).rejects.toMatchObject({
    reason: 'HEADERS',
    message: expect.stringContaining('the value of x-api-key must be text') as string,
  });
});

test('a door elsewhere, and a redirect, do not see them', async () => {
  const seen: unknown[] = [];
  const other = await listen((request, response) => {
    seen.push(request.headers);
    response.writeHead(401).end();
  });
  const guarded = await startGuarded(other);
  const card = await (await fetch(`${guarded}/.well-known/agent-card.json`)).text();
  const moved = await listen((request, response) => {
    if (request.url === '/moved/.well-known/agent-card.json') {
      response.writeHead(302, { location: `${other}/card.json` }).end();
    } else response.end(card);
  });
  const { api } = await startForms({
    mode: 'many',
    agents: [{ url: moved }, { url: `${moved}/moved` }],
  });
  const source = createGatewaySource(api, moved, { headers: { authorization: `Bearer ${KEY}` } });
  expect((await source.describe()).warnings.join()).toContain('your headers are not sent there');
  await collect(source.send(FIGHT));
  const headers = { 'x-formwork-agent-headers': JSON.stringify({ authorization: KEY }) };
  await post(`${api}/describe`, { agent: `${moved}/moved` }, headers);
  expect(seen.length).toBeGreaterThan(1);
  expect(JSON.stringify(seen)).not.toContain(KEY);
  expect(JSON.stringify(seen)).not.toContain('x-formwork');
});

test('an agent that tells its card to those it knows is described to them', async () => {
  const authenticate = createBearerAuthentication({
    verify: (token) => (token === KEY ? { id: 'ada' } : undefined),
  });
  const { url: inner } = await startServer(demoAgent, { authenticate });
  const card = await (await fetch(`${inner}/.well-known/agent-card.json`)).text();
  const url = await listen((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${KEY}`;
    response.writeHead(isKnown ? 200 : 401).end(isKnown ? card : '');
  });
  const { api } = await startForms({ mode: 'many', agents: [{ url }] });
  await expect(createGatewaySource(api, url).describe()).rejects.toMatchObject({
    code: 'CONNECT_FAILED',
    reason: 'UNAUTHENTICATED',
  });
  const named = createGatewaySource(api, url, { headers: { 'x-api-key': KEY } });
  await expect(named.describe()).rejects.toMatchObject({
    reason: 'HEADERS',
    message: expect.stringContaining('is not public') as string,
  });
  const headers = { authorization: `Bearer ${KEY}` };
  const known = createGatewaySource(api, url, { headers });
  expect(await known.describe()).toMatchObject({ name: demoAgent.name });
});
