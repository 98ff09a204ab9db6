import type { AgentSource, SourceEvent } from '@formwork/client';
import { demoAgent } from '@formwork/demo';
import { createFormsRouter, type FormsOptions } from '@formwork/forms';
import { createGatewaySource } from '@formwork/react';
import express from 'express';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { listen, startRawAgent, toTask } from '../support/raw-agent.ts';
import { startServer } from '../support/start-server.ts';
import { post, startForms, type TestForms } from './start-forms.ts';

const HELLO = { kind: 'text', messageId: 'm', text: 'x' } as const;

type Limits = Omit<Extract<FormsOptions, { mode: 'many' }>, 'mode' | 'agents'>;

/** Serves a forms page that lists one agent. */
function startFor(url: string, limits: Limits = {}): Promise<TestForms> {
  return startForms({ mode: 'many', agents: [{ url }], ...limits });
}

async function open(url: string, limits?: Limits): Promise<AgentSource> {
  return createGatewaySource((await startFor(url, limits)).api, url);
}

async function last(events: AsyncIterable<SourceEvent>): Promise<SourceEvent | undefined> {
  return (await collect(events)).at(-1);
}

test('an agent whose card does not come is not waited for', async () => {
  const url = await listen(() => undefined);
  const { api } = await startFor(url, { describeTimeoutMs: 150 });
  const answer = await post(`${api}/describe`, { agent: url });
  expect(answer).toMatchObject({
    status: 504,
    body: { error: { code: 'GATEWAY_REFUSED', reason: 'TIMEOUT' } },
  });
  expect(answer.text).toContain(`because it must answer within 150 ms`);
  const event = await last(createGatewaySource(api, url).send(HELLO));
  expect(event).toMatchObject({ kind: 'failure', reason: 'TIMEOUT' });
});

test('an agent whose card comes byte by byte is not waited for', async () => {
  const url = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    // Real time: the card never ends, and no assertion depends on how often a byte comes.
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
  });
  const { api } = await startFor(url, { describeTimeoutMs: 200 });
  expect(await post(`${api}/describe`, { agent: url })).toMatchObject({ status: 504 });
});

test('a card that is too large, or none, is refused', async () => {
  let body = JSON.stringify({ name: 'x'.repeat(20_000) });
  const url = await listen((_request, response) => void response.end(body));
  const { api } = await startFor(url, { maxCardBytes: 10_000 });
  const large = await post(`${api}/describe`, { agent: url });
  expect(large).toMatchObject({ status: 502, body: { error: { code: 'CONNECT_FAILED' } } });
  expect(large.text).toContain('10000');
  body = '<html>';
  const other = await post(`${api}/describe`, { agent: url });
  expect(other).toMatchObject({ status: 502, body: { error: { code: 'CONNECT_FAILED' } } });
});

test('why there is no agent is told, and what to do about it', async () => {
  const url = await listen((request, response) => {
    response.writeHead(request.url?.startsWith('/known') === true ? 401 : 404).end();
  });
  const { api } = await startForms({ mode: 'many', allowAddresses: 'local' });
  const ask = (agent: string) => post(`${api}/describe`, { agent });
  expect(await ask(`${url}/known`)).toMatchObject({
    status: 502,
    body: { error: { code: 'CONNECT_FAILED', reason: 'UNAUTHENTICATED' } },
  });
  expect((await ask(url)).text).toContain('nothing was found at');
  const gone = await ask('http://127.0.0.1:1');
  expect(gone).toMatchObject({ body: { error: { reason: 'NETWORK' } } });
});

test('a page that goes away ends the call to the agent', async () => {
  let upstream: ServerResponse | undefined;
  const url = await startRawAgent(({ response, stream }) => {
    upstream = response;
    stream([{ task: toTask('t', 'TASK_STATE_WORKING') }], { open: true });
  });
  const source = await open(url);
  const leave = new AbortController();
  const seen: SourceEvent[] = [];
  for await (const event of source.send(HELLO, { signal: leave.signal })) {
    seen.push(event);
    if (event.kind === 'progress') break;
  }
  expect(seen.at(-1)).toMatchObject({ kind: 'progress', taskId: 't' });
  if (upstream === undefined) throw new Error('The agent was not called.');
  if (!upstream.closed) await once(upstream, 'close');
  expect(upstream.writableEnded).toBe(false);
});

test('a page that goes away before the agent has answered ends the call as well', async () => {
  let upstream: ServerResponse | undefined;
  const url = await startRawAgent(({ response }) => {
    upstream = response;
  });
  const source = await open(url);
  const leave = new AbortController();
  const events = collect(source.send(HELLO, { signal: leave.signal }));
  await expect.poll(() => upstream).toBeDefined();
  leave.abort();
  expect((await events).at(-1)).toMatchObject({ kind: 'failure', code: 'ABORTED' });
  await expect.poll(() => upstream?.closed).toBe(true);
});

test('a quiet stream has signs of life', async () => {
  const url = await startRawAgent(({ stream }) => {
    stream([{ task: toTask('t', 'TASK_STATE_WORKING') }], { open: true });
  });
  const { api } = await startFor(url, { heartbeatMs: 20 });
  const leave = new AbortController();
  const response = await fetch(`${api}/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent: url, message: HELLO }),
    signal: leave.signal,
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cross-origin-resource-policy': 'same-origin',
  });
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes(': keep-alive') && text.includes('"kind":"progress"')) break;
  }
  expect(text).toMatch(/^: keep-alive$/mu);
  leave.abort();
});

test('an agent that falls silent within a call is given up', async () => {
  const url = await startRawAgent(() => undefined, { capabilities: {} });
  const source = await open(url, { silenceMs: 300 });
  const event = await last(source.send({ ...HELLO, kind: 'text' }));
  expect(event).toMatchObject({ kind: 'failure', code: 'REQUEST_FAILED', reason: 'NETWORK' });
});

test('an event that is too large is not passed on, and neither is what follows', async () => {
  const url = await startRawAgent(({ stream }) => {
    stream([{ task: toTask('t', 'TASK_STATE_COMPLETED', 'x'.repeat(200_000)) }]);
  });
  const events = await collect((await open(url, { maxEventBytes: 100_000 })).send(HELLO));
  expect(events.at(-1)).toMatchObject({ kind: 'failure', reason: 'TOO_LARGE' });
  expect(JSON.stringify(events).length).toBeLessThan(100_000);
});

test('an agent that sends without end is cut off', async () => {
  const url = await startRawAgent(({ stream, response }) => {
    stream([{ task: toTask('t', 'TASK_STATE_WORKING') }], { open: true });
    // Real time: the stream never ends, and no assertion depends on how often a piece comes.
    const timer = setInterval(() => response.write(`: ${'x'.repeat(50_000)}\n\n`), 1);
    response.once('close', () => clearInterval(timer));
  });
  const event = await last((await open(url, { maxStreamBytes: 500_000 })).send(HELLO));
  expect(event).toMatchObject({ kind: 'failure', taskId: 't' });
});

test('more streams than there may be are refused, until one ends', async () => {
  const url = await startRawAgent(({ stream }) => {
    stream([{ task: toTask('t', 'TASK_STATE_WORKING') }], { open: true });
  });
  const { api } = await startFor(url, { maxStreams: 1 });
  const source = createGatewaySource(api, url);
  const first = source.send(HELLO)[Symbol.asyncIterator]();
  await first.next();
  const answer = await post(`${api}/send`, { agent: url, message: HELLO });
  expect(answer).toMatchObject({ status: 503, body: { error: { reason: 'BUSY' } } });
  expect(answer.headers.get('retry-after')).toBe('5');
  await first.return?.();
  await expect
    .poll(async () => {
      const again = source.send(HELLO)[Symbol.asyncIterator]();
      const { value } = await again.next();
      await again.return?.();
      return (value as SourceEvent).kind;
    })
    .toBe('exchange');
});

test('people share the streams, and who has the most loses the oldest to who has fewer', async () => {
  const url = await startRawAgent(({ stream }) => {
    stream([{ task: toTask('t', 'TASK_STATE_WORKING') }], { open: true });
  });
  const forms = createFormsRouter({ mode: 'many', agents: [{ url }], maxStreams: 4 });
  onTestFinished(() => forms.close());
  const page = await listen(express().set('trust proxy', true).use(forms.router));
  const call = async (address: string): Promise<AsyncIterator<SourceEvent>> => {
    const source = createGatewaySource(`${page}/api`, url, {
      fetch: (input, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set('x-forwarded-for', address);
        return fetch(input, { ...init, headers });
      },
    });
    const events = source.send(HELLO)[Symbol.asyncIterator]();
    onTestFinished(() => void events.return?.());
    return events;
  };
  const next = async (events: AsyncIterator<SourceEvent>): Promise<SourceEvent> => {
    for (;;) {
      const { value } = await events.next();
      const event = value as SourceEvent;
      if (event.kind !== 'exchange') return event;
    }
  };
  const begin = async (address: string): Promise<AsyncIterator<SourceEvent>> => {
    const events = await call(address);
    expect(await next(events)).toMatchObject({ kind: 'progress' });
    return events;
  };
  const greedy = [];
  for (let count = 0; count < 4; count += 1) greedy.push(await begin('203.0.113.1'));
  const own = await next(await call('203.0.113.1'));
  expect(own).toMatchObject({ kind: 'failure', reason: 'BUSY', retryAfterMs: 5_000 });
  expect(own).toHaveProperty('message', expect.stringContaining('4 of them are yours'));
  await begin('203.0.113.2');
  // An address of the sixth version counts for its whole network.
  const other = await begin('2001:db8::1');
  for (const [at, had] of [4, 3].entries()) {
    const end = await next(greedy[at] ?? other);
    expect(end).toMatchObject({ kind: 'failure', reason: 'BUSY', taskId: 't' });
    expect(end).toHaveProperty('message', expect.stringContaining(`${had} of them are yours`));
  }
  expect(await next(await call('2001:db8::2'))).toMatchObject({ reason: 'BUSY' });
  await greedy[2]?.return?.();
  await expect.poll(async () => (await next(await call('203.0.113.3'))).kind).toBe('progress');
});

test('a card is fetched once for calls that follow each other, and confirmed when described', async () => {
  const asked: (string | undefined)[] = [];
  const { url: hidden } = await startServer(demoAgent);
  const url = await listen(async (request, response) => {
    asked.push(request.headers['if-none-match']);
    const answer = await fetch(`${hidden}${request.url}`, {
      headers: {
        'a2a-version': '1.0',
        ...(asked.at(-1) !== undefined && { 'if-none-match': String(asked.at(-1)) }),
        'cache-control': 'max-age=0',
      },
    });
    const etag = answer.headers.get('etag');
    response.writeHead(answer.status, { ...(etag !== null && { etag }) });
    response.end(await answer.text());
  });
  const source = await open(url);
  await source.describe();
  for (let count = 0; count < 3; count += 1) await last(source.send(HELLO));
  expect(asked).toEqual([undefined]);
  await source.describe();
  expect(asked).toEqual([undefined, expect.any(String)]);
});

test('an agent whose public address leads elsewhere is called where it listens', async () => {
  const publicUrl = 'https://agents.example/demo';
  const { url } = await startServer(demoAgent, { publicUrl, allowAnonymous: true });
  const { api } = await startForms({ mode: 'one', agentUrl: publicUrl, localUrl: url });
  const source = createGatewaySource(api, publicUrl);
  expect(await source.describe()).toMatchObject({
    origin: 'https://agents.example',
    url: `${publicUrl}/a2a`,
    warnings: [],
  });
  const events = await collect(
    source.send({
      kind: 'input',
      messageId: 'm',
      skillId: 'fight-comparison',
      schema: 'fightComparison',
      data: { a: 'Lion', b: 'Ant' },
    }),
  );
  expect(events.at(-1)).toMatchObject({ kind: 'result', data: { winner: 'Lion' } });
  expect(events[0]).toMatchObject({ kind: 'exchange', url: `${publicUrl}/a2a` });
});

test('a server that closes ends streams', async () => {
  const url = await startRawAgent(({ stream }) => {
    stream([{ task: toTask('t', 'TASK_STATE_WORKING') }], { open: true });
  });
  const { createFormsServer } = await import('@formwork/forms');
  const server = createFormsServer({ mode: 'many', agents: [{ url }] });
  const { url: forms } = await server.listen({ port: 0 });
  const events = createGatewaySource(`${forms}/api`, url).send(HELLO);
  for await (const event of events) {
    if (event.kind === 'progress') await server.close();
    if (event.kind !== 'failure') continue;
    expect(event).toMatchObject({ reason: 'NETWORK', taskId: 't' });
  }
});
