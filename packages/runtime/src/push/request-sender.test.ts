import { AddressRefusedError, type LookupAll } from '@formwork/network';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type LookupFunction,
  type Server,
} from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RequestSender, createPublicLookup, type RequestSenderOptions } from './request-sender.ts';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  const port = await listen(server);
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${port}/hook?key=1`;
}

function open(options: Partial<RequestSenderOptions> = {}): RequestSender {
  const sender = new RequestSender({ allowPrivateAddresses: true, timeoutMs: 5_000, ...options });
  onTestFinished(() => sender.close());
  return sender;
}

function post(sender: RequestSender, url: string, signal = new AbortController().signal) {
  return sender.post({ url, headers: { 'Content-Type': 'application/json' }, body: '{}', signal });
}

test('post() sends the body and tells the status', async () => {
  const seen: unknown[] = [];
  const url = await serve(async (request, response) => {
    const { method, url: path, headers } = request;
    const body = (await request.toArray()).join('');
    seen.push({ method, path, type: headers['content-type'], body });
    response.writeHead(429, { 'Retry-After': '7' }).end('ignored');
  });
  expect(await post(open(), url)).toEqual({ kind: 'answered', status: 429, retryAfter: '7' });
  expect(seen).toEqual([
    { method: 'POST', path: '/hook?key=1', type: 'application/json', body: '{}' },
  ]);
});

test.each([301, 302, 303, 307, 308])('post() does not follow a redirect (%i)', async (status) => {
  const other = vi.fn<RequestListener>((_request, response) => void response.end());
  const location = await serve(other);
  const url = await serve((_request, response) => {
    response.writeHead(status, { Location: location }).end();
  });
  expect(await post(open(), url)).toMatchObject({ kind: 'answered', status });
  expect(other).not.toHaveBeenCalled();
});

test('post() gives up after its time', async () => {
  const url = await serve(() => undefined);
  const reason = 'No answer within 50 ms';
  expect(await post(open({ timeoutMs: 50 }), url)).toEqual({ kind: 'failed', reason });
});

test('post() takes a status though the rest of the answer never ends', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200).write('more');
  });
  // On a busy machine the first of these times may be over before the status has come.
  for (let timeoutMs = 100; ; timeoutMs *= 2) {
    const outcome = await post(open({ timeoutMs }), url);
    if (outcome.kind === 'failed' && outcome.reason.startsWith('No answer within')) continue;
    expect(outcome).toEqual({ kind: 'answered', status: 200 });
    break;
  }
});

test('post() reads little of a long answer', async () => {
  let isOpen = true;
  const url = await serve((_request, response) => {
    response.writeHead(200);
    response.once('close', () => {
      isOpen = false;
    });
    function write(): void {
      if (isOpen && response.write('x'.repeat(65_536))) setImmediate(write);
      else if (isOpen) response.once('drain', write);
    }
    write();
  });
  expect(await post(open(), url)).toEqual({ kind: 'answered', status: 200 });
  await expect.poll(() => isOpen).toBe(false);
});

test('post() ends when its signal aborts, at once if it has', async () => {
  const stop = new AbortController();
  const url = await serve(() => stop.abort());
  expect(await post(open(), url, stop.signal)).toEqual({ kind: 'aborted' });
  expect(await post(open(), url, stop.signal)).toEqual({ kind: 'aborted' });
});

test('post() tells what kept it from an answer by a code', async () => {
  const server = createTcpServer((socket) => void socket.destroy());
  const port = await listen(server);
  expect(await post(open(), `http://127.0.0.1:${port}/`)).toEqual({
    kind: 'failed',
    reason: 'Cannot reach the receiver: ECONNRESET',
  });
  server.close();
  expect(await post(open(), `http://127.0.0.1:${port}/`)).toEqual({
    kind: 'failed',
    reason: 'Cannot reach the receiver: ECONNREFUSED',
  });
});

test('post() speaks TLS to https, and to nothing else', async () => {
  const answer = vi.fn<RequestListener>((_request, response) => void response.end());
  const { port } = new URL(await serve(answer));
  expect(await post(open(), `https://127.0.0.1:${port}/`)).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/^Cannot reach the receiver: (?:ERR_SSL|EPROTO|ECONNRESET)/u),
  });
  expect(answer).not.toHaveBeenCalled();
});

test.each(['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])(
  'post() does not connect to %s unless private addresses are allowed',
  async (host) => {
    const answer = vi.fn<RequestListener>((_request, response) => void response.end());
    const { port } = new URL(await serve(answer));
    const outcome = await post(open({ allowPrivateAddresses: false }), `http://${host}:${port}/`);
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('must be public'),
    });
    expect(answer).not.toHaveBeenCalled();
  },
);

test('post() asks for the address once per connection, and connects to what it is told', async () => {
  const answer = vi.fn<RequestListener>((_request, response) => {
    response.writeHead(204, { Connection: 'close' }).end();
  });
  const { port } = new URL(await serve(answer));
  const url = `http://rebinding.example:${port}/`;
  const names: string[] = [];
  const lookup: LookupFunction = (name, options, callback) => {
    names.push(name);
    const found = { address: '127.0.0.1', family: 4 };
    if (names.length > 1) callback(new AddressRefusedError(found.address), '', 0);
    else if (options.all === true) callback(null, [found]);
    else callback(null, found.address, found.family);
  };
  const sender = open({ allowPrivateAddresses: false, lookup });
  expect(await post(sender, url)).toEqual({ kind: 'answered', status: 204 });
  expect(names).toEqual(['rebinding.example']);
  expect(await post(sender, url)).toMatchObject({ kind: 'refused' });
  expect(answer).toHaveBeenCalledTimes(1);
});

test('post() keeps no idle connection for long, whoever the receiver is', async () => {
  const closed: Promise<unknown>[] = [];
  // A receiver that does not say how long it keeps connections, and never closes one.
  const server = createTcpServer((socket) => {
    closed.push(once(socket, 'close'));
    socket.on('data', () => void socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  const sender = open({ idleMs: 200 });
  expect(await post(sender, url)).toEqual({ kind: 'answered', status: 204 });
  await Promise.all(closed);
});

test('post() never rejects, whatever it is given', async () => {
  expect(await post(open(), 'nonsense')).toMatchObject({ kind: 'refused' });
  const request = { url: 'http://127.0.0.1:1/', headers: { Bad: 'a\r\nb' }, body: '' };
  const { signal } = new AbortController();
  expect(await open().post({ ...request, signal })).toMatchObject({ kind: 'refused' });
});

const PUBLIC = { address: '8.8.8.8', family: 4 };

const INSIDE = { address: '10.0.0.1', family: 4 };

function find(all: boolean, lookupAll?: LookupAll, name = 'receiver.example') {
  return new Promise((resolve, reject) => {
    createPublicLookup(lookupAll)(name, { all }, (error, address, family) => {
      if (error === null) resolve([address, family]);
      else reject(error);
    });
  });
}

function answerWith(...addresses: LookupAddress[]): LookupAll {
  return (_name, _options, callback) => callback(null, addresses);
}

test('createPublicLookup() gives public addresses in the form that was asked for', async () => {
  expect(await find(true, answerWith(PUBLIC))).toEqual([[PUBLIC], undefined]);
  expect(await find(false, answerWith(PUBLIC))).toEqual(['8.8.8.8', 4]);
});

test('createPublicLookup() refuses a name when any of its addresses is not public', async () => {
  const refusal = { name: 'AddressRefusedError', code: 'ADDRESS_REFUSED' };
  await expect(find(true, answerWith(PUBLIC, INSIDE))).rejects.toMatchObject(refusal);
  await expect(find(false, answerWith(INSIDE, PUBLIC))).rejects.toBeInstanceOf(AddressRefusedError);
});

test('createPublicLookup() refuses localhost as the system knows it', async () => {
  await expect(find(true, undefined, 'localhost')).rejects.toBeInstanceOf(AddressRefusedError);
});

test('createPublicLookup() passes on that a name is not known', async () => {
  const failure = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  const fails: LookupAll = (_name, _options, callback) => callback(failure, []);
  await expect(find(true, fails)).rejects.toBe(failure);
});
