import { EventEmitter, once } from 'node:events';
import type { RequestHandler } from 'express';
import { expect, test } from 'vitest';
import type { Door } from './door.ts';
import { serveDoor } from './serve-door.ts';
import { serveRouter } from './testing/serve-router.ts';

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
  const handle = serveDoor(door, { bodyLimit: '1mb' });
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
