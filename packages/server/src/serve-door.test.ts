import type { RequestHandler } from 'express';
import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import type { Door } from './door.ts';
import { serveAlone, serveRouter } from './testing/serve-router.ts';

test('serveDoor() ends a stream of a request that the program has answered meanwhile', async () => {
  const moments = new EventEmitter();
  const asked = once(moments, 'asked');
  const answered = once(moments, 'answered');
  const stopped = once(moments, 'stopped');
  const door: Door = {
    routes: ['/'],
    owns: () => true,
    async answer() {
      moments.emit('asked');
      await answered;
      return {
        kind: 'stream',
        headers: { 'A2A-Extensions': 'https://example.com/extension' },
        source: {
          events: (async function* endless() {
            await stopped;
            yield 1;
          })(),
          toData: String,
          toId: () => undefined,
          toErrorData: String,
          toAnswer: () => {
            throw new Error('The stream has begun.');
          },
          stop: () => void moments.emit('stopped'),
        },
      };
    },
  };
  const handle = serveAlone(door);
  const answerLate: RequestHandler = (request, response, next) => {
    response.once('finish', () => moments.emit('answered'));
    void asked.then(() => response.status(503).end('too late'));
    return handle(request, response, next);
  };
  await using server = await serveRouter('/a2a', answerLate);
  const response = await fetch(`${server.url}/a2a`);
  expect(response.status).toBe(503);
  await stopped;
});

test('serveDoor() lets go of the route of a stream, which no later route gets', async () => {
  const routes: unknown[] = [];
  const door: Door = {
    routes: ['/'],
    owns: () => true,
    answer: () =>
      Promise.resolve({
        kind: 'stream',
        headers: {},
        source: {
          events: (async function* one() {
            yield 1;
          })(),
          toData: String,
          toId: () => undefined,
          toErrorData: String,
          toAnswer: () => {
            throw new Error('The stream has begun.');
          },
          stop: () => undefined,
        },
      }),
  };
  const handle = serveAlone(door);
  await using server = await serveRouter('/a2a', (request, response, next) => {
    routes.push(typeof request.next);
    response.once('close', () => routes.push(request.next));
    return handle(request, response, next);
  });
  expect(await (await fetch(`${server.url}/a2a`)).text()).toBe('data: 1\n\n');
  await expect.poll(() => routes).toEqual(['function', undefined]);
});
