import type { Exchange } from '@formwork/server';
import express from 'express';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { serveStep } from '../testing/serve-steps.ts';
import { createPageStep, toPageFolder } from './page-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'formwork-page-'));
mkdirSync(join(folder, 'assets'));
const FILES = ['index.html', 'assets/a.js', 'assets/a.js.br', 'assets/a.js.gz'];
// A large file has no copy of the second kind.
for (const name of [...FILES, 'assets/large.js', 'assets/large.js.br']) {
  writeFileSync(join(folder, name), name);
}
// Of links and hidden files, only a link to a file of the folder is served.
symlinkSync(join(folder, 'assets/a.js'), join(folder, 'assets/linked.js'));
symlinkSync(import.meta.filename, join(folder, 'assets/outside.js'));
symlinkSync(import.meta.dirname, join(folder, 'assets/sources'));
symlinkSync(join(folder, 'nowhere.js'), join(folder, 'assets/broken.js'));
writeFileSync(join(folder, '.hidden.js'), 'hidden');
writeFileSync(join(folder, 'assets/empty.js'), '');
writeFileSync(join(folder, 'assets/gone.js'), 'gone');
const server = express()
  .use(serveStep(createPageStep(folder)))
  .listen(0, '127.0.0.1');
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Loads a path as it is; `fetch` would change it. */
async function load(path: string, headers: Readonly<Record<string, string>> = {}) {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers, agent: false }, resolve).once('error', reject);
  });
  const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
  return { status: response.statusCode, headers: response.headers, text };
}

test.each([
  ['/assets/a.js', 'gzip, deflate, br', 'br'],
  ['/assets/a.js', 'gzip', 'gzip'],
  ['/assets/a.js', 'identity', undefined],
  ['/assets/large.js', 'gzip, deflate, br', 'br'],
  ['/assets/large.js', 'gzip', undefined],
])('%s for a browser that takes %s has the encoding %s', async (path, accepted, encoding) => {
  const response = await load(path, { 'accept-encoding': accepted });
  expect(response.status).toBe(200);
  expect(response.headers['content-encoding']).toBe(encoding);
  expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
});

test.each([
  ['/assets/linked.js', 'assets/a.js'],
  ['/assets/empty.js', ''],
])('%s is served', async (path, text) => {
  expect(await load(path)).toMatchObject({ status: 200, text });
});

test.each([
  '/assets/outside.js',
  '/assets/sources/page-files.ts',
  '/assets/broken.js',
  '/.hidden.js',
  '/assets',
  '/assets/../index.html',
  '/assets%2fa.js',
  '/assets%5ca.js',
  '/assets/a.js%00',
])('%s is passed on', async (path) => {
  expect((await load(path)).status).toBe(404);
});

test('a file that is gone since the page was listed is passed on, and no cache keeps that', async () => {
  rmSync(join(folder, 'assets/gone.js'));
  const { status, headers } = await load('/assets/gone.js');
  expect([status, headers['cache-control']]).toEqual([404, undefined]);
});

test.each([
  [200, {}, 'public, max-age=31536000, immutable'],
  [304, { 'if-none-match': '*' }, 'public, max-age=31536000, immutable'],
  [412, { 'if-match': '"other"' }, undefined],
  [416, { range: 'bytes=1000-' }, undefined],
])('a cache may keep the answer %i to %j: %s', async (status, given, cached) => {
  const { headers, ...answer } = await load('/assets/a.js', given);
  expect([answer.status, headers['cache-control']]).toEqual([status, cached]);
});

test.each([
  ['file:///app/node_modules/@formwork/forms/dist/node/index.js', '/dist/page'],
  [import.meta.url, '/apps/forms/dist/page'],
])('the page of the module %s lies in %s', (url, end) => {
  expect(toPageFolder(url)?.replaceAll('\\', '/').endsWith(end)).toBe(true);
});

test.each([undefined, 'https://example.com/worker.js'])(
  'a module at %s has no page, and says so',
  (url) => {
    const sent = vi.fn<(text: string) => void>();
    const reply = { setHeader() {}, writeHead() {}, hasHeader: () => false, end: sent };
    const exchange = { path: '/', message: {}, reply: { ...reply, req: { complete: true } } };
    createPageStep(toPageFolder(url))(exchange as unknown as Exchange, () => undefined);
    expect(sent.mock.calls[0]?.[0]).toContain('its files must be there');
  },
);
