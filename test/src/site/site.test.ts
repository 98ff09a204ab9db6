import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareBrowser, type BrowserShare } from '../support/share-browser.ts';
import { openChecker, openSite, type CheckedText, type Site } from './open-site.ts';

let site: Site;
let browser: BrowserShare;
let check: (path: string, text: string) => CheckedText;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), shareBrowser()]);
  check = await openChecker();
});
afterAll(async () => {
  site.close();
  await browser.close();
});

/** Opens a page of the site, and notes what must not happen on any. */
async function open(path: string): Promise<{ page: Page; wrong: readonly string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  // Pictures in the text of a page have no host.
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && `${origin}/` !== site.url) wrong.push(request.url());
  });
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  return { page, wrong };
}

test.each([
  ['', 'Start in five minutes'],
  ['docs/start.html', 'npx formwork new'],
  ['docs/reference/', '@formwork/core'],
  ['docs/decisions/', 'Decisions and their reasons'],
  ['CHANGELOG.html', 'id="changes"'],
  ['schemas/', 'five documents'],
  ['files/apps/examples/src/serve-mcp.ts.html', 'apps/examples/src/serve-mcp.ts'],
])('answers with the page %j', async (path, words) => {
  const response = await fetch(site.url + path);
  expect(response.status).toBe(200);
  // A page is long, so a failure does not print it.
  expect((await response.text()).includes(words)).toBe(true);
});

test('answers an address that does not exist with 404', async () => {
  const response = await fetch(`${site.url}docs/nowhere.html`);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('404');
});

test('the first page has the two commands and six features, and asks no other host', async () => {
  const { page, wrong } = await open('');
  expect(await page.locator('.home-commands dt').allTextContents()).toEqual([
    'npm start',
    'npm test',
  ]);
  expect(await page.locator('.VPFeature').count()).toBe(6);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('a search finds a name of the API, and leads to its declaration', async () => {
  const { page, wrong } = await open('docs/extension.html');
  // Diagrams are part of the page, so they are there without a script.
  expect(await page.locator('.diagram svg text').count()).toBeGreaterThan(10);
  const field = page.locator('#localsearch-input');
  // On a busy machine, the page hears keys only a while after it is drawn.
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+k');
      return field.isVisible();
    })
    .toBe(true);
  await field.fill('createAgentRouter');
  const first = page.locator('.result').first();
  await expect.poll(() => first.textContent()).toContain('createAgentRouter');
  await first.click();
  await page.waitForURL('**/docs/reference/server.html#createAgentRouter');
  const entry = page.locator('h3#createAgentRouter ~ div pre').first();
  expect(await entry.textContent()).toContain('function createAgentRouter(');
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('a page is dark for those who want it, and no wider than a phone', async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 800 },
    colorScheme: 'dark',
  });
  const page = await context.newPage();
  for (const path of ['', 'docs/extension.html', 'docs/operate/figures.html']) {
    await page.goto(site.url + path);
    const isDark = (await page.locator('html.dark').count()) === 1;
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect([path, isDark, width]).toEqual([path, true, 390]);
  }
  await context.close();
});

test.each([
  ['a file', '[x](nowhere.md)', 'links to nowhere.md, which must exist'],
  ['an anchor', '[x](#nowhere)', 'links to #nowhere, which must be an anchor of that page'],
  // The name stands nowhere in one piece, not even here.
  [
    'a name',
    `Call \`${['create', 'Nowhere'].join('')}()\`.`,
    'which must be a name in the sources',
  ],
  ['a path', 'See `packages/core/nowhere.ts`.', 'mentions packages/core/nowhere.ts, which must'],
  [
    'an import',
    "```ts\nimport { createServer } from '@formwork/core';\n```",
    'imports createServer, which @formwork/core must export',
  ],
])('refuses %s that does not exist', (_, text, words) => {
  expect(check('docs/errors.md', `# Page\n\n${text}\n`).faults).toEqual([
    expect.stringContaining(words),
  ]);
});

test('accepts what exists, and links names to the reference', () => {
  const text = `# Two words: here\n
[x](forms.md), [y](#two-words-here), [z](../apps/examples/src/serve-mcp.ts), \`createServer()\`.\n
\`\`\`ts\nimport { type Agent, defineAgent as define } from '@formwork/core';\n\`\`\`\n`;
  const { html, faults } = check('docs/errors.md', text);
  expect(faults).toEqual([]);
  expect(html).toContain('href="/docs/forms.html"');
  expect(html).toContain('href="/files/apps/examples/src/serve-mcp.ts.html"');
  expect(html).toContain('href="/docs/reference/server.html#createServer"');
});
