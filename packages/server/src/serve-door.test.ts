import type { RequestHandler } from 'express';
import { expect, test } from 'vitest';
import type { Door } from './door.ts';
import { serveDoor } from './serve-door.ts';
import { serveRouter } from './testing/serve-router.ts';

test('serveDoor() ends a stream of a request that the program has answered meanwhile', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const door: Door = {
    routes: ['/'],
    owns: () => true,
    async answer() {
      asked.resolve();
      await answered.promise;
      return {
        kind: 'stream',
        headers: { 'A2A-Extensions': 'https://example.com/extension' },
        source: {
          events: (async function* endless() {
            await stopped.promise;
            yield 1;
          })(),
          toData: String,
          toId: () => undefined,
          toErrorData: String,
          toAnswer: () => {
            throw new Error('The stream has begun.');
          },
          stop: () => stopped.resolve(),
        },
      };
    },
  };
  const handle = serveDoor(door, { bodyLimit: '1mb' });
  const answerLate: RequestHandler = (request, response, next) => {
    response.once('finish', () => answered.resolve());
    void asked.promise.then(() => response.status(503).end('too late'));
    return handle(request, response, next);
  };
  await using server = await serveRouter('/a2a', answerLate);
  const response = await fetch(`${server.url}/a2a`);
  expect(response.status).toBe(503);
  await stopped.promise;
});
