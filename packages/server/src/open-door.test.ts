import express from 'express';
import { expect, test } from 'vitest';
import { createOpenDoor } from './open-door.ts';
import { isPathOf } from './serve-door.ts';
import { serveAlone, serveRouter } from './testing/serve-router.ts';

const PATH = '/.well-known/words.json';

const door = createOpenDoor({
  routes: [PATH],
  isServed: (path) => isPathOf(path, PATH),
  read: () => ({
    headers: { 'Cache-Control': 'public, max-age=60' },
    contentType: 'application/json; charset=utf-8',
    body: '["größe"]',
    isTaggedByHost: true,
  }),
});

test.each([
  ['GET', PATH, '["größe"]'],
  ['GET', `${PATH}/`, '["größe"]'],
  ['GET', '/.Well-Known/WORDS.json', '["größe"]'],
  ['HEAD', PATH, ''],
  ['OPTIONS', PATH, 'GET, HEAD'],
])('an open door answers %s %s', async (method, path, body) => {
  await using served = await serveRouter('/', serveAlone(door));
  const response = await fetch(served.url + path, { method });
  expect([response.status, await response.text()]).toEqual([200, body]);
  expect(response.headers.get('allow')).toBe(method === 'OPTIONS' ? 'GET, HEAD' : null);
  expect(response.headers.get('etag')).toBe(null);
});

test.each([
  ['POST', PATH],
  ['GET', `${PATH}/more`],
  ['GET', `${PATH}x`],
])('an open door passes on %s %s', async (method, path) => {
  await using served = await serveRouter('/', serveAlone(door));
  expect((await fetch(served.url + path, { method })).status).toBe(404);
});

test('an app of express that names answers by ETags names open documents too', async () => {
  const app = express().use(serveAlone(door));
  await using served = await serveRouter('/', (request, response, next) =>
    app(request, response, next),
  );
  const first = await fetch(served.url + PATH);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\//u);
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(first.headers.get('cache-control')).toBe('public, max-age=60');
  const { request } = process.getBuiltinModule('node:http');
  const again = await new Promise<number | undefined>((resolve) => {
    const sent = request(served.url + PATH, { headers: { 'If-None-Match': etag } }, (answer) =>
      resolve(answer.resume().statusCode),
    );
    sent.end();
  });
  expect(again).toBe(304);
});
