import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings, openFormApp, openMore, type FormApp } from './open-app.ts';

let app: FormApp;
let page: Page;
beforeAll(async () => {
  app = await openFormApp();
  page = await app.open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('.choices').waitFor();
});
afterAll(() => app.close());

async function visit(hash: string): Promise<void> {
  await page.goto(`${app.url}/${hash}`);
}

async function fight(a: string, b: string, own = page): Promise<void> {
  await own.goto(`${app.url}/#skill=fight-comparison`);
  await own.getByRole('textbox', { name: /^A/ }).fill(a);
  await own.getByRole('textbox', { name: /^B/ }).fill(b);
  await own.keyboard.press('Control+Enter');
  await own.locator('.fw-result').waitFor();
}

test('a draft is back after a reload with a word about it, and a new start forgets it', async () => {
  await visit('#skill=fight-comparison');
  const first = page.getByRole('textbox', { name: /^A/ });
  await first.fill('Lion');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Lion');
  await page.reload();
  await page.getByText(/^Your draft of/).waitFor();
  await expect.poll(() => first.inputValue()).toBe('Lion');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => first.inputValue()).toBe('');
  await page.reload();
  await first.waitFor();
  await expect.poll(() => page.getByText(/^Your draft of/).count()).toBe(0);
});

test('what was entered last is kept by whoever leaves at once', async () => {
  await visit('#skill=fight-comparison');
  const first = page.getByRole('textbox', { name: /^A/ });
  await first.fill('Owl');
  const trip = page.getByRole('link', { name: /Plan a Trip/ });
  await trip.first().click();
  await page.getByRole('heading', { name: 'Plan a Trip' }).waitFor();
  await page.goBack();
  await page.getByText(/^Your draft of/).waitFor();
  await expect.poll(() => first.inputValue()).toBe('Owl');
  await first.fill('Wolf');
  await page.reload();
  await page.getByText(/^Your draft of/).waitFor();
  await expect.poll(() => first.inputValue()).toBe('Wolf');
  await page.getByRole('button', { name: 'Start over' }).click();
});

test('another language and a reload lose nothing, whatever had filled the form', async () => {
  const link = (a: string): string =>
    `#skill=fight-comparison&data=${Buffer.from(JSON.stringify({ a })).toString('base64url')}`;
  await visit(link('Lion'));
  const first = page.locator('.fw-form input.fw-input').first();
  await page.getByText('A link filled this in.').waitFor();
  await first.fill('Bear');
  await changeSettings(page, { language: 'de' });
  await expect.poll(() => first.inputValue()).toBe('Bear');
  await expect.poll(() => page.locator('.top kbd').textContent()).toBe('Strg K');
  await changeSettings(page, { language: 'en' });
  await page.reload();
  await page.getByText(/^Your draft of/).waitFor();
  await expect.poll(() => first.inputValue()).toBe('Bear');
  await visit(link('Shark'));
  await page.getByText('A link filled this in.').waitFor();
  await expect.poll(() => first.inputValue()).toBe('Shark');
  await page.getByRole('button', { name: 'Start over' }).click();
  await first.fill('Ant');
  await changeSettings(page, { language: 'ar' });
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
  await expect.poll(() => first.inputValue()).toBe('Ant');
  await changeSettings(page, { language: 'en' });
  await page.getByRole('button', { name: 'Run “Fight Comparison”' }).waitFor();
  await page.evaluate(() => localStorage.clear());
});

test('a draft for a form that has changed says so, and what no longer fits', async () => {
  await visit('#skill=fight-comparison');
  await page.getByRole('textbox', { name: /^A/ }).fill('Lion');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Lion');
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('formwork.drafts:'));
    if (key === undefined) return;
    const [time = '', json = ''] = localStorage.getItem(key)?.split(/ (.*)/su) ?? [];
    const old = { ...JSON.parse(json), fingerprint: 'sha256:0', data: { a: 7, c: 1 } };
    localStorage.setItem(key, `${time} ${JSON.stringify(old)}`);
  });
  await page.reload();
  await page.getByText('The agent has changed this form since you began.').waitFor();
  await page.getByText('What no longer fits:').waitFor();
  const told = await page.locator('.note li').allTextContents();
  expect(told.toSorted()).toEqual([
    expect.stringMatching(/^a must be text/iu),
    expect.stringMatching(/^b is required/iu),
    expect.stringMatching(/^c /iu),
  ]);
  await page.getByRole('button', { name: 'Start over' }).click();
});

test('a link holds what was entered, fills the form elsewhere, and tells of another form', async () => {
  await visit('#skill=fight-comparison');
  await page.getByRole('textbox', { name: /^A/ }).fill('Löwe');
  await openMore(page);
  await page.getByRole('button', { name: 'Copy a link with these values' }).click();
  await page.getByText('Link copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await app.open(new URL(link).hash);
  await other.getByText('A link filled this in.').waitFor();
  await expect.poll(() => other.getByRole('textbox', { name: /^A/ }).inputValue()).toBe('Löwe');
  await other.goto(link.replace(/made=sha256%3A..../u, 'made=sha256%3A0000'));
  await other.getByText('has changed this form since the link was made').waitFor();
  await app.leave(other);
});

test('a reload in the middle of a task goes on watching it, and a cancel ends it', async () => {
  const contacts = Array.from({ length: 6 }, (_row, n) => ({ name: 'x', email: `x${n}@x.org` }));
  const data = { contacts, batchSize: 1, pauseMs: 700 };
  await visit(
    `#skill=import-contacts&data=${Buffer.from(JSON.stringify(data)).toString('base64url')}`,
  );
  await page.locator('.fw-form button[type=submit]').click();
  await page.getByText('1 of 6 rows').waitFor();
  await page.reload();
  await page.locator('.fw-task progress').waitFor();
  await page.locator('.fw-result').waitFor();
  await expect.poll(() => page.locator('.fw-result').textContent()).toContain('6');
  await expect.poll(() => page.locator('.runs .state').first().textContent()).toBe('Done');

  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByText('1 of 6 rows').waitFor();
  await page.locator('.fw-task-status button').click();
  await expect.poll(() => page.locator('.runs .state').first().textContent()).toBe('Canceled');
});

test('a lost network is one word, and nothing else changes', async () => {
  const contacts = [
    { name: 'x', email: 'x@x.org' },
    { name: 'y', email: 'y@x.org' },
  ];
  const data = { contacts, batchSize: 1, pauseMs: 1500 };
  await visit(
    `#skill=import-contacts&data=${Buffer.from(JSON.stringify(data)).toString('base64url')}`,
  );
  let isDown = true;
  await page.route('**/api/send', (route) => (isDown ? route.abort() : route.continue()));
  await page.locator('.fw-form button[type=submit]').click();
  await page.getByText('Not sent yet').first().waitFor();
  isDown = false;
  await page.locator('.fw-result').waitFor();
  await page.unroute('**/api/send');
});

test('runs are compared by what was sent and what came back, and edited to run again', async () => {
  await fight('Lion', 'Tiger');
  await fight('Lion', 'Shark');
  await openMore(page);
  await page.getByRole('link', { name: 'Compare with another run' }).click();
  await page.getByRole('heading', { name: 'Compare two runs' }).waitFor();
  const rows = await page.locator('table').first().locator('tbody tr').allTextContents();
  expect(rows).toEqual([expect.stringMatching(/^B.*Changed.*Tiger.*Shark/u)]);
  await expect
    .poll(() => page.locator('table').nth(1).locator('tbody').textContent())
    .toContain('Winner');
  await page.goBack();
  await page.getByRole('button', { name: 'Edit and run' }).click();
  await page.getByText(/^Filled in as in your run/).waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: /^B/ }).inputValue()).toBe('Shark');
});

test('what is printed is the result, without what is pressed', async () => {
  await fight('Lion', 'Shark');
  await page.emulateMedia({ media: 'print' });
  await expect
    .poll(() => page.locator('.rail, .bar, .composer').filter({ visible: true }).count())
    .toBe(0);
  await expect.poll(() => page.locator('button').filter({ visible: true }).count()).toBe(0);
  await expect.poll(() => page.locator('.fw-result').isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
});

test('a run of the history is shown without asking the agent, details and snippets included', async () => {
  await page.reload();
  await page.route('**/api/{send,watch}', (route) => route.abort());
  await page
    .getByRole('link', { name: /Lion · Tiger/ })
    .first()
    .click();
  await page.locator('.fw-result').waitFor();
  await page.unroute('**/api/{send,watch}');
  await fight('Owl', "Mouse's cat");
  await page.locator('.details-button').click();
  await page.locator('.facts').waitFor();
  const curl = await page.locator('.details pre').first().textContent();
  expect(curl).toContain('curl --no-buffer --request POST');
  expect(curl).toContain(String.raw`Mouse'\''s cat`);
  await page.getByRole('button', { name: 'TypeScript' }).click();
  await expect
    .poll(() => page.locator('.details pre').first().textContent())
    .toContain('.skill("fight-comparison").call({');
  await expect.poll(() => page.locator('.exchange').count()).toBeGreaterThanOrEqual(2);
});

test('many rows are mapped, run and downloaded; those with problems are in the file as well', async () => {
  await visit('#skill=fight-comparison&view=batch');
  await page
    .getByLabel('Or paste the table')
    .fill('First,b\n"Lion, the first",Tiger\nOwl,\n=cmd,Cat\nElk,Bear');
  await page.getByRole('button', { name: 'Read the table' }).click();
  await page.getByText('No column for: a').waitFor();
  await page.getByLabel('Column “First”').selectOption({ label: 'a' });
  await page.getByText('3 rows are ready, 1 has a problem').waitFor();
  await page.getByRole('button', { name: 'Run 3 rows' }).click();
  await page.getByText('3 of 3 done').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(head).toBe('row,state,a,b,result winner,result probability,result explanation,problems');
  expect(lines).toEqual([
    expect.stringMatching(/^1,done,"Lion, the first",Tiger,/u),
    '2,wrong,Owl,,,,,B is required: enter a value',
    expect.stringMatching(/^3,done,"'=cmd",Cat,/u),
    expect.stringMatching(/^4,done,Elk,Bear,/u),
  ]);
  await page.getByRole('button', { name: 'Run 3 rows again' }).waitFor();
  // Rows that are other ones have not run, whether the table is another one or its columns.
  await page.getByLabel('Column “First”').selectOption({ label: 'b' });
  await page.getByLabel('Column “First”').selectOption({ label: 'a' });
  await page.getByRole('button', { name: 'Run 3 rows', exact: true }).click();
  await page.getByText('3 of 3 done').waitFor();
  await page.getByLabel('Or paste the table').fill('a,b\nWolf,Fox\nHare,Mole');
  await page.getByRole('button', { name: 'Read the table' }).click();
  await page.getByText('2 rows are ready').waitFor();
  expect(await page.getByRole('button', { name: 'Download as CSV' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Run 2 rows' }).click();
  await page.getByText('2 of 2 done').waitFor();
  const [second] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect((await readFile(await second.path(), 'utf8')).trim().split('\r\n').slice(1)).toEqual([
    expect.stringMatching(/^1,done,Wolf,Fox,/u),
    expect.stringMatching(/^2,done,Hare,Mole,/u),
  ]);
  expect(app.errors).toEqual([]);
});

test('a table that was stopped goes on with the rows that are left', async () => {
  await visit('#skill=import-contacts&view=batch');
  const row = (n: number): string =>
    JSON.stringify({ contacts: [{ name: `P${n}`, email: `p${n}@x.org` }], pauseMs: 0 });
  // Rows after the first three get no answer until the table was stopped.
  let begun = 0;
  await page.route('**/api/send', (route) => {
    begun += 1;
    return begun > 3 ? undefined : route.continue();
  });
  await page
    .getByLabel('Or paste the table')
    .fill(Array.from({ length: 12 }, (_, n) => row(n)).join('\n'));
  await page.getByRole('button', { name: 'Read the table' }).click();
  await page.getByRole('button', { name: 'Run 12 rows' }).click();
  await page.getByText('3 of 12 done', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const rest = page.getByRole('button', { name: /^Run \d+ rows$/u });
  await rest.waitFor();
  const [, left = ''] = /(\d+)/u.exec((await rest.textContent()) ?? '') ?? [];
  expect(Number(left)).toBe(9);
  await page.unroute('**/api/send');
  await rest.click();
  await page.getByText('12 of 12 done').waitFor();
  expect(app.errors).toEqual([]);
});

test('a quote that is never closed is told of before anything is run', async () => {
  await visit('#skill=fight-comparison&view=batch');
  await page.getByLabel('Or paste the table').fill('a,b\nLion,Tiger\n"Owl,Cat\nElk,Bear');
  await page.getByRole('button', { name: 'Read the table' }).click();
  await page.getByText('The quote in line 3 is never closed').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Run/u }).count()).toBe(0);
});

const PART = '**/assets/start-work-*.js';

/**
 * Blocks the worker that follows tasks from loading in a page; returns a function that counts the
 * attempts.
 */
async function keepAway(own: Page): Promise<() => number> {
  let asked = 0;
  await own.route(PART, (route) => (asked += 1) && route.abort());
  return () => asked;
}

test('what is sent before the page is complete is sent once the rest of the page is there', async () => {
  const own = await app.open('about:blank');
  const count = await keepAway(own);
  const sent: string[] = [];
  own.on('request', (request) => {
    if (request.url().endsWith('/api/send'))
      sent.push(/Lion|Wolf|Owl/u.exec(request.postData() ?? '')?.[0] ?? '');
  });
  const send = async (name: string): Promise<void> => {
    await own.goto(`${app.url}/#skill=fight-comparison`);
    await own.getByRole('textbox', { name: /^A/ }).fill(name);
    await own.getByRole('textbox', { name: /^B/ }).fill('Tiger');
    await own.locator('.fw-form button[type=submit]').click();
    await own.getByText('Keep this page open').waitFor();
  };
  await send('Lion');
  await expect.poll(() => own.getByText('A part of this page is missing.').count()).toBe(0);
  const kept = await own.evaluate(() => JSON.stringify(localStorage));
  expect(kept).toMatch(/Lion.*Tiger.*unsent/u);
  expect(kept).not.toContain('formwork.drafts');
  expect(await own.locator('dl.summary dd').allTextContents()).toEqual(['Lion', 'Tiger']);
  // Another tab does not offer to send what this one sends.
  const other = await own.context().newPage();
  await fight('Cat', 'Dog', other);
  expect(await other.getByText('was not sent').count()).toBe(0);
  // The history is left as it was.
  await other.evaluate((before) => Object.assign(localStorage, JSON.parse(before)), kept);
  await other.close();
  const before = count();
  await own.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(count).toBeGreaterThan(before);
  await send('Owl');
  await own.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => own.getByRole('textbox', { name: /^A/ }).inputValue()).toBe('Owl');
  // A run that the storage does not take is sent as well, and shown until the page is closed.
  await own.evaluate(() => {
    for (let size = 2 ** 23; size >= 1; size /= 2) {
      try {
        localStorage.setItem(`other ${size}`, 'x'.repeat(size));
      } catch {
        // The rest is smaller.
      }
    }
  });
  await send('Wolf');
  await own.unroute(PART);
  await own.evaluate(() => dispatchEvent(new Event('online')));
  await own.locator('.fw-result[aria-busy=false]').waitFor();
  await own.getByText('This browser has no room left').waitFor();
  await expect.poll(() => own.locator('.runs .state').allTextContents()).toEqual(['Done', 'Done']);
  expect((await own.locator('.runs a').allTextContents()).toSorted()).toEqual([
    expect.stringContaining('Lion'),
    expect.stringContaining('Wolf'),
  ]);
  expect(sent).toEqual(['Lion', 'Wolf']);
  await own.evaluate(() => localStorage.clear());
  await app.leave(own);
});

test('a server that is silent, or has another page by now, is told apart from one that is away', async () => {
  const own = await app.open('about:blank');
  await own.clock.install();
  let answer: (route: Route) => unknown = () => undefined;
  const askedAt: number[] = [];
  await own.route(PART, (route) => askedAt.push(Date.now()) && answer(route));
  await own.goto(`${app.url}/#skill=fight-comparison&view=batch`);
  await own.getByLabel('Or paste the table').fill('a,b\nLion,Tiger\nOwl,Cat');
  await own.getByRole('button', { name: 'Read the table' }).click();
  const run = own.getByRole('button', { name: 'Run 2 rows' });
  // What could neither be sent nor kept is not begun.
  expect(await run.isDisabled()).toBe(true);
  const missing = own.getByText('A part of this page is missing.');
  // An installed clock goes on with the true time: the server may have been silent for long enough.
  expect((await missing.count()) > 0 && Date.now() - (askedAt[0] ?? 0) < 15_000).toBe(false);
  await own.clock.fastForward(16_000);
  await missing.waitFor();
  answer = (route) => route.fulfill({ status: 404 });
  await own.getByRole('button', { name: 'Try again' }).click();
  await own.getByText('The server has a newer page').waitFor();
  expect(await missing.count()).toBe(0);
  answer = (route) => route.continue();
  await own.getByRole('button', { name: 'Try again' }).click();
  await run.click();
  await own.getByText('2 of 2 done').waitFor();
  expect(await own.getByText('The server has a newer page').count()).toBe(0);
  await app.leave(own);
});

test('what follows tasks is there before anybody does anything', async () => {
  const own = await app.open('about:blank');
  const count = await keepAway(own);
  await own.goto(`${app.url}/#skill=fight-comparison`);
  await expect.poll(count).toBe(1);
  await app.leave(own);
});
