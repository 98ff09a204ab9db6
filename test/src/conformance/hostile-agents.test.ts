import { checkConformance, toJUnit, type ConformanceReport } from '@formwork/conformance';
import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { createCardSigner, createSigningKey } from '@formwork/trust';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';
import type { Loose } from './faulty-agent.ts';
import { referee } from './referee-agent.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves a card with one door of JSON-RPC at `/rpc`, or others, and answers all else by `handle`. */
async function serve(handle: Handle, fields: object = {}): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('agent-card.json') !== true) return handle(request, response);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...card(url), ...fields }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return url;
}

const card = (url: string): Loose => ({
  name: 'Hostile',
  description: 'Hostile.',
  version: '1',
  supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
});

function find({ checks }: ConformanceReport, id: string) {
  return checks.find(({ rule }) => rule.id === id);
}

// The first check loads what sends requests, which takes longer than the limits of these tests.
beforeAll(async () => {
  await checkConformance('http://127.0.0.1:1').catch(() => undefined);
});

test('a door that never answers is found once, and given up', async () => {
  let requests = 0;
  const url = await serve(() => {
    requests += 1;
  });
  const report = await checkConformance(url, { timeoutMs: 1_000 });
  expect(find(report, 'door.open')).toMatchObject({
    state: 'fail',
    fault: { came: 'no answer within 1000 ms' },
  });
  expect(report.summary.fail).toBe(1);
  expect(requests).toBe(1);
});

test('a door that stops to answer is given up after three requests', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    requests += 1;
    if (requests > 1) return;
    response.setHeader('content-type', 'application/json');
    response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"No."}}');
  });
  const report = await checkConformance(url, { timeoutMs: 600 });
  expect(requests).toBe(4);
  expect(find(report, 'door.answers')).toMatchObject({
    state: 'fail',
    fault: { change: expect.stringContaining('raise the time limit') as string },
  });
  expect(find(report, 'task.unknown')).toMatchObject({
    state: 'not-applicable',
    reason: 'the door was given up after 3 requests without an answer',
  });
});

test.each<[name: string, came: RegExp, handle: Handle]>([
  [
    'endless',
    /more than 10000 bytes/u,
    (_, response) => {
      const write = (): void => {
        if (!response.destroyed) response.write('x'.repeat(5_000), () => setImmediate(write));
      };
      write();
    },
  ],
  ['broken off', /no answer: /u, (_, response) => response.destroy()],
  [
    'deep',
    /which is not JSON/u,
    (_, response) => response.end('['.repeat(4_000) + ']'.repeat(4_000)),
  ],
  ['no object', /HTTP 200 with \[1\]/u, (_, response) => response.end('[1]')],
  ['a redirect', /HTTP 307/u, (_, response) => response.writeHead(307, { location: '/x' }).end()],
])('an answer that is %s is a fault of the agent', async (_, came, handle) => {
  const url = await serve(handle);
  const report = await checkConformance(url, { maxBytes: 10_000 });
  expect(find(report, 'door.open')?.fault?.came).toMatch(came);
});

test('what an agent repeats of credentials and of writeOnly fields is not in the report', async () => {
  const pair = Buffer.from('ada:pass-of-ada').toString('base64');
  const login = {
    type: 'object',
    properties: { pin: { type: 'string', writeOnly: true, maxLength: 20 } },
    required: ['pin'],
  };
  const mode = 'application/json;schema=login';
  const extension = {
    uri: OBJECT_SCHEMAS_EXTENSION_URI,
    params: { schemas: { login } },
  };
  const url = await serve(
    ({ headers }, response) => {
      const said = `${headers.authorization} of ada:pass-of-ada, ${String(headers['x-key'])}, pin-of-ada`;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: said } }),
      );
    },
    {
      capabilities: { extensions: [extension] },
      skills: [{ id: 'login', name: 'L', description: 'L.', tags: [], inputModes: [mode] }],
    },
  );
  const headers = { authorization: `Basic ${pair}`, 'x-key': 'key-of-ada' };
  const report = await checkConformance(url, { headers, inputs: { login: { pin: 'pin-of-ada' } } });
  const text = `${JSON.stringify(report)} ${toJUnit(report)}`;
  expect(find(report, 'schemas.valid-input')?.fault?.sent).toContain('{"pin":"[secret]"}');
  expect(find(report, 'task.unknown')?.fault?.came).toContain('[secret] of ada:[secret]');
  for (const secret of [pair, 'of-ada']) expect(text).not.toContain(secret);
  const wrong = { login: { pin: 'pin-of-ada-that-is-far-too-long' } };
  await expect(checkConformance(url, { inputs: wrong })).rejects.toThrow('{"pin":"[secret]"}');
});

test('doors that an agent must not lead to are not called', async () => {
  const url = await serve((_, response) => response.end('{}'), {
    supportedInterfaces: [
      { url: 'http://169.254.169.254/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: 'http://10.0.0.1/a2a', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: 'unix:/tmp/x', protocolBinding: 'GRPC', protocolVersion: '1.0' },
      { url: 'file:///etc/passwd', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      { url: 'http://127.0.0.1/x', protocolBinding: 'SOAP', protocolVersion: '1.0' },
    ],
  });
  const report = await checkConformance(url);
  const came = report.checks.flatMap(({ rule, fault }) =>
    rule.id === 'door.open' ? [fault?.came] : [],
  );
  expect(came).toEqual([
    expect.stringContaining('no request, because 169.254.169.254 leads into a private network'),
    expect.stringContaining('no request, because 10.0.0.1 leads into a private network'),
  ]);
  expect(report.doors.flatMap(({ reason }) => reason ?? [])).toEqual([
    'its URL is no address of gRPC',
    'its URL is not one of http or https',
    'A2A 1.0 over SOAP is not checked',
  ]);
});

test('headers are sent to the origin of the card alone', async () => {
  const seen: (string | undefined)[] = [];
  const other = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response.end('{}');
  });
  const url = await serve(() => {}, card(other));
  const headers = { authorization: 'Bearer secret' };
  await checkConformance(url, { headers });
  await checkConformance(url, { headers, trustedOrigins: [other] });
  expect(seen).toEqual([undefined, 'Bearer secret']);
});

test('answers of every wrong shape are faults, and never end the checks', async () => {
  const values = [null, 1, 'x', [], {}, { task: null }, { task: { id: 1 } }, { kind: 'task' }];
  let turn = 0;
  const url = await serve(
    (request, response) => {
      turn += 1;
      const result = values[turn % values.length];
      const stream = request.headers.accept === 'text/event-stream';
      response.setHeader('content-type', stream ? 'text/event-stream' : 'application/json');
      const text = JSON.stringify({ jsonrpc: '2.0', id: turn, result });
      response.end(stream ? `data: ${text}\n\ndata: {\n\n` : text);
    },
    {
      capabilities: { streaming: true, extensions: [null, 1, { uri: [] }] },
      skills: [null, {}, { id: 'a', inputModes: [1] }],
    },
  );
  const report = await checkConformance(url);
  expect(report.holds).toBe(false);
  expect(JSON.stringify(report)).not.toMatch(/could not be:|\bat .*\.[jt]s:\d+/u);
});

test('a card at its old place alone is a fault, and not all of its schemas are tried', async () => {
  let url = '';
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
  const names = Array.from({ length: 21 }, (_, index) => `s${index}`);
  const skill = { id: 'many', inputModes: names.map((name) => `application/json;schema=${name}`) };
  const schemas = Object.fromEntries(names.map((name) => [name, schema]));
  const server = createServer((request, response) => {
    if (request.url !== '/.well-known/agent.json') return response.writeHead(404).end();
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ ...card(url), skills: [skill], schemas }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const report = await checkConformance(url);
  expect(find(report, 'card.found')).toMatchObject({ state: 'fail' });
  expect(report.leftOut).toEqual(['many: only 20 schemas are tried']);
});

test('the signature of a card is verified by the keys of its server', async () => {
  const key = await createSigningKey();
  const { url } = await startServer(referee, { signCard: { keys: [key] } });
  const calls = false;
  const good = await checkConformance(url, { calls });
  expect(find(good, 'card.signatures')?.state).toBe('pass');
  expect(find(good, 'card.signature-fits')?.state).toBe('pass');
  const signer = await createCardSigner({ keys: [key] });
  const keys = JSON.stringify(signer.publicKeys);
  const signed = await signer.sign(card('http://127.0.0.1:1'));
  const fields = { ...signed, description: 'Changed.' };
  const changed = await serve((_, response) => response.end(keys), fields);
  const bad = await checkConformance(changed, { calls });
  expect(find(bad, 'card.signature-fits')).toMatchObject({
    state: 'fail',
    fault: { came: expect.stringContaining('the card is another one than was signed') as string },
  });
});

test('options are checked, and headers are not repeated', async () => {
  const headers = { authorization: 'secret\n' };
  const check = checkConformance('http://127.0.0.1:1', { headers });
  await expect(check).rejects.toThrow(
    /headers must be .* printable ASCII: current value is not shown/u,
  );
  await expect(checkConformance('ftp://x')).rejects.toThrow('must be one of http or https');
  const named = checkConformance('http://ada:pass-of-ada@127.0.0.1:1');
  await expect(named).rejects.toThrow(/^(?!.*of-ada).* no user name and password/u);
  const late = checkConformance('http://127.0.0.1:1', { timeoutMs: 0 });
  await expect(late).rejects.toThrow(RangeError);
});

test('a URL without a card, and one without an agent', async () => {
  const url = await serve((_, response) => response.writeHead(404).end());
  const report = await checkConformance(`${url}/other.json`);
  expect(report.checks.filter(({ state }) => state === 'fail').map(({ rule }) => rule.id)).toEqual([
    'card.found',
  ]);
  await expect(checkConformance('http://127.0.0.1:1')).rejects.toMatchObject({
    code: 'CONFORMANCE_UNREACHABLE',
  });
});

test('a signal ends the checks', async () => {
  const leaving = new AbortController();
  const url = await serve(() => leaving.abort(new Error('It is enough.')));
  const check = checkConformance(url, { signal: leaving.signal });
  await expect(check).rejects.toThrow('It is enough.');
});
