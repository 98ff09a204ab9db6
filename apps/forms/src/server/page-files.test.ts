import express from 'express';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serveStep } from '../testing/serve-steps.ts';
import { createPageStep } from './page-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'formwork-page-'));
mkdirSync(join(folder, 'assets'));
const FILES = ['index.html', 'assets/a.js', 'assets/a.js.br', 'assets/a.js.gz'];
// A large file has no copy of the second kind.
for (const name of [...FILES, 'assets/large.js', 'assets/large.js.br']) {
  writeFileSync(join(folder, name), name);
}
const server = express()
  .use(serveStep(createPageStep(folder)))
  .listen(0, '127.0.0.1');
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['/assets/a.js', 'gzip, deflate, br', 'br'],
  ['/assets/a.js', 'gzip', 'gzip'],
  ['/assets/a.js', 'identity', undefined],
  ['/assets/large.js', 'gzip, deflate, br', 'br'],
  ['/assets/large.js', 'gzip', undefined],
])('%s for a browser that takes %s has the encoding %s', async (path, accepted, encoding) => {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'accept-encoding': accepted };
    get({ port, path, headers, agent: false }, resolve).once('error', reject);
  });
  response.resume();
  await once(response, 'end');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-encoding']).toBe(encoding);
  expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
});
