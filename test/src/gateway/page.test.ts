import { demoAgent } from '@formwork/demo';
import { createFormsRouter } from '@formwork/forms';
import express from 'express';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { leavePage, takePage } from '../support/keep-page.ts';
import { startServer } from '../support/start-server.ts';
import { listen } from '../support/stock-agents.ts';
import { startForms } from './start-forms.ts';

const PAGE = readFileSync(new URL('../../../apps/forms/dist/page/index.html', import.meta.url));

interface File {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/**
 * Loads a file byte by byte as the server sends it; `fetch` would decompress it and follow
 * redirects.
 */
function load(url: string, encodings = ''): Promise<File> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': encodings };
    get(url, { headers }, async (response) => {
      const bytes = await buffer(response);
      resolve({ status: response.statusCode, headers: response.headers, bytes });
    }).once('error', reject);
  });
}

test('the page is sent with a policy that lets nothing of others in', async () => {
  const { url } = await startForms({ mode: 'many' });
  const { status, headers, bytes } = await load(`${url}/`);
  expect({ status, bytes }).toEqual({ status: 200, bytes: PAGE });
  // The one script that stands in the page itself.
  const [, script = ''] = /<script>(.*?)<\/script>/u.exec(bytes.toString()) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(headers).toMatchObject({
    'content-security-policy': `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  });
  expect(headers['permissions-policy']).toContain('camera=()');
  expect(headers['x-powered-by']).toBeUndefined();
});

test('files of the page are kept for good, and sent as small as they are', async () => {
  const { url } = await startForms({ mode: 'many' });
  const [, path = ''] = /src="\.\/(assets\/index-[^"]+\.js)"/u.exec(PAGE.toString()) ?? [];
  const plain = await load(`${url}/${path}`);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const small = await load(`${url}/${path}`, 'gzip, br');
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
  expect(small.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(brotliDecompressSync(small.bytes)).toEqual(plain.bytes);
  expect((await load(`${url}/${path}`, 'gzip')).headers['content-encoding']).toBe('gzip');
  expect((await load(`${url}/`, 'br')).headers['content-type']).toBe('text/html; charset=utf-8');
});

test.each(['/..%2f..%2fpackage.json', '/%2e%2e/page.stamp', '/assets/', '/.env', '/a2a'])(
  'nothing but the page is served at %s',
  async (path) => {
    const { url } = await startForms({ mode: 'many' });
    const { status } = await load(url + path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  },
);

test('the page can be mounted anywhere, and leaves other paths alone', async () => {
  const app = express();
  const forms = createFormsRouter({ mode: 'many' });
  onTestFinished(() => forms.close());
  app.use('/inside/forms', forms.router);
  app.use((_request, response) => void response.status(418).end());
  const url = await listen(app);
  expect(await load(`${url}/inside/forms`, 'br')).toMatchObject({
    status: 301,
    // Relative, because a proxy may have stripped what stands before it.
    headers: { location: './forms/' },
  });
  expect(await load(`${url}/inside/forms/`)).toMatchObject({ status: 200, bytes: PAGE });
  expect(await load(`${url}/inside/forms/api/config`)).toMatchObject({ status: 200 });
  expect(await load(`${url}/inside/forms/else`)).toMatchObject({ status: 418 });
});

test('the page runs in a browser within its policy, and asks for nothing elsewhere', async () => {
  const { url: agentUrl } = await startServer(demoAgent);
  const { url } = await startForms({ mode: 'one', agentUrl });
  const page = await takePage();
  onTestFinished(() => leavePage(page));
  const problems: string[] = [];
  const places = new Set<string>();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => places.add(new URL(request.url()).origin));
  await page.goto(url);
  await page.locator('#root > *').first().waitFor();
  // The page's policy lets it call the gateway, which has the same origin.
  const described = await page.evaluate(async (agent) => {
    const response = await fetch('api/describe', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ agent }),
    });
    return { status: response.status, body: await response.json() };
  }, agentUrl);
  expect(described).toMatchObject({ status: 200, body: { name: demoAgent.name } });
  expect(problems).toEqual([]);
  const leaves = await page.evaluate(
    (agent) =>
      fetch(agent).then(
        () => 'answered',
        () => 'refused',
      ),
    agentUrl,
  );
  expect(leaves).toBe('refused');
  expect([...places]).toEqual([url]);
});
