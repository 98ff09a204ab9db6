import { connect } from '@formwork/client';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { listen, startRawAgent, toTask } from '../support/raw-agent.ts';

const retry = { baseMs: 1 } as const;
const done = { task: toTask('t', 'TASK_STATE_COMPLETED', 'Hello') };

test.each([429, 503])(
  'HTTP %i is tried again by streams, and by calls with a deadline',
  async (status) => {
    let requests = 0;
    const url = await startRawAgent(({ response, stream }) => {
      requests += 1;
      if (requests % 4 === 0) stream([done]);
      else response.writeHead(status).end('later');
    });
    const skill = (await connect(url, { retry })).skill('echo');
    expect((await collect(skill.stream('Hi'))).at(-1)).toMatchObject({
      kind: 'result',
      text: 'Hello',
    });
    expect(requests).toBe(4);
    expect(await skill.call('Hi', { deadlineMs: 5000 })).toBe('Hello');
    expect(requests).toBe(8);
  },
);

test('however it is called, an agent that is always too busy is asked four times', async () => {
  let requests = 0;
  const answer = ({
    response,
  }: {
    readonly response: { writeHead(status: number): { end(): void } };
  }) => {
    requests += 1;
    response.writeHead(429).end();
  };
  for (const streaming of [true, false]) {
    const url = await startRawAgent(answer, { capabilities: { streaming } });
    const skill = (await connect(url, { retry })).skill('echo');
    for (const begin of [
      () => skill.call('Hi'),
      () => skill.call('Hi', { deadlineMs: 5000 }),
      () => collect(skill.stream('Hi')),
      () => skill.task('t').wait(),
    ]) {
      requests = 0;
      await expect(begin()).rejects.toMatchObject({ reason: 'RATE_LIMITED', status: 429 });
      expect(requests).toBe(4);
    }
  }
});

test('a stream whose fate is unknown is not sent again to an agent that may count it twice', async () => {
  let requests = 0;
  const url = await startRawAgent(({ response }) => {
    requests += 1;
    response.destroy();
  });
  const skill = (await connect(url, { retry })).skill('echo');
  await expect(collect(skill.stream('Hi'))).rejects.toMatchObject({ reason: 'NETWORK' });
  expect(requests).toBe(1);
});

test.each([429, 500, 503])(
  'a card that is answered with HTTP %i is asked for again',
  async (status) => {
    let requests = 0;
    const card = await startRawAgent(() => undefined);
    const url = await listen((_, response) => {
      requests += 1;
      if (requests < 3) response.writeHead(status, { 'retry-after': '0' }).end();
      else response.writeHead(302, { location: `${card}/.well-known/agent-card.json` }).end();
    });
    expect((await connect(url, { retry })).name).toBe('Raw');
    expect(requests).toBe(3);
    await expect(connect(url, { retry: { attempts: 1 } })).resolves.toMatchObject({ name: 'Raw' });
  },
);

test('a card that is never to be had is asked for four times, within the time there is', async () => {
  let requests = 0;
  const url = await listen((_, response) => {
    requests += 1;
    response.writeHead(429, { 'retry-after': '30' }).end();
  });
  await expect(connect(url, { retry: { maxMs: 1 } })).rejects.toMatchObject({
    code: 'CONNECT_FAILED',
    message: expect.stringContaining('HTTP 429') as string,
  });
  expect(requests).toBe(4);
  requests = 0;
  const message = expect.stringMatching(/HTTP 429.*No more than 3000 ms.*cardTimeoutMs/u) as string;
  await expect(connect(url, { cardTimeoutMs: 3000 })).rejects.toMatchObject({
    code: 'CONNECT_FAILED',
    message,
  });
  expect(requests).toBe(1);
  const places: (string | undefined)[] = [];
  const refusing = await listen((request, response) => {
    places.push(request.url);
    response.writeHead(403).end();
  });
  await expect(connect(refusing, { retry })).rejects.toThrow('HTTP 403');
  // Another place may have the card; a refusal is not asked for again.
  expect(places).toEqual(['/.well-known/agent-card.json', '/.well-known/agent.json', '/']);
});

test('attempts that are undefined are four', async () => {
  let requests = 0;
  const url = await listen((_, response) => {
    requests += 1;
    response.writeHead(429).end();
  });
  const unset = { attempts: undefined, baseMs: 1 } as object;
  await expect(connect(url, { retry: unset })).rejects.toThrow('HTTP 429');
  expect(requests).toBe(4);
});

test('whatever connecting waits for, its signal and its time end it', async () => {
  const url = await startRawAgent(() => undefined);
  let onWait = (): void => undefined;
  const never = () => {
    setImmediate(onWait);
    return new Promise<never>(() => undefined);
  };
  const cardCache = { get: never, set: () => undefined };
  for (const options of [{ headers: never }, { verifyCard: never }, { cardCache }]) {
    const controller = new AbortController();
    onWait = () => controller.abort();
    const call = connect(url, { ...options, signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
  }
  const late = connect(url, { headers: never, cardTimeoutMs: 50 });
  await expect(late).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
});

test('a deadline ends a wait for headers', async () => {
  const url = await startRawAgent(({ reply }) =>
    reply({ task: toTask('t', 'TASK_STATE_WORKING') }),
  );
  let isStuck = false;
  const headers = () => (isStuck ? new Promise<never>(() => undefined) : {});
  const agent = await connect(url, { headers });
  isStuck = true;
  const isLate = { code: 'DEADLINE_EXCEEDED' };
  await expect(agent.send('Hi', { deadlineMs: 50 })).rejects.toMatchObject(isLate);
  await expect(collect(agent.streamSend('Hi', { deadlineMs: 50 }))).rejects.toMatchObject(isLate);
});

test('connecting is ended by its signal, before it begins and amid it', async () => {
  const controller = new AbortController();
  const url = await listen(() => controller.abort(reason));
  const isAborted = { code: 'ABORTED', taskId: undefined };
  const reason = new Error('enough');
  const before = connect(url, { signal: AbortSignal.abort(reason) });
  await expect(before).rejects.toMatchObject({ ...isAborted, cause: reason });
  const amid = connect(url, { signal: controller.signal });
  await expect(amid).rejects.toMatchObject({ ...isAborted, cause: reason });
  const later = new AbortController();
  const busy = await listen((_, response) => {
    response.writeHead(503, { 'retry-after': '9' }).end(() => later.abort());
  });
  const waiting = connect(busy, { signal: later.signal });
  await expect(waiting).rejects.toMatchObject(isAborted);
});

test('what is wrong with a connection is told, and whether time or size ended it', async () => {
  const free = await listen((_, response) => response.socket?.destroy());
  await expect(connect(free, { retry })).rejects.toThrow(/fetch failed \(.+\)/u);
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  await expect(connect(`http://127.0.0.1:${port}`, { retry })).rejects.toThrow('ECONNREFUSED');
  const slow = await listen((_, response) => void response.write('{"a":'));
  const late = connect(slow, { cardTimeoutMs: 3000 });
  await expect(late).rejects.toThrow(/must arrive whole.*3000 ms.*cardTimeoutMs/u);
  const large = await listen((_, response) => response.end(`{"a":"${'x'.repeat(2000)}"}`));
  await expect(connect(large, { maxCardBytes: 1000 })).rejects.toThrow(
    'at most 1000 bytes: it has',
  );
});
