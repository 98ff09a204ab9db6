// Not over every binding: a page speaks to the gateway alone.

import { PEOPLE_EXTENSION_URI } from '@formwork/core';
import { createFormsServer } from '@formwork/forms';
import { createPeopleClient } from '@formwork/people/client';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { payAgent, startPeopleServer } from './people-server.ts';

const HEADERS = 'x-formwork-agent-headers';

/** Serves pages for some agents, and returns the address of their gateway. */
async function startGateway(agents: readonly string[]): Promise<string> {
  const forms = createFormsServer({ mode: 'many', agents: agents.map((url) => ({ url })) });
  const { url } = await forms.listen({ port: 0 });
  onTestFinished(() => forms.close());
  return `${url}/api/people`;
}

async function post(gateway: string, body: object, headers: object = {}): Promise<Response> {
  return fetch(gateway, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

test('a page reaches the people door of an agent with the credentials of the person alone', async () => {
  const { url: agent, pay } = await startPeopleServer();
  const gateway = await startGateway([agent]);
  const id = await pay('key-of-ada', 'Émile');
  const as = (key: string) =>
    createPeopleClient({
      send: async (path, { method = 'GET', body, signal, headers }) =>
        fetch(gateway, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...Object.fromEntries(new Headers(headers)),
            [HEADERS]: JSON.stringify({ 'x-api-key': key }),
          },
          body: JSON.stringify({
            agent,
            method,
            path,
            ...(typeof body === 'string' && { body: JSON.parse(body) as object }),
          }),
          ...(signal && { signal }),
        }),
    });
  const ada = as('key-of-ada');
  expect(await ada.who()).toEqual({ id: 'ada', isLocal: false });
  expect(await ada.listTasks({ text: 'émile' })).toMatchObject({ tasks: [{ id }] });
  expect(await (await ada.exportTasks('csv')).text()).toContain(id);
  const { token = '', id: share } = await ada.share(id);
  expect(await as('key-of-bob').getLinked(token)).toMatchObject({ task: { id } });
  await expect(as('key-of-bob').getTask(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await ada.endShare(share);
  await expect(as('wrong').who()).rejects.toMatchObject({ status: 401 });
  const anonymous = await post(gateway, { agent, method: 'GET', path: '/me' });
  expect(anonymous.status).toBe(401);
  // What the page has already is not sent again.
  const list = (headers: object = {}): Promise<Response> =>
    post(
      gateway,
      { agent, method: 'GET', path: '/inbox' },
      { [HEADERS]: JSON.stringify({ 'x-api-key': 'key-of-ada' }), ...headers },
    );
  const tag = (await list()).headers.get('etag') ?? '';
  const again = await list({ 'If-None-Match': tag });
  expect([again.status, again.headers.get('etag')]).toEqual([304, tag]);
});

test('nothing but the door can be asked, and by no other page', async () => {
  const { url: agent } = await startPeopleServer();
  const plain = await startServer(payAgent);
  const gateway = await startGateway([agent, plain.url]);
  const key = { [HEADERS]: JSON.stringify({ 'x-api-key': 'key-of-ada' }) };
  const me = { agent, method: 'GET', path: '/me' };
  expect((await post(gateway, me, key)).status).toBe(200);
  const paths = [
    '/../a2a',
    '/%2e%2e/a2a',
    '/.%2E/%2e./a2a',
    '/tasks/../..',
    '//evil.example',
    '/\\evil.example',
    '@evil.example',
    '',
    'me',
    '/me#x',
    '/a b',
    '/%zz',
    `/${'x'.repeat(9_000)}`,
  ];
  for (const path of paths) {
    const response = await post(gateway, { ...me, path }, key);
    expect([path.slice(0, 20), response.status]).toEqual([path.slice(0, 20), 400]);
  }
  const wrong: readonly (readonly [object, object, number])[] = [
    [{ ...me, method: 'TRACE' }, key, 400],
    [{ ...me, body: [] }, key, 400],
    [{ ...me, agent: 'http://127.0.0.1:1/' }, key, 403],
    [{ ...me, agent: plain.url }, {}, 404],
    [me, { [HEADERS]: '{"x-other":"y"}' }, 400],
    [me, { ...key, Origin: 'https://evil.example' }, 403],
    [me, { ...key, 'Sec-Fetch-Site': 'cross-site' }, 403],
  ];
  for (const [body, headers, status] of wrong) {
    expect([body, (await post(gateway, body, headers)).status]).toEqual([body, status]);
  }
  expect((await fetch(`${gateway}?agent=${agent}`)).status).toBe(404);
});

test('a hostile agent leads no credentials elsewhere, and shows no page of its own', async () => {
  const seen: string[] = [];
  const thief = createServer((request, response) => {
    seen.push(JSON.stringify(request.headers));
    response.end('{}');
  });
  let door = '';
  const hostile = createServer(({ url = '' }, response) => {
    const { port } = hostile.address() as AddressInfo;
    const own = `http://127.0.0.1:${port}`;
    if (url.startsWith('/people/redirect')) {
      response.writeHead(307, { Location: door }).end();
    } else if (url.startsWith('/people/page')) {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<script>1</script>');
    } else if (url.startsWith('/people/cut')) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"a":', () => response.destroy());
    } else {
      const extension = {
        uri: PEOPLE_EXTENSION_URI,
        params: { url: url.includes('bad') ? door : `${own}/people` },
      };
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({
          name: 'Hostile',
          description: 'x',
          version: '1',
          supportedInterfaces: [
            { url: `${own}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          ],
          capabilities: { extensions: [extension] },
          defaultInputModes: ['text/plain'],
          defaultOutputModes: ['text/plain'],
          skills: [],
        }),
      );
    }
  });
  for (const server of [thief, hostile]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
  }
  door = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/people`;
  const agent = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  const bad = `${agent}/bad/agent-card.json`;
  const gateway = await startGateway([agent, bad]);
  const key = { [HEADERS]: JSON.stringify({ authorization: 'Bearer secret' }) };
  const ask = (path: string, from = agent) =>
    post(gateway, { agent: from, method: 'GET', path }, key);
  expect((await ask('/me', bad)).status).toBe(404);
  expect((await ask('/redirect')).status).toBe(502);
  expect((await ask('/page')).status).toBe(502);
  await expect(ask('/cut').then((response) => response.text())).rejects.toThrow(TypeError);
  expect(seen).toEqual([]);
});
