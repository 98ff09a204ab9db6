import { createConsoleAdapter } from '@formwork/console';
import { demoAgent } from '@formwork/demo';
import { createFormsRouter } from '@formwork/forms';
import { createServer as createAgentServer } from '@formwork/server';
import { once } from 'node:events';
import { type IncomingMessage, createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leavePage, takePage } from '../support/keep-page.ts';

/** The prefix at which the proxy shows the server, which knows nothing of it. */
const PREFIX = '/tools/agents';

const agent = createAgentServer(demoAgent, {
  openTasks: true,
  adapters: [createConsoleAdapter({ onThisMachine: true })],
  logger: { info() {}, warn() {}, error() {} },
});
let target = '';
const forms = createFormsRouter({ mode: 'one', agentUrl: () => target });
agent.app.use(forms.router);

/** Takes the prefix off the path, as nginx, Caddy and Traefik do; `undefined` outside of it. */
function strip(url: string): string | undefined {
  if (!/^\/tools\/agents(?=[/?]|$)/u.test(url)) return undefined;
  const rest = url.slice(PREFIX.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const outside: string[] = [];
/** If true, the proxy takes a slash at the end away, as some hosts of static pages do. */
let removesSlash = false;
const proxy = createServer((incoming, outgoing) => {
  const { url = '', method, headers } = incoming;
  const path = strip(url);
  if (path === undefined) {
    outside.push(url);
    outgoing.writeHead(404).end();
    return;
  }
  if (removesSlash && path === '/' && url.endsWith('/')) {
    outgoing.writeHead(302, { location: PREFIX }).end();
    return;
  }
  const upstream = sendRequest(
    `${target}${path}`,
    { method, headers },
    (answer: IncomingMessage) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  upstream.once('error', () => outgoing.destroy());
  incoming.pipe(upstream);
});

let origin: string;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  target = (await agent.listen({ port: 0 })).url;
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  page = await takePage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  page.on('pageerror', (error) => errors.push(error.message));
});
afterAll(async () => {
  await leavePage(page);
  proxy.closeAllConnections();
  proxy.close();
  await forms.close();
  await agent.close();
});

test('a page below a prefix that a proxy strips works without the last slash', async () => {
  await page.goto(`${origin}${PREFIX}?from=menu#skill=fight-comparison`);
  await page.getByRole('textbox', { name: /^A/ }).fill('Lion');
  await page.getByRole('textbox', { name: /^B/ }).fill('Tiger');
  await page.locator('.fw-form button[type=submit]').click();
  await page.locator('.fw-result').waitFor();
  expect(page.url()).toMatch(/\/tools\/agents\/\?from=menu#/u);
  // Back leads to where the person was before, and not to the address without the slash.
  await page.goto('about:blank');
  await page.goto(`${origin}${PREFIX}`);
  await page.locator('.first').waitFor();
  await page.goBack();
  expect(page.url()).toBe('about:blank');
  expect(errors).toEqual([]);
});

test('the console below it does, too: its redirect stays below the prefix', async () => {
  await page.goto(`${origin}${PREFIX}/console?a=b#/tasks`);
  await page.getByRole('heading', { name: 'Tasks', exact: true }).first().waitFor();
  expect(page.url()).toBe(`${origin}${PREFIX}/console/?a=b#/tasks`);
  expect(errors).toEqual([]);
});

test('a proxy that takes the slash away again gets no endless requests', async () => {
  removesSlash = true;
  await page.goto('about:blank');
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await page.goto(`${origin}${PREFIX}`, { waitUntil: 'commit' });
  await expect.poll(() => loads).toEqual([PREFIX, `${PREFIX}/`, PREFIX]);
  await page.waitForLoadState('networkidle');
  expect(loads).toEqual([PREFIX, `${PREFIX}/`, PREFIX]);
  removesSlash = false;
  // A proxy that has been mended serves the same tab.
  await page.goto(`${origin}${PREFIX}/`);
  await page.goto(`${origin}${PREFIX}`);
  await page.locator('.fw-form, .first').first().waitFor();
  expect(page.url()).toContain(`${PREFIX}/`);
});
