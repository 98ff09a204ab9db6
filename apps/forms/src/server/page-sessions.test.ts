import { createMemoryRecords, EngineStorageError, type SharedRecords } from '@formwork/runtime';
import express, { type NextFunction, type Request, type Response } from 'express';
import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveRoutes } from '../testing/serve-steps.ts';
import type { RefusedError } from './errors/refused-error.ts';
import { createPageSessions, type PageSessions } from './page-sessions.ts';
import { createSignInRoutes } from './page-sign-in.ts';

const LOGGER = { info() {}, warn() {}, error() {} };
const AWAY = { reason: 'UNAVAILABLE', status: 503 };
const HOUR_MS = 3_600_000;

/** A provider that takes each refresh token once, as far as it is there. */
async function startProvider(clientSecret?: string) {
  const proof = clientSecret && `Basic ${btoa(`page:${clientSecret}`)}`;
  let state: 'there' | 'away' | 'busy' | 'over' | 'misled' = 'there';
  /** How often the provider is still out of order before it becomes there. */
  let failures = 0;
  let retryAfter: string | undefined;
  let renewals = 0;
  let tokenRequests = 0;
  const server = createServer(async (request, response) => {
    const body = new URLSearchParams((await request.toArray()).join(''));
    const send = (status: number, value: object): void => {
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      });
      response.end(JSON.stringify(value));
    };
    if (request.url?.startsWith('/.well-known/') === true) {
      send(200, { issuer, token_endpoint: `${issuer}/token`, authorization_endpoint: issuer });
      return;
    }
    tokenRequests += 1;
    failures -= 1;
    if (request.headers.authorization !== proof) send(401, { error: 'invalid_client' });
    else if (failures >= 0) send(503, {});
    else if (state === 'misled') send(400, { error: 'unauthorized_client' });
    else if (state === 'busy') send(400, { error: 'temporarily_unavailable' });
    else if (state === 'away') send(503, { error: 'temporarily_unavailable' });
    else if (state === 'over' || body.get('refresh_token') !== `refresh-${renewals}`) {
      send(400, { error: 'invalid_grant' });
    } else {
      renewals += 1;
      const refresh_token = `refresh-${renewals}`;
      const access_token = `access-${renewals}`;
      send(200, { access_token, refresh_token, token_type: 'bearer', expires_in: 3_600 });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    client: { issuer, clientId: 'page', ...(clientSecret && { clientSecret }) },
    tokens: (expiresAt: number) => ({
      issuer,
      clientId: 'page',
      accessToken: 'access-0',
      refreshToken: 'refresh-0',
      expiresAt,
    }),
    become: (next: typeof state) => void (state = next),
    failTimes(times: number, after?: string) {
      failures = times;
      retryAfter = after;
    },
    asked: () => tokenRequests,
    renewals: () => renewals,
  };
}

/** Two replicas that share records. */
function openReplicas(
  records: SharedRecords = createMemoryRecords(),
  client?: Parameters<typeof createPageSessions>[0]['client'],
) {
  const open = (): PageSessions =>
    createPageSessions({ cookie: 'session', records, client, logger: LOGGER });
  return { records, first: open(), second: open() };
}

function toRequest(value: string): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), {
    headers: { cookie: `session=${value}` },
  });
}

test('who signs in at one replica is known at all, until they sign out at any', async () => {
  const provider = await startProvider();
  const { records, first, second } = openReplicas();
  const request = toRequest(await first.keep(provider.tokens(Date.now() + HOUR_MS)));
  expect(await second.readHeaders(request)).toEqual({ authorization: 'Bearer access-0' });
  expect(await second.findPerson(request)).toBe(await first.findPerson(request));
  // Who reads the records can use nothing of them.
  const kept = JSON.stringify(await records.list({ prefix: 'page-session/' }));
  expect(kept).not.toMatch(/access-0|refresh-0|127\.0\.0\.1/u);
  for (const value of ['', 'x', `${request.headers.cookie?.slice('session='.length, -1)}`]) {
    expect(await second.readHeaders(toRequest(value))).toBeUndefined();
  }
  await second.forget(request);
  expect(await first.readHeaders(request)).toBeUndefined();
  expect(await first.findPerson(request)).toBeUndefined();
});

test('tokens are renewed once for all requests at all replicas', async () => {
  const provider = await startProvider();
  const { first, second } = openReplicas();
  const request = toRequest(await first.keep(provider.tokens(Date.now() - 1)));
  const headers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 ? first : second).readHeaders(request)),
  );
  expect(new Set(headers.map((each) => JSON.stringify(each)))).toEqual(
    new Set(['{"authorization":"Bearer access-1"}']),
  );
  expect(provider.renewals()).toBe(1);
});

/** Owns the clock of the processes, which the test moves. */
function ownClock(): { pass(ms: number): void } {
  let time = Date.now();
  const now = vi.spyOn(Date, 'now').mockImplementation(() => time);
  onTestFinished(() => now.mockRestore());
  return { pass: (ms) => void (time += ms) };
}

test('a provider that is away signs nobody out, and one that refuses does', async () => {
  const clock = ownClock();
  const provider = await startProvider();
  const { first, second } = openReplicas();
  const request = toRequest(await first.keep(provider.tokens(Date.now() - 1)));
  provider.become('away');
  await expect(first.readHeaders(request)).rejects.toMatchObject(AWAY);
  await expect(second.readHeaders(request)).rejects.toMatchObject(AWAY);
  provider.become('busy');
  clock.pass(60_000);
  await expect(second.readHeaders(request)).rejects.toMatchObject(AWAY);
  provider.become('there');
  clock.pass(60_000);
  expect(await second.readHeaders(request)).toEqual({ authorization: 'Bearer access-1' });
  const again = toRequest(await first.keep(provider.tokens(Date.now() - 1)));
  provider.become('over');
  expect(await first.readHeaders(again)).toBeUndefined();
  provider.become('there');
  expect(await second.readHeaders(again)).toBeUndefined();
});

test('a provider that was out of order once is asked again, and nobody notices', async () => {
  const provider = await startProvider();
  const { first } = openReplicas();
  const request = toRequest(await first.keep(provider.tokens(Date.now() - 1)));
  provider.failTimes(1);
  expect(await first.readHeaders(request)).toEqual({ authorization: 'Bearer access-1' });
  expect([provider.asked(), provider.renewals()]).toEqual([2, 1]);
});

test('a provider that refuses the page itself signs nobody out', async () => {
  const clock = ownClock();
  const provider = await startProvider('secret');
  const { records, first } = openReplicas(createMemoryRecords(), provider.client);
  const request = toRequest(await first.keep(provider.tokens(Date.now() - 1)));
  const wrong = { ...provider.client, clientSecret: 'old' };
  const { first: late } = openReplicas(records, wrong);
  await expect(late.readHeaders(request)).rejects.toMatchObject(AWAY);
  provider.become('misled');
  await expect(first.readHeaders(request)).rejects.toMatchObject(AWAY);
  provider.become('there');
  clock.pass(60_000);
  expect(await first.readHeaders(request)).toEqual({ authorization: 'Bearer access-1' });
});

test('a provider is asked again when it wants to be, and ever more rarely without a word', async () => {
  const clock = ownClock();
  const provider = await startProvider();
  const { first } = openReplicas();
  const request = toRequest(await first.keep(provider.tokens(Date.now() - 1)));
  const fail = (ms: number): Promise<void> =>
    expect(first.readHeaders(request)).rejects.toMatchObject({ ...AWAY, retryAfterMs: ms });
  provider.failTimes(1_000, '30');
  await fail(30_000);
  clock.pass(29_000);
  await Promise.all(Array.from({ length: 20 }, () => fail(1_000)));
  expect(provider.asked()).toBe(1);
  clock.pass(1_001);
  provider.failTimes(1_000);
  await fail(15_000);
  // Each try asks twice if the first has failed at once.
  expect(provider.asked()).toBe(3);
  clock.pass(15_001);
  provider.failTimes(0);
  expect(await first.readHeaders(request)).toEqual({ authorization: 'Bearer access-1' });
  // The next time begins with a short rest again.
  clock.pass(2 * HOUR_MS);
  provider.failTimes(1_000);
  await fail(1_000);
  clock.pass(1_001);
  await fail(2_000);
  // A clock that is set back does not prolong the rest.
  clock.pass(-2 * HOUR_MS);
  provider.failTimes(0);
  clock.pass(HOUR_MS);
  expect(await first.readHeaders(request)).toEqual({ authorization: 'Bearer access-2' });
});

test('a token that is still valid is used while the provider is away', async () => {
  const clock = ownClock();
  const provider = await startProvider();
  const { first } = openReplicas();
  const request = toRequest(await first.keep(provider.tokens(Date.now() + 20_000)));
  provider.become('away');
  const before = { authorization: 'Bearer access-0' };
  expect(await first.readHeaders(request)).toEqual(before);
  expect(await first.readHeaders(request)).toEqual(before);
  // The second request does not ask again.
  expect(provider.asked()).toBe(2);
  clock.pass(20_001);
  await expect(first.readHeaders(request)).rejects.toMatchObject(AWAY);
  const again = toRequest(await first.keep(provider.tokens(Date.now() + 20_000)));
  provider.become('over');
  expect(await first.readHeaders(again)).toBeUndefined();
});

test('a storage that is away signs nobody out', async () => {
  const provider = await startProvider();
  const { records, first } = openReplicas();
  const request = toRequest(await first.keep(provider.tokens(Date.now() + HOUR_MS)));
  const get = vi.spyOn(records, 'get').mockRejectedValue(new EngineStorageError('It is away.'));
  await expect(first.readHeaders(request)).rejects.toMatchObject(AWAY);
  await expect(first.findPerson(request)).rejects.toMatchObject(AWAY);
  get.mockRestore();
  expect(await first.readHeaders(request)).toEqual({ authorization: 'Bearer access-0' });
});

test('a browser forgets who signs out although the storage is away, and the page learns of it', async () => {
  const provider = await startProvider();
  const { records, first } = openReplicas();
  const value = await first.keep(provider.tokens(Date.now() + HOUR_MS));
  const signIn = { ...provider.client, pageUrl: 'https://forms.example/' };
  const app = express();
  app.use(
    serveRoutes(
      createSignInRoutes({ signIn, sessions: first, agentUrl: () => '', logger: LOGGER }),
    ),
  );
  // oxlint-disable-next-line max-params -- express counts them
  app.use((error: RefusedError, _: Request, response: Response, _next: NextFunction) => {
    response.status(error.status).end(error.reason);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sign-out`;
  const signOut = () => fetch(url, { method: 'POST', headers: { cookie: `session=${value}` } });
  const remove = vi.spyOn(records, 'delete').mockRejectedValue(new EngineStorageError('Away.'));
  const failed = await signOut();
  expect([failed.status, await failed.text()]).toEqual([503, 'UNAVAILABLE']);
  remove.mockRestore();
  const done = await signOut();
  expect(done.status).toBe(200);
  for (const { headers } of [failed, done]) {
    expect(headers.get('set-cookie')).toMatch(/^session=; .*Max-Age=0/u);
  }
  expect(await first.findPerson(toRequest(value))).toBeUndefined();
});

test('a storage that is away once tokens are renewed loses none', async () => {
  const provider = await startProvider();
  const { records, first, second } = openReplicas();
  const request = toRequest(await first.keep(provider.tokens(Date.now() - 1)));
  const set = vi.spyOn(records, 'set').mockRejectedValue(new EngineStorageError('It is away.'));
  const renewed = { authorization: 'Bearer access-1' };
  expect(await first.readHeaders(request)).toEqual(renewed);
  expect(await first.readHeaders(request)).toEqual(renewed);
  set.mockRestore();
  // The other replica waits, because the refresh token before counts no longer.
  expect(await second.readHeaders(request)).toEqual(renewed);
  expect(provider.renewals()).toBe(1);
});

test('a claim whose answer was lost does not hold up its process', async () => {
  const provider = await startProvider();
  const { records, first } = openReplicas();
  const request = toRequest(await first.keep(provider.tokens(Date.now() - 1)));
  const { add } = records;
  vi.spyOn(records, 'add').mockImplementationOnce(async (...record) => {
    await add(...record);
    throw new EngineStorageError('The answer is lost.');
  });
  await expect(first.readHeaders(request)).rejects.toMatchObject(AWAY);
  expect(await first.readHeaders(request)).toEqual({ authorization: 'Bearer access-1' });
});

test('tokens are renewed with the secret of the page, which no other provider gets', async () => {
  const provider = await startProvider('secret');
  const { records, first } = openReplicas(createMemoryRecords(), provider.client);
  const request = toRequest(await first.keep(provider.tokens(Date.now() - 1)));
  expect(await first.readHeaders(request)).toEqual({ authorization: 'Bearer access-1' });
  const late = toRequest(await first.keep(provider.tokens(Date.now() - 1)));
  const client = { ...provider.client, issuer: 'https://new.example' };
  expect(await openReplicas(records, client).first.readHeaders(late)).toBeUndefined();
  expect(provider.renewals()).toBe(1);
});

test('a person who signs in often pushes out their own sessions alone', async () => {
  const provider = await startProvider();
  const { first } = openReplicas(createMemoryRecords({ limit: 10 }));
  const toTokens = (sub: string) => ({
    ...provider.tokens(Date.now() + HOUR_MS),
    accessToken: `x.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.x`,
  });
  const request = toRequest(await first.keep(toTokens('ada')));
  for (let count = 0; count < 20; count += 1) await first.keep(toTokens('eve'));
  expect(await first.findPerson(request)).toBeDefined();
});

test('requests prolong a session, and eight hours without one end it', async () => {
  const provider = await startProvider();
  let time = Date.now();
  const now = vi.spyOn(Date, 'now').mockImplementation(() => time);
  onTestFinished(() => now.mockRestore());
  const { first, second } = openReplicas(createMemoryRecords({ now: () => time }));
  const request = toRequest(await first.keep(provider.tokens(time + 100 * HOUR_MS)));
  for (let count = 0; count < 5; count += 1) {
    time += 7 * HOUR_MS;
    expect(await (count % 2 ? first : second).readHeaders(request)).toBeDefined();
  }
  time += 8 * HOUR_MS + 1;
  expect(await first.readHeaders(request)).toBeUndefined();
});

test('a storage that is read and takes no writes, such as on a full disk, refuses no one who is signed in', async () => {
  const provider = await startProvider();
  let time = Date.now();
  const now = vi.spyOn(Date, 'now').mockImplementation(() => time);
  onTestFinished(() => now.mockRestore());
  const records = createMemoryRecords({ now: () => time });
  const { first } = openReplicas(records);
  const request = toRequest(await first.keep(provider.tokens(time + 100 * HOUR_MS)));
  const set = vi.spyOn(records, 'set').mockRejectedValue(new Error('The disk is full.'));
  time += 7 * HOUR_MS;
  expect(await first.readHeaders(request)).toEqual({ authorization: 'Bearer access-0' });
  expect(await first.findPerson(request)).toBeDefined();
  // It is prolonged once that works again.
  set.mockRestore();
  expect(await first.findPerson(request)).toBeDefined();
  time += 7 * HOUR_MS;
  expect(await first.findPerson(request)).toBeDefined();
});

test('the clock of a replica that is ahead does not end a session that is in use', async () => {
  const provider = await startProvider();
  let [time, ahead] = [Date.now(), 20 * HOUR_MS];
  const now = vi.spyOn(Date, 'now').mockImplementation(() => time + ahead);
  onTestFinished(() => now.mockRestore());
  const { first, second } = openReplicas(createMemoryRecords({ now: () => time }));
  const request = toRequest(await first.keep(provider.tokens(time + 100 * HOUR_MS)));
  ahead = 0;
  for (let count = 0; count < 3; count += 1) {
    time += 5 * HOUR_MS;
    expect(await second.readHeaders(request)).toBeDefined();
  }
});
