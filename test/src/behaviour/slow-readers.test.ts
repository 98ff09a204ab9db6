// Not over every binding: the sockets of HTTP are the subject, and gRPC has windows of its own.

import { createServer } from '@formwork/server';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { DOORS } from '../support/doors.ts';
import { collectEvents } from '../support/event-stream.ts';
import { createPieceAgent } from '../support/piece-agent.ts';

const PIECES = { count: 200, size: 100_000 };

/** The most bytes that may wait for a reader: one event and its frame, with a margin. */
const MAX_WAITING = 2 * PIECES.size;

test('a reader that stops is dropped, and no more than an event waits for it meanwhile', async () => {
  const { agent, sent } = createPieceAgent();
  const server = createServer(agent, { stallMs: 300 });
  const responses: ServerResponse[] = [];
  server.app.use((_request, response, next) => {
    responses.push(response);
    next();
  });
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());

  const data = PIECES;
  const message = {
    messageId: crypto.randomUUID(),
    role: 'ROLE_USER',
    parts: [{ data, mediaType: 'application/json;schema=pieces' }],
  };
  const body = JSON.stringify({ message });
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  socket.write(
    [
      'POST /a2a/rest/message:stream HTTP/1.1',
      'Host: localhost',
      'A2A-Version: 1.0',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  );
  await expect.poll(() => responses.length).toBe(1);
  const [response] = responses;
  if (response === undefined) throw new Error('There is no response.');
  const closed = once(response, 'close');

  let mostWaiting = 0;
  // Real time: what waits is looked at now and then until the server gives up.
  const watch = setInterval(() => {
    mostWaiting = Math.max(mostWaiting, response.writableLength);
  }, 1);
  await closed;
  clearInterval(watch);
  // The handler does not wait for readers: it wrote all of its 20 MB.
  await expect.poll(sent).toBe(PIECES.count);
  expect(response.writableFinished).toBe(false);
  expect(response.destroyed).toBe(true);
  expect(mostWaiting).toBeGreaterThan(0);
  expect(mostWaiting).toBeLessThan(MAX_WAITING);
});

test.each(['/a2a/rest/tasks/TASK', '/a2a'])(
  'an answer at %s that its reader does not take gives its place back',
  async (path) => {
    const { agent, sent } = createPieceAgent();
    const limits = { requestsInProgress: 1 };
    const server = createServer(agent, { stallMs: 300, limits });
    const { url } = await server.listen({ port: 0 });
    onTestFinished(() => server.close());
    const headers = { 'A2A-Version': '1.0', 'Content-Type': 'application/json' };
    const send = async (method: string, at: string, body?: object) => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      return (await fetch(`${url}${at}`, init)).json();
    };
    const parts = [{ data: PIECES, mediaType: 'application/json;schema=pieces' }];
    const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
    const configuration = { returnImmediately: true };
    const begunTask = await send('POST', '/a2a/rest/message:send', { message, configuration });
    const { task } = begunTask as { readonly task: { readonly id: string } };
    await expect.poll(sent).toBe(PIECES.count);

    const asked = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'GetTask',
      params: { id: task.id },
    });
    const lines = [
      `${path === '/a2a' ? 'POST' : 'GET'} ${path.replace('TASK', task.id)} HTTP/1.1`,
      'Host: localhost',
      'A2A-Version: 1.0',
      ...(path === '/a2a'
        ? ['Content-Type: application/json', `Content-Length: ${asked.length}`]
        : []),
      '',
      path === '/a2a' ? asked : '',
    ];
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.once('data', () => socket.pause()).on('error', () => undefined);
    const begun = once(socket, 'data');
    socket.write(lines.join('\r\n'));
    await begun;
    await expect.poll(() => send('GET', '/a2a/rest/tasks?pageSize=1')).toHaveProperty('tasks');
  },
);

test('a reader that was dropped gets the rest by its last id', async () => {
  const { agent } = createPieceAgent();
  const server = createServer(agent);
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  const [door] = DOORS;
  if (door === undefined) throw new Error('There is no door.');
  const part = { schema: 'pieces', data: PIECES };
  const all = await collectEvents(await door.stream(url, part));
  const middle = all[Math.floor(all.length / 2)]?.id ?? '';
  const [taskId = ''] = middle.split(':');
  const rest = await door.subscribe(url, taskId, { 'Last-Event-ID': middle });
  expect(await collectEvents(rest)).toEqual(all.slice(Math.floor(all.length / 2) + 1));
});
