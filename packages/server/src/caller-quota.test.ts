import type { RequestHead } from '@formwork/network';
import { QuotaError } from '@formwork/runtime';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, expect, test, vi } from 'vitest';
import { OverloadError } from './active-requests.ts';
import type { CallerLimits } from './caller-limits.ts';
import { CallerQuota } from './caller-quota.ts';
import { createCaller, type Identify, NOBODY } from './caller.ts';

afterEach(() => {
  vi.useRealTimers();
});

function createRequest(address: string, user?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  return Object.assign(new IncomingMessage(socket), {
    headers: user === undefined ? {} : { user },
  });
}

const identifyAny: Identify = async ({ headers: { user } }) =>
  typeof user === 'string' ? createCaller({ id: user }) : NOBODY;

const HERE = '127.0.0.1';

function createQuota(
  limits: CallerLimits = {},
  options: Partial<ConstructorParameters<typeof CallerQuota>[1]> = {},
): CallerQuota {
  const quiet = (): void => undefined;
  const logger = { info: quiet, warn: quiet, error: quiet };
  return new CallerQuota(limits, { logger, ...options });
}

const proceed = (): void => undefined;

test('requests of a caller are counted in a minute, and those of others are not', async () => {
  vi.useFakeTimers();
  const identify = createQuota({ requestsPerMinute: 2 }).limit(identifyAny);
  for (let n = 0; n < 2; n += 1)
    expect(await identify(createRequest(HERE, 'ada'))).toMatchObject({ id: 'ada' });
  const refused = identify(createRequest(HERE, 'ada'));
  await expect(refused).rejects.toThrow(QuotaError);
  await expect(refused).rejects.toMatchObject({ retryAfterMs: 60_000 });
  expect(await identify(createRequest(HERE, 'bob'))).toMatchObject({ id: 'bob' });
  expect(await identify(createRequest(HERE))).toBe(NOBODY);
  vi.advanceTimersByTime(60_001);
  expect(await identify(createRequest(HERE, 'ada'))).toMatchObject({ id: 'ada' });
});

test.each([
  ['203.0.113.7', '203.0.113.8'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.8'],
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
])(
  'requests from %s are counted before anybody is identified, and not those from %s',
  async (one, other) => {
    let lookups = 0;
    const identify = createQuota({ requestsPerMinutePerAddress: 2 }).limit(async () => {
      lookups += 1;
      return NOBODY;
    });
    for (let n = 0; n < 2; n += 1) await identify(createRequest(one));
    await expect(identify(createRequest(one))).rejects.toThrow(
      'from this address at most 2 are served in a minute',
    );
    expect(lookups).toBe(2);
    await identify(createRequest(other));
    // Requests from this machine have no limit, because a proxy there may pass on everybody's
    // requests.
    for (let n = 0; n < 5; n += 1) await identify(createRequest(HERE));
  },
);

test('each request is counted once in what replicas share: by caller, else by address', async () => {
  const counted: string[] = [];
  const quota = createQuota(
    { requestsPerMinute: 5, requestsPerMinutePerAddress: 3 },
    {
      createCounter: ({ keyPrefix, points }) => {
        const limiter = new RateLimiterMemory({ keyPrefix, points, duration: 60 });
        return {
          consume(key) {
            counted.push(keyPrefix);
            return limiter.consume(key);
          },
        };
      },
    },
  );
  const identify = quota.limit(identifyAny);
  await identify(createRequest('203.0.113.7', 'ada'));
  await identify(createRequest('203.0.113.8'));
  await identify(createRequest(HERE, 'ada'));
  await identify(createRequest(HERE));
  expect(counted).toEqual(['formwork-caller', 'formwork-address', 'formwork-caller']);
});

test('a request that answers another one is not counted a second time', async () => {
  const isOwn = ({ headers }: RequestHead): boolean => 'token' in headers;
  const limits = { requestsPerMinute: 1, requestsPerMinutePerAddress: 2 };
  const identify = createQuota(limits).limit(identifyAny, isOwn);
  await identify(createRequest('203.0.113.7', 'ada'));
  for (let n = 0; n < 3; n += 1) {
    const request = createRequest('203.0.113.7', 'ada');
    Object.assign(request.headers, { token: 'own' });
    expect(await identify(request)).toMatchObject({ id: 'ada' });
  }
  await expect(identify(createRequest('203.0.113.7', 'ada'))).rejects.toThrow('of this caller');
  await expect(identify(createRequest('203.0.113.7', 'bob'))).rejects.toThrow('from this address');
});

test('all addresses of a network of IPv6 count as one', async () => {
  const identify = createQuota({ requestsPerMinutePerAddress: 2 }).limit(identifyAny);
  await identify(createRequest('2001:db8:1:2:3::1'));
  await identify(createRequest('2001:db8:1:2:ffff:1:2:3'));
  await expect(identify(createRequest('2001:db8:1:2:5::'))).rejects.toThrow(QuotaError);
});

test('requests in progress are refused above a limit, until one is over', () => {
  const quota = createQuota({ requestsInProgress: 2 });
  const responses = Array.from({ length: 3 }, () => new ServerResponse(createRequest(HERE)));
  const [first, second, third] = responses;
  if (first === undefined || second === undefined || third === undefined) throw new Error('Three.');
  quota.enter(first, proceed);
  quota.enter(second, proceed);
  expect(() => quota.enter(third, proceed)).toThrow(OverloadError);
  first.emit('close');
  first.emit('close');
  quota.enter(third, proceed);
  expect(() => quota.enter(first, proceed)).toThrow(OverloadError);
});

test('open streams are counted by caller and by address, and are no requests in progress', async () => {
  const quota = createQuota({
    requestsInProgress: 1,
    openStreams: 1,
    openStreamsPerAddress: 2,
  });
  const identify = quota.limit(identifyAny);
  const open = async (address: string, user?: string): Promise<ServerResponse> => {
    const request = createRequest(address, user);
    const response = new ServerResponse(request);
    quota.enter(response, proceed);
    await identify(request);
    try {
      quota.openStream(response);
    } catch (error) {
      response.emit('close');
      throw error;
    }
    return response;
  };
  const first = await open(HERE, 'ada');
  await expect(open(HERE, 'ada')).rejects.toThrow('to this caller at most 1 are open at once');
  await open(HERE, 'bob');
  first.emit('close');
  await open(HERE, 'ada');
  for (let n = 0; n < 2; n += 1) await open('203.0.113.7');
  await expect(open('203.0.113.7')).rejects.toThrow('to this address at most 2 are open at once');
});

test('a stream whose caller has gone before it opens takes no place', async () => {
  const quota = createQuota({ openStreams: 1 });
  const identify = quota.limit(identifyAny);
  const visit = async (): Promise<ServerResponse> => {
    const request = createRequest(HERE, 'ada');
    const response = new ServerResponse(request);
    quota.enter(response, proceed);
    await identify(request);
    return response;
  };
  for (let n = 0; n < 3; n += 1) {
    const gone = await visit();
    gone.emit('close');
    quota.openStream(gone);
  }
  quota.openStream(await visit());
  const second = await visit();
  expect(() => quota.openStream(second)).toThrow('at most 1 are open at once');
});

test('a request that has started, or whose caller has gone, is not kept while others wait', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const quota = createQuota();
  const started: number[] = [];
  const bodies: WeakRef<object>[] = [];
  let heldBodies: readonly number[] = [];
  let isOver = (): void => undefined;
  const all = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  const enter = (): ServerResponse => {
    const response = new ServerResponse(createRequest(HERE));
    const body = { index: bodies.length };
    bodies.push(new WeakRef(body));
    quota.enter(response, () => {
      started.push(body.index);
      response.emit('close');
      if (started.length === 150) {
        collectGarbage();
        heldBodies = bodies.flatMap((one, index) => (one.deref() === undefined ? [] : index));
      }
      // Others wait until the last one has started.
      if (started.length < 200) enter();
      if (started.length === 248) isOver();
    });
    return response;
  };
  for (let index = 0; index < 48; index += 1) enter();
  const gone = bodies.length;
  enter().emit('close');
  enter();
  await all;
  expect(started).not.toContain(gone);
  expect(heldBodies).not.toContain(gone);
  // A thread that compiles a function holds the last ones that were called, until it has a processor.
  expect(heldBodies.filter((index) => index < gone).length).toBeLessThanOrEqual(3);
  expect(heldBodies).toContain(190);
});

/** Keeps the process busy, as a handler that computes does. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('requests that come at once are taken up in order, and leave time for others in between', async () => {
  const quota = createQuota();
  const done: string[] = [];
  let isOver = (): void => undefined;
  const all = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  const names = Array.from({ length: 24 }, (_, index) => `call ${index}`);
  for (const name of names) {
    quota.enter(new ServerResponse(createRequest(HERE)), () => {
      done.push(name);
      work(5);
      if (name === names.at(-1)) isOver();
    });
  }
  // The first turn of the event loop starts a few requests and leaves time for others.
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThan(12);
  const before = done.length;
  await new Promise((resolve) => setImmediate(resolve));
  expect(done.length - before).toBeLessThan(3);
  await all;
  expect(done).toEqual(names);
  // A request that comes after the crowd starts at once.
  await new Promise((resolve) => setImmediate(resolve));
  quota.enter(new ServerResponse(createRequest(HERE)), () => done.push('later'));
  expect(done.at(-1)).toBe('later');
});
