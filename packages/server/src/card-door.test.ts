import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createCardDoor, type CardDoorOptions } from './card-door.ts';
import { serveAlone, serveRouter, type ServedRouter } from './testing/serve-router.ts';

const CARDS = {
  v1: '{ "name": "one",  "größe": 1 }',
  v03: '{"name":"null-three"}',
  merged: '{"name":"both"}',
};
const LAST_MODIFIED = new Date('2026-11-21T08:00:00.500Z');
const PATH = '/.well-known/agent-card.json';

function serveCards(options: Partial<CardDoorOptions> = {}): Promise<ServedRouter> {
  const all = { cards: CARDS, lastModified: LAST_MODIFIED, ...options };
  return serveRouter('/', serveAlone(createCardDoor({ read: () => all, isForPages: true })));
}

test.each([
  ['1.0', CARDS.v1],
  ['2.0', CARDS.v1],
  ['1.0.0', CARDS.v1],
  ['0.3', CARDS.v03],
  ['0.3.0', CARDS.v03],
  ['0.2', CARDS.v03],
  [undefined, CARDS.merged],
  ['', CARDS.merged],
  [' ', CARDS.merged],
])('createCardDoor() sends the exact bytes for A2A-Version %s', async (version, card) => {
  await using served = await serveCards();
  for (const path of [PATH, '/.well-known/agent.json']) {
    const headers = version === undefined ? {} : { 'A2A-Version': version };
    const response = await fetch(served.url + path, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    expect(response.headers.get('vary')).toBe('A2A-Version');
    expect(response.headers.get('last-modified')).toBe('Sat, 21 Nov 2026 08:00:00 GMT');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('etag')).toMatch(/^"[\w-]{43}"$/u);
    expect(await response.text()).toBe(card);
  }
});

test('createCardDoor() answers HEAD with the headers of each card alone', async () => {
  await using served = await serveCards();
  for (const [headers, card] of [
    [{ 'A2A-Version': '1.0' }, CARDS.v1],
    [{ 'A2A-Version': '0.3' }, CARDS.v03],
    [{}, CARDS.merged],
  ] as const) {
    const response = await fetch(served.url + PATH, { method: 'HEAD', headers });
    const { headers: full } = await fetch(served.url + PATH, { headers });
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(card)));
    expect(response.headers.get('vary')).toBe('A2A-Version');
    expect(response.headers.get('etag')).toBe(full.get('etag'));
    expect(await response.text()).toBe('');
  }
});

test('createCardDoor() answers 304 for a card that the caller has, and only then', async () => {
  await using served = await serveCards();
  const etag = (await fetch(served.url + PATH)).headers.get('etag') ?? '';
  for (const [status, headers] of [
    [304, { 'If-None-Match': etag }],
    [304, { 'If-None-Match': `"x", W/${etag}` }],
    [304, { 'If-Modified-Since': LAST_MODIFIED.toUTCString() }],
    [200, { 'If-None-Match': '"x"' }],
    [200, { 'If-None-Match': etag, 'A2A-Version': '1.0' }],
    [200, { 'If-None-Match': etag, 'A2A-Version': '0.3' }],
    [200, { 'If-Modified-Since': 'Fri, 20 Nov 2026 08:00:00 GMT' }],
  ] as const) {
    const response = await getWithoutCache(served.url + PATH, headers);
    expect({ ...headers, status: response.statusCode }).toEqual({ ...headers, status });
    expect(response.headers.etag).toBeDefined();
    expect((await text(response)) === '').toBe(status === 304);
  }
});

/** Unlike fetch(), adds no Cache-Control of its own to conditional requests. */
function getWithoutCache(url: string, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
}

test('createCardDoor() has one ETag per card', async () => {
  await using served = await serveCards();
  const etags = new Set<string | null>();
  for (const headers of [{}, { 'A2A-Version': '0.3' }, { 'A2A-Version': '1.0' }]) {
    etags.add((await fetch(served.url + PATH, { headers })).headers.get('etag'));
  }
  expect(etags.size).toBe(3);
});

test('createCardDoor() keeps to the age it is given', async () => {
  await using served = await serveCards({ maxAgeSeconds: 5 });
  const response = await fetch(served.url + PATH);
  expect(response.headers.get('cache-control')).toBe('public, max-age=5');
});

test('createCardDoor() lets pages of any origin send A2A-Version', async () => {
  await using served = await serveCards();
  const response = await fetch(served.url + PATH, {
    method: 'OPTIONS',
    headers: { Origin: 'https://example.com', 'Access-Control-Request-Headers': 'a2a-version' },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-headers')).toBe('*');
  expect(response.headers.get('access-control-allow-methods')).toContain('GET');
});

test('createCardDoor() answers other methods with 405', async () => {
  await using served = await serveCards();
  const response = await fetch(served.url + PATH, { method: 'POST' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  expect(await response.json()).toHaveProperty('error.code', 405);
});
