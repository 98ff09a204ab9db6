import type { Scope } from '@formwork/runtime';
import { createInbox, type InboxPerson } from '@formwork/runtime/internal';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leavePage, takePage } from '../support/keep-page.ts';
import { listLookFaults } from '../support/list-look-faults.ts';
import { listViolationsInBoth } from '../support/list-violations.ts';
import { SECRETS } from './busy-agent.ts';
import { KEYS, type OpenConsole, openConsole, send } from './open-console.ts';

/** A shift of a page's layout, which the types of the DOM do not have. */
interface Shift {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

const PHONE = { width: 390, height: 800 };

let app: OpenConsole;
let page: Page;
const errors: string[] = [];
const folder = mkdtempSync(join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-'));

beforeAll(async () => {
  app = await openConsole({ engine: createSqliteEngine({ file: join(folder, 'tasks.db') }) });
  page = await takePage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    const isOfNetwork = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isOfNetwork) errors.push(message.text());
  });
});
afterAll(async () => {
  await leavePage(page);
  await app.close();
  await app.engine.close();
  rmSync(folder, { recursive: true });
});

async function show(hash: string): Promise<void> {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
}

/** Opens the page of the task of a skill. */
async function showTask(skill: string): Promise<void> {
  await show(`#/tasks/${app.tasks[skill]}`);
  await page.getByRole('heading', { name: `Task ${app.tasks[skill]}` }).waitFor();
  await page.locator('.timeline').waitFor();
}

/** Judges the page as it is, in both colours and on a phone, where nothing may be too wide. */
async function judge(): Promise<void> {
  const violations = await listViolationsInBoth(page, {
    size: PHONE,
    look: async () => {
      const isWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(isWide).toBe(false);
      // Words of the navigation stay whole, and those of a tile stay in it.
      const faults = await page.evaluate(() =>
        [
          ...[...document.querySelectorAll<HTMLElement>('.bar nav a')].filter(
            (link) => link.offsetHeight > 40,
          ),
          ...[...document.querySelectorAll('.tiles :is(a, div)')].filter(
            (tile) => tile.scrollWidth > tile.clientWidth,
          ),
        ].map((element) => element.textContent),
      );
      expect(faults).toEqual([]);
    },
  });
  expect(violations).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await listLookFaults(page)).toEqual([]);
}

test('an operator signs in, finds tasks, looks into them and changes them, by the keyboard', async () => {
  await page.addInitScript(() => {
    // What moves without a person's doing, as browsers measure it.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as readonly Shift[]) {
        if (entry.hadRecentInput) continue;
        Reflect.set(window, 'shift', Number(Reflect.get(window, 'shift') ?? 0) + entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Routed before the page opens: a page that stands gets its new way to the network late, and a request
  // may still take the old one.
  let isAway = false;
  await page.route('**/api/session', (route) => (isAway ? route.abort() : route.fallback()));
  await page.goto(`${app.url}/console/`);
  const key = page.getByLabel('Key for the header x-api-key');
  // A key is not refused while no server answers.
  await key.fill(KEYS.operator);
  isAway = true;
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('The server is not responding').waitFor();
  isAway = false;
  await key.fill(KEYS.caller);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('do not have the scope').waitFor();
  await judge();
  await key.fill(KEYS.operator);
  await page.keyboard.press('Enter');

  await page.getByRole('link', { name: 'Failed 2' }).waitFor();
  await page.getByText('TypeError').waitFor();
  await page.getByText('charge the card').waitFor();
  await page.getByRole('img', { name: 'Last 24 hours: 2 failed and 1 completed' }).waitFor();
  await page.getByRole('heading', { name: 'Failures' }).waitFor();
  expect(await page.evaluate(() => Number(Reflect.get(window, 'shift') ?? 0))).toBeLessThan(0.01);
  await judge();

  await page.getByRole('link', { name: 'Failed 2' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.filters').getByLabel('Skill').selectOption('break');
  await page.getByRole('button', { name: 'Apply' }).press('Enter');
  await page.waitForURL(/#\/tasks\?state=failed&skill=break$/u);
  const rows = page.locator('.tasks tbody tr');
  await expect.poll(() => rows.count()).toBe(1);

  // New tasks wait until they are asked for, and rows stay where they are.
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect.poll(() => rows.count()).toBe(8);
  const firstId = rows.first().locator('code');
  const first = await firstId.textContent();
  await send(app.url, { skill: 'refuse', parts: [{ text: 'Again' }] });
  const fresh = page.getByRole('button', { name: 'Show 1 new task' });
  await fresh.waitFor();
  await expect.poll(() => firstId.textContent()).toBe(first);
  await fresh.click();
  await expect.poll(() => rows.count()).toBe(9);
  await judge();

  // Keys move from row to row; the whole row leads to its task, and says why it has failed.
  const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(41);
  await page.locator('main').focus();
  for (const name of ['j', 'j', 'j', 'k']) await page.keyboard.press(name);
  await expect.poll(() => rows.nth(1).locator('a[data-row]:focus').count()).toBe(1);
  const refused = rows.filter({ hasText: 'The account is closed.' }).last();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await refused.getByRole('button', { name: 'Copy the ID' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(app.tasks['refuse']);
  // Without HTTPS, a page has no clipboard: the ID stands in a field, to copy by hand.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await rows.first().getByRole('button', { name: 'Copy the ID' }).press('Enter');
  const field = rows.first().getByRole('textbox', { name: 'Copy the ID' });
  await expect.poll(() => field.inputValue()).toContain(await firstId.textContent());
  expect(await page.evaluate(() => String(getSelection()))).toBe(await field.inputValue());
  // The link covers the whole row.
  await refused.locator('td').nth(3).click({ force: true });
  await page.waitForURL(`**/#/tasks/${app.tasks['refuse']}`);

  await showTask('work');
  await page.getByText('Sent with [secret]').waitFor();
  await page.getByText('Given up: HTTP 410').waitFor();
  expect(await page.content()).not.toMatch(/Ada|hush/u);
  await page.getByRole('button', { name: 'Show contents' }).press('Enter');
  await page.getByText('"name": "Ada"').first().waitFor();
  await judge();

  await showTask('hang');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await judge();
  await page.getByRole('dialog').getByLabel('Reason').fill('Too long');
  await page.keyboard.press('Enter');
  await page.getByText('The runner was asked to stop.').waitFor();
  await page.locator('.now').getByText('Canceled').waitFor();
  await page.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('This task does not exist').waitFor();

  await showTask('rest');
  await page.getByText('Attempt 1: a temporary error').first().waitFor();
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try now' }).click();
  const compared = page.locator('.compared');
  await compared.locator('select').first().selectOption('Attempt 2');
  await expect.poll(() => compared.locator('td', { hasText: 'will be retried' }).count()).toBe(2);
});

test('an operator answers for a caller, with a reason, and nothing that was said is run', async () => {
  await showTask('ask');
  await page.getByRole('button', { name: 'Answer for the caller' }).press('Enter');
  await page.locator('.fw-form form').waitFor();
  await page.locator('.answer').getByLabel('Reason').fill('Ada is on leave');
  await page.getByRole('radio', { name: 'Yes' }).press('Space');
  await page.getByLabel('PIN').fill(SECRETS[1]);
  await judge();
  await page.getByLabel('PIN').focus();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Answer sent. The task continues.').waitFor();
  await page.getByText('Answer by olga for the caller: Ada is on leave').waitFor();
  await page.locator('.now').getByText('Completed').waitFor();
  await page.getByText('Event log with contents').click();
  expect(await page.evaluate('window.hit')).toBeUndefined();
  await expect.poll(() => page.locator('main img, main script').count()).toBe(0);
  expect(await page.content()).not.toContain(SECRETS[0]);
  // The picture names an attempt only where there is room.
  const happenings = page.locator('.happenings');
  await happenings.getByText('Attempt 1 after answer 1').first().waitFor();
});

test('an operator sees whose question it is, and keeps a half-typed answer when it is over', async () => {
  const taskId = await send(app.url, { skill: 'approve', parts: [{ text: 'Please approve' }] });
  const inbox = createInbox(app.engine, () => []);
  const toPerson = (id: string): InboxPerson => ({
    id,
    scopes: ['role:approver'],
    scope: `user:${id}` as Scope,
  });
  await expect.poll(async () => (await inbox.list(toPerson('kim'))).questions.length).toBe(1);
  const { question } = await inbox.claim(toPerson('kim'), taskId);
  await inbox.handOver(toPerson('kim'), taskId, ['user:lee']);
  await show(`#/tasks/${taskId}`);
  await page.getByText('Handed over to lee by kim').waitFor();
  await page.getByText('Taken by kim').waitFor();
  await page.getByText('for everybody with the role approver · due').waitFor();
  await page.getByText('The caller may not answer.').waitFor();
  const lane = page.locator('.lane', { hasText: 'Questions' });
  await expect.poll(() => lane.locator('.bar').count()).toBe(1);

  await page.getByRole('button', { name: 'Answer for lee' }).press('Enter');
  const form = page.locator('.answer');
  await form.getByText('R-17').waitFor();
  await page.locator('.happenings').getByText('Shall it be paid?').waitFor();
  await form.getByRole('radio', { name: 'No' }).press('Space');
  await form.getByLabel('PIN').fill('12');
  // Nothing is sent without a reason, and the field says so.
  await page.keyboard.press('Control+Enter');
  await form.getByText('Enter a reason').waitFor();
  await expect.poll(() => form.getByLabel('Reason').getAttribute('aria-invalid')).toBe('true');
  await form.getByLabel('Reason').fill('Lee is on leave');
  const answer = { question, data: { ok: false, pin: 1 }, messageId: 'answer-of-lee' };
  await inbox.answer(toPerson('lee'), taskId, answer);
  await form.getByText('Somebody else has answered').waitFor();
  await page.getByText('The task has changed since you looked.').waitFor();
  await page.getByText('Answer by lee').waitFor();
  await expect.poll(() => form.getByLabel('Reason').inputValue()).toBe('Lee is on leave');
  await expect.poll(() => form.getByLabel('PIN').inputValue()).toBe('12');
  await expect.poll(() => form.getByRole('button', { name: 'Answer for' }).count()).toBe(0);
  await judge();
  await form.getByRole('button', { name: 'Close' }).press('Enter');
  await form.waitFor({ state: 'detached' });
});

test('the other views are there in every language, from right to left as well', async () => {
  await show('#/letters');
  await page.getByText('HTTP 410').waitFor();
  // What was not done is said, and can be tried again.
  await page.route('**/letters/revive', (route) => route.abort());
  await page.getByRole('button', { name: 'Resume', exact: true }).press('Enter');
  await page.getByText('The server is not responding').waitFor();
  await page.unroute('**/letters/revive');
  await page.getByRole('button', { name: 'Resume', exact: true }).press('Enter');
  await page.getByText('Notifications to 1 receiver resumed.').waitFor();
  await show('#/callers');
  await page.getByRole('link', { name: 'ada' }).waitFor();
  await show('#/agent');
  await page.getByRole('radio', { name: 'A2A 0.3' }).check();
  await page.locator('pre', { hasText: 'protocolVersion' }).waitFor();
  await judge();
  // A language that could not be loaded is there once it can be.
  let isAway = true;
  await page.route('**/assets/german*.js', (route) => (isAway ? route.abort() : route.fallback()));
  const failed = page.waitForEvent('requestfailed');
  await page.getByLabel('Language').selectOption('de');
  await failed;
  isAway = false;
  await page.getByRole('heading', { name: 'Laufende Versionen' }).waitFor();
  // The longest words of a state have room in a tile.
  await show('#/');
  await page.getByRole('link', { name: 'Braucht eine Antwort' }).waitFor();
  const heights = await page
    .locator('.tiles .state')
    .evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(Math.max(...heights)).toBeLessThan(30);
  await show('#/agent');
  // Spanish is one file beside those of the other languages.
  await page.getByLabel('Sprache').selectOption('es');
  await page.getByRole('heading', { name: 'Versiones en ejecución' }).waitFor();
  await page.getByLabel('Idioma').selectOption('ar');
  await page.getByRole('heading', { name: 'الإصدارات قيد التشغيل' }).waitFor();
  expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
  await show(`#/tasks/${app.tasks['work']}`);
  await page.locator('.timeline').waitFor();
  await judge();
  expect(errors).toEqual([]);
});

test('the page is little: what it loads first, and what an answer needs', () => {
  const built = fileURLToPath(new URL('../../../apps/console/dist/page', import.meta.url));
  const weigh = (pattern: RegExp): number =>
    readdirSync(join(built, 'assets'))
      .filter((name) => pattern.test(name))
      .reduce(
        (sum, name) =>
          sum + gzipSync(readFileSync(join(built, 'assets', name)), { level: 9 }).length,
        0,
      );
  const shell = weigh(/^index-.*\.js$/u);
  expect(shell).toBeGreaterThan(50_000);
  expect(shell).toBeLessThan(90_000);
  expect(weigh(/^index-.*\.css$/u)).toBeLessThan(4_000);
  expect(weigh(/^answer-form-.*\.js$/u)).toBeLessThan(80_000);
});
