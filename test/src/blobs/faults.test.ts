import { createS3BlobStore, S3Error, type S3BlobStoreOptions } from '@formwork/s3';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  request as sendRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { startFreezingProxy } from '../support/freezing-proxy.ts';
import { startS3 } from '../support/start-s3.ts';

const s3 = await startS3();
afterAll(() => s3.close());

const BIG = randomBytes(5_000_000);
const PIECE = 1_000_000;

function toText(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString('base64');
}

/** A proxy between a blob store and S3 that can answer in place of S3, or change requests. */
interface Between {
  readonly endpoint: string;
  /** Returns the number of requests so far. */
  readonly count: () => number;
}

interface BetweenOptions {
  /**
   * Answers request number `count` in place of S3 and returns true, or returns false to pass it on.
   */
  readonly answer?: (count: number, response: ServerResponse) => boolean;
  /** Changes the body of request number `count`. */
  readonly change?: (count: number, body: Buffer) => void;
}

async function startBetween({
  answer = () => false,
  change = () => undefined,
}: BetweenOptions): Promise<Between> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    const own = count;
    const pieces: Uint8Array[] = [];
    request.on('data', (piece: Uint8Array) => pieces.push(piece));
    request.on('end', () => {
      if (answer(own, response)) return;
      const body = Buffer.concat(pieces);
      change(own, body);
      const { method, headers, url } = request;
      const passed = sendRequest(new URL(url ?? '/', s3.endpoint), { method, headers }, (given) => {
        response.writeHead(given.statusCode ?? 500, given.headers);
        given.pipe(response);
      });
      passed.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, count: () => count };
}

/** Sends an error as S3 does, with the given status and error code; always returns true. */
function refuse(response: ServerResponse, [status, code]: readonly [number, string]): boolean {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No.</Message><Region>eu-1</Region></Error>`,
  );
  return true;
}

/** Waits for a call to fail, and returns its error; throws if the call succeeds. */
async function failureOf(call: Promise<unknown>): Promise<S3Error> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof S3Error) return error;
  throw new Error('The call must fail with an S3Error.', { cause: error });
}

test('a put whose connection is cut in the middle is done again, whole', async () => {
  const place = s3.createPlace();
  const proxy = await startCuttingProxy(s3.endpoint, {
    cutRequestsAfter: (connection) => (connection < 2 ? PIECE : undefined),
  });
  await createS3BlobStore({ ...place, endpoint: proxy.url }).put('big', BIG);
  expect(proxy.count()).toBe(3);
  expect(toText(await createS3BlobStore(place).get('big'))).toBe(toText(BIG));
});

test('a put whose connections are all cut fails and leaves nothing; the next one works', async () => {
  const place = s3.createPlace();
  let isCutting = true;
  const proxy = await startCuttingProxy(s3.endpoint, {
    cutRequestsAfter: () => (isCutting ? PIECE : undefined),
  });
  const store = createS3BlobStore({ ...place, endpoint: proxy.url, retries: 1 });
  const error = await failureOf(store.put('big', BIG));
  expect(error).toMatchObject({ code: 'S3_UNREACHABLE' });
  expect(error.message).toContain(`Cannot store a blob because ${proxy.url} does not answer (`);
  expect(proxy.count()).toBe(2);
  expect(await createS3BlobStore(place).get('big')).toBeUndefined();
  isCutting = false;
  await store.put('big', BIG);
  expect(toText(await store.get('big'))).toBe(toText(BIG));
});

test('a get whose connection is cut in the middle is done again, whole', async () => {
  const place = s3.createPlace();
  await createS3BlobStore(place).put('big', BIG);
  const proxy = await startCuttingProxy(s3.endpoint, {
    cutAfter: (connection) => (connection === 0 ? PIECE : undefined),
  });
  const store = createS3BlobStore({ ...place, endpoint: proxy.url });
  expect(toText(await store.get('big'))).toBe(toText(BIG));
  expect(proxy.count()).toBe(2);
});

test('bytes that change on their way are noticed by the server, and sent again', async () => {
  const place = s3.createPlace();
  const { endpoint, count } = await startBetween({
    change(number, body) {
      if (number === 1) body[1] = (body[1] ?? 0) ^ 1;
    },
  });
  await createS3BlobStore({ ...place, endpoint }).put('one', BIG);
  expect(count()).toBe(2);
  expect(toText(await createS3BlobStore(place).get('one'))).toBe(toText(BIG));
});

test('an answer that is shorter than it says is no blob', async () => {
  const place = s3.createPlace();
  const { endpoint, count } = await startBetween({
    answer(_, response) {
      response.writeHead(200, { 'content-length': 10 });
      response.write('half');
      setImmediate(() => response.destroy());
      return true;
    },
  });
  const store = createS3BlobStore({ ...place, endpoint, retries: 1 });
  expect(await failureOf(store.get('one'))).toMatchObject({ code: 'S3_UNREACHABLE' });
  expect(count()).toBe(2);
});

test.each([
  [429, 'SlowDown'],
  [500, 'InternalError'],
  [503, 'SlowDown'],
] as const)('a server that answers %i %s is asked again, and no more than told', async (...row) => {
  const [status, reason] = row;
  const place = s3.createPlace();
  let refusals = 2;
  const { endpoint, count } = await startBetween({
    answer: (_, response) => (refusals -= 1) >= 0 && refuse(response, row),
  });
  const store = createS3BlobStore({ ...place, endpoint, retries: 2 });
  await store.put('one', Buffer.from('1'));
  expect(count()).toBe(3);
  refusals = Number.POSITIVE_INFINITY;
  const error = await failureOf(store.get('one'));
  expect(error).toMatchObject({ code: 'S3_ANSWER', status, reason });
  expect(error.message).toBe(
    `Cannot read a blob because ${endpoint} answers ${status} ${reason}: try again later.`,
  );
  expect(count()).toBe(6);
  refusals = 0;
  expect(await store.get('one')).toEqual(new Uint8Array([49]));
});

test('a server that has stopped is an error, and works again once it is back', async () => {
  const own = await startS3();
  onTestFinished(() => own.close());
  const store = createS3BlobStore({ ...own.createPlace(), retries: 1 });
  await store.put('one', Buffer.from('1'));
  await own.stop();
  const calls = [store.put('two', BIG), store.get('one'), store.delete('one')];
  for (const error of await Promise.all(calls.map(failureOf))) {
    expect(error).toMatchObject({ code: 'S3_UNREACHABLE', reason: 'ECONNREFUSED' });
  }
  await own.start();
  expect(await store.get('one')).toEqual(new Uint8Array([49]));
  await store.put('two', BIG);
  await store.delete('two');
});

test('a server that says nothing is an error when the time is over, and works again', async () => {
  const proxy = await startFreezingProxy(Number(new URL(s3.endpoint).port));
  onTestFinished(() => proxy.close());
  const endpoint = `http://127.0.0.1:${proxy.port}`;
  const place = s3.createPlace();
  const store = createS3BlobStore({ ...place, endpoint, timeoutMs: 3_000 });
  await store.put('one', Buffer.from('1'));
  proxy.freeze();
  const calls = [store.put('two', BIG), store.get('one'), store.delete('one')];
  for (const error of await Promise.all(calls.map(failureOf))) {
    expect(error).toMatchObject({ code: 'S3_TIMEOUT', status: undefined });
    expect(error.message).toContain(`${endpoint} did not answer within 3000 ms`);
  }
  proxy.thaw();
  await store.put('three', Buffer.from('3'));
  expect(await store.get('three')).toEqual(new Uint8Array([51]));
});

test('repetitions end when the time is over', async () => {
  const { endpoint, count } = await startBetween({
    answer: (_, response) => refuse(response, [503, 'SlowDown']),
  });
  const store = createS3BlobStore({ ...s3.createPlace(), endpoint, retries: 20, timeoutMs: 1_500 });
  const error = await failureOf(store.get('one'));
  expect(error).toMatchObject({ code: 'S3_TIMEOUT', cause: { status: 503 } });
  expect(count()).toBeLessThan(20);
});

test('an attempt that waits when the time is over leaves the answer to an earlier one as the cause', async () => {
  const { endpoint, count } = await startBetween({
    // The second attempt gets no answer.
    answer: (attempt, response) => attempt > 1 || refuse(response, [503, 'SlowDown']),
  });
  const store = createS3BlobStore({ ...s3.createPlace(), endpoint, retries: 3, timeoutMs: 2_000 });
  const error = await failureOf(store.get('one'));
  expect(error).toMatchObject({ code: 'S3_TIMEOUT', cause: { status: 503 } });
  expect(count()).toBe(2);
});

/** Returns the secret access key of the test bucket, which no error message may contain. */
function secretOf({ credentials }: S3BlobStoreOptions): string {
  if (typeof credentials === 'function') throw new Error('There are no keys.');
  return credentials.secretAccessKey;
}

test('wrong keys and buckets are errors that say what to do, and keep the secret', async () => {
  const place = s3.createPlace();
  const secretAccessKey = secretOf(place);
  const accessKeyId = 'AKIA-nobody';
  const good = place.credentials as { readonly accessKeyId: string };
  for (const [change, code, text] of [
    [
      { credentials: { accessKeyId, secretAccessKey } },
      'S3_CREDENTIALS',
      'access key id: check it',
    ],
    [
      { credentials: { accessKeyId: good.accessKeyId, secretAccessKey: `${secretAccessKey}x` } },
      'S3_CREDENTIALS',
      'the secret key does not belong to the access key id',
    ],
    [{ bucket: 'no-such-bucket' }, 'S3_BUCKET', 'has no bucket "no-such-bucket": create it'],
  ] as const) {
    const store = createS3BlobStore({ ...place, ...change });
    const calls = [store.put('one', BIG), store.get('one')];
    for (const error of await Promise.all(calls.map(failureOf))) {
      expect(error).toMatchObject({ code });
      expect(error.message).toContain(text);
      expect(inspect(error, { depth: 9 })).not.toContain(secretAccessKey);
    }
  }
});

test.each([
  [403, 'AccessDenied', 'S3_DENIED', 'the keys do not permit it: grant s3:GetObject on "agents/'],
  [403, 'AccessDenied', 'S3_DENIED', 'and s3:ListBucket on "agents"'],
  [400, 'ExpiredToken', 'S3_CREDENTIALS', 'the session token has ended: give newer credentials'],
  [403, 'RequestTimeTooSkewed', 'S3_CREDENTIALS', 'clocks of this machine and of the server'],
  [301, 'PermanentRedirect', 'S3_BUCKET', 'set its region, which the server says is eu-1'],
  [400, 'AuthorizationHeaderMalformed', 'S3_BUCKET', 'set its region'],
  [404, 'NotFound', 'S3_ANSWER', 'check that the endpoint is that of an S3 server'],
] as const)('an answer %i %s is %s: %s', async (...row) => {
  const [status, reason, code, text] = row;
  const { endpoint, count } = await startBetween({
    answer: (_, response) => refuse(response, [status, reason]),
  });
  const store = createS3BlobStore({ ...s3.createPlace(), endpoint });
  const error = await failureOf(store.get('one'));
  expect(error).toMatchObject({ code, status, reason });
  expect(error.message).toContain(text);
  expect(count()).toBe(1);
});

test('a redirect is not followed', async () => {
  const { endpoint, count } = await startBetween({
    answer(_, response) {
      response.writeHead(307, { location: `${s3.endpoint}/agents/x` });
      response.end();
      return true;
    },
  });
  const store = createS3BlobStore({ ...s3.createPlace(), endpoint });
  expect(await failureOf(store.put('one', BIG))).toMatchObject({ code: 'S3_BUCKET', status: 307 });
  expect(count()).toBe(1);
});

test('credentials are asked for before every request, which has a token and a length', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const place = s3.createPlace();
  const { accessKeyId } = place.credentials as { readonly accessKeyId: string };
  const keys = { accessKeyId, secretAccessKey: secretOf(place) };
  const server = createServer((request, response) => {
    seen.push(request.headers);
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  let count = 0;
  const store = createS3BlobStore({
    ...place,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: async () => ({ ...keys, sessionToken: `token-${(count += 1)}` }),
  });
  await store.put('one', Buffer.from('1'));
  await store.put('none', new Uint8Array());
  expect(seen.map((headers) => headers['x-amz-security-token'])).toEqual(['token-1', 'token-2']);
  // S3 refuses a chunked body.
  expect(seen.map((headers) => headers['content-length'])).toEqual(['1', '0']);
  expect(seen.map((headers) => headers['transfer-encoding'])).toEqual([undefined, undefined]);
});

test('credentials that fail, are empty or never come are errors', async () => {
  const place = s3.createPlace();
  for (const [credentials, code] of [
    [() => Promise.reject(new Error('no role')), 'S3_CREDENTIALS'],
    [async () => ({ accessKeyId: '', secretAccessKey: '' }), 'S3_CREDENTIALS'],
    [() => new Promise<never>(() => {}), 'S3_TIMEOUT'],
  ] as const) {
    const store = createS3BlobStore({ ...place, credentials, timeoutMs: 300 });
    // Real time: the store's timeout does not keep the process alive, so the test does.
    const alive = setInterval(() => {}, 1_000);
    expect(await failureOf(store.get('one'))).toMatchObject({ code });
    clearInterval(alive);
  }
});
