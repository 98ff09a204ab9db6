import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveHost } from '../support/host-page.ts';
import { leavePage, takePage } from '../support/keep-page.ts';
import { listViolations } from '../support/list-violations.ts';
import { type PublishedAgent, publishAgent } from '../support/publish-agent.ts';

let agent: PublishedAgent;
let page: Page;

beforeAll(async () => {
  agent = await publishAgent({});
  page = await takePage({ viewport: { width: 800, height: 900 }, reducedMotion: 'reduce' });
});
afterAll(async () => {
  await leavePage(page);
  await agent.close();
});

test('a submission that could not be sent says so, and is sent once, also by a page that is loaded again', async () => {
  const host = await serveHost({
    agent: agent.url,
    body: `<formwork-form src="${agent.url}" skill="photos"></formwork-form>`,
  });
  const ids = new Set<unknown>();
  await page.route('**/forms/photos/send', (route) => {
    ids.add(route.request().postDataJSON().messageId);
    return route.abort();
  });
  try {
    await page.goto(host.url);
    await page.getByLabel('Place').fill('Porto');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Not sent yet').waitFor();
    await page.getByText('Keep this page open').waitFor();
    // Nothing moves or counts as if it were working.
    expect(await page.locator('progress, .fw-task-time').count()).toBe(0);
    expect(await listViolations(page)).toEqual([]);
    // The page is loaded again while the form cannot be reached, or the agent is busy or not there.
    const isForm = ({ pathname }: URL): boolean => pathname.startsWith('/forms/photos/');
    const answers = ['NETWORK', 'RATE_LIMITED', 'UNAVAILABLE'];
    await page.route(isForm, (route) => {
      const reason = answers.shift() ?? 'NETWORK';
      if (reason === 'NETWORK') return route.abort();
      return route.fulfill({
        status: 503,
        headers: { 'access-control-allow-origin': '*' },
        json: { error: { code: 'PUBLIC_FORM_REFUSED', reason, message: 'Not now.' } },
      });
    });
    await page.reload();
    await page.getByText('could not be reached').waitFor();
    await expect.poll(() => answers).toEqual([]);
    await page.unroute(isForm);
    await page.getByText('Not sent yet').waitFor();
    await page.unroute('**/forms/photos/send');
    page.once('request', (request) => ids.add(request.postDataJSON().messageId));
    // The page may try again by itself before the button can be pressed, and a result is no button.
    const result = page.getByText('Porto:');
    await page.getByRole('button', { name: 'Try now' }).or(result).click();
    await result.waitFor();
    expect([...ids]).toEqual([expect.any(String)]);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.reload();
    await page.getByLabel('Place').waitFor();
  } finally {
    await page.unroute('**/forms/photos/send');
    host.close();
  }
});

test('two submissions of one form that could not be sent are both there after a reload, and sent once', async () => {
  const form = `<formwork-form src="${agent.url}" skill="photos"></formwork-form>`;
  const host = await serveHost({ agent: agent.url, body: `${form}${form}` });
  const sent: unknown[] = [];
  await page.route('**/forms/photos/send', (route) => {
    sent.push(route.request().postDataJSON().messageId);
    return route.abort();
  });
  try {
    await page.goto(host.url);
    for (const [place, name] of ['Porto', 'Faro'].entries()) {
      await page.locator('formwork-form').nth(place).getByLabel('Place').fill(name);
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => page.getByText('Not sent yet').count()).toBe(place + 1);
    }
    await page.reload();
    await expect.poll(() => page.getByText('Not sent yet').count()).toBe(2);
    await page.unroute('**/forms/photos/send');
    page.on('request', (request) => sent.push(request.postDataJSON()?.messageId));
    // Either may have tried again by itself before its button could be pressed.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    for (const name of ['Porto', 'Faro']) {
      const own = page.locator('formwork-form').filter({ hasText: name });
      await own.getByText(`${name}:`).waitFor();
    }
    expect(new Set(sent.filter((id) => id !== undefined)).size).toBe(2);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  } finally {
    await page.unroute('**/forms/photos/send');
    host.close();
  }
});

test('an address without a form says so in the language of the visitor, and to programs as JSON', async () => {
  for (const [path, language, heading] of [
    ['none', 'de-AT,en;q=0.8', 'Hier gibt es kein Formular'],
    ['', 'ar', 'لا يوجد نموذج هنا'],
    ['order/none', 'fr', 'There is no form here'],
  ] as const) {
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    const response = await page.goto(`${agent.url}/forms/${path}`);
    expect(response?.status()).toBe(404);
    await expect.poll(() => page.locator('h1').textContent()).toBe(heading);
    // The policy of the page allows its own style sheet.
    expect(await page.locator('h1').evaluate((h1) => getComputedStyle(h1).fontSize)).toBe('22px');
    expect(await listViolations(page)).toEqual([]);
  }
  const json = await fetch(`${agent.url}/forms/none`);
  expect([json.status, json.headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('application/json'),
  ]);
});

test('a form has room where its content decides on its width, and is light or dark as the page behind it', async () => {
  const form = `<formwork-form src="${agent.url}" skill="order"></formwork-form>`;
  const host = await serveHost({
    agent: agent.url,
    css: '.row { background: oklch(0.2 0.03 260); } .fit { background: color(srgb 1 1 1); } .row, .column { display: flex; } .column { flex-direction: column; align-items: center; } .grid { display: grid; place-content: center; } .fit { inline-size: fit-content; }',
    body: ['row', 'column', 'grid', 'fit']
      .map((name) => `<div class="${name}">${form}</div>`)
      .join(''),
  });
  const readWidths = async (): Promise<readonly number[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('formwork-form')].map((element) => element.clientWidth),
    );
  try {
    await page.goto(host.url);
    await page.locator('formwork-form').last().getByLabel('Thing').waitFor();
    expect(await readWidths()).toEqual([720, 720, 720, 720]);
    // The page shows through the form, whatever space its colours are of.
    const schemes = await page.evaluate(() =>
      [...document.querySelectorAll('formwork-form')].map(
        ({ shadowRoot }) =>
          getComputedStyle(shadowRoot?.querySelector('.fw-embed') ?? document.body).colorScheme,
      ),
    );
    expect(schemes).toEqual(['dark', 'normal', 'normal', 'light']);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await readWidths()).toEqual([288, 288, 288, 288]);
  } finally {
    await page.setViewportSize({ width: 800, height: 900 });
    host.close();
  }
});
