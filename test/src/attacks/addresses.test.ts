import { demoAgent } from '@formwork/demo';
import { createFormsServer, type FormsOptions } from '@formwork/forms';
import { createServer as createAgentServer } from '@formwork/server';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { callPush } from '../support/push.ts';
import { ADDRESS_ATTACKS, NAME_ATTACKS, URL_ATTACKS } from './addresses.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** A server on this machine that no request of an agent or a webhook may reach. */
let trap: Server;
let connections = 0;
let port = 0;

let api = '';
let agentUrl = '';
let taskId = '';
const closings: (() => Promise<void>)[] = [];

const lookup: NonNullable<FormsOptions['lookup']> = (name, _options, callback) => {
  const { addresses = ['127.0.0.1'] } = NAME_ATTACKS.find(({ host }) => host === name) ?? {};
  callback(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

beforeAll(async () => {
  trap = createServer((_request, response) => void response.end('{}')).listen(0, '::');
  trap.on('connection', () => (connections += 1));
  await once(trap, 'listening');
  ({ port } = trap.address() as AddressInfo);

  const forms = createFormsServer({ mode: 'many', lookup, logger: SILENT });
  api = `${(await forms.listen({ port: 0 })).url}/api`;
  const agent = createAgentServer(demoAgent, { push: { allowAnonymous: true }, logger: SILENT });
  agentUrl = (await agent.listen({ port: 0 })).url;
  closings.push(
    () => forms.close(),
    () => agent.close(),
  );

  const fight = createTaggedPart('fightComparison', { a: 'Lion', b: 'Tiger' });
  const params = { message: createMessage([fight]) };
  const { body } = await callJsonRpc(agentUrl, { method: 'SendMessage', params });
  taskId = (body.result?.['task'] as { readonly id: string }).id;
});

afterAll(async () => {
  await Promise.all(closings.map((close) => close()));
  trap.closeAllConnections();
  trap.close();
});

/**
 * Asks the forms server to describe an agent or to fetch a document; returns the status and the
 * body.
 */
async function ask(path: 'describe' | 'document', body: object) {
  const response = await fetch(`${api}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/**
 * Expects that the forms server refuses an address and tells nothing about the server behind it.
 */
async function expectFormsToRefuse(url: string): Promise<void> {
  for (const [path, body] of [
    ['describe', { agent: url }],
    ['document', { url }],
  ] as const) {
    const { status, text } = await ask(path, body);
    expect([path, status]).toEqual([path, expect.toSatisfy((one) => [400, 403].includes(one))]);
    expect(text).toMatch(/ADDRESS_REFUSED|"AGENT"|GATEWAY_REFUSED/u);
  }
  expect(connections).toBe(0);
}

/** Expects that an agent refuses a webhook's address and does not store the webhook. */
async function expectPushToRefuse(url: string): Promise<void> {
  const { body } = await callPush(agentUrl, ['Create', { taskId, url }]);
  expect(body.error).toMatchObject({ code: -32_602 });
  expect((await callPush(agentUrl, ['List', { taskId }])).body.result).toEqual({});
}

/** Returns true for host names, which a server looks up only when it connects. */
const isName = (host: string): boolean => /localhost/iu.test(host.normalize('NFKD'));

describe('no agent and no document is looked for inside', () => {
  test.each(ADDRESS_ATTACKS)('$idea: $host', ({ host }) =>
    expectFormsToRefuse(`http://${host}:${port}/x`),
  );
  test.each(NAME_ATTACKS)('$host, which leads to $addresses', ({ host }) =>
    expectFormsToRefuse(`http://${host}:${port}/x`),
  );
  test.each(URL_ATTACKS)('%s', (url) =>
    expectFormsToRefuse(url.replaceAll('TRAP', `127.0.0.1:${port}`)),
  );
});

describe('no webhook leads inside', () => {
  test.each(ADDRESS_ATTACKS.filter(({ host }) => !isName(host)))('$idea: $host', ({ host }) =>
    expectPushToRefuse(`http://${host}:${port}/x`),
  );
  // With a backslash the address belongs to good.example, to which a webhook may lead.
  test.each(URL_ATTACKS.filter((url) => !url.includes('example\\@')))('%s', (url) =>
    expectPushToRefuse(url.replaceAll('TRAP', `127.0.0.1:${port}`)),
  );
});
