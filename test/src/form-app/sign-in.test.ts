import { demoAgent } from '@formwork/demo';
import { createBearerAuthentication } from '@formwork/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { startServer } from '../support/start-server.ts';
import { fitsWidth, openFormApp, type FormApp } from './open-app.ts';

const TOKEN = 'token-of-ada-which-is-long';

let app: FormApp;
beforeAll(async () => {
  app = await openFormApp({ mode: 'many' });
}, 60_000);
afterAll(() => app.close());

/** A filled form of an agent that takes Ada alone. */
async function toHash(skill: string, data: unknown): Promise<string> {
  const authenticate = createBearerAuthentication({
    verify: (given) => (given === TOKEN ? { id: 'ada' } : undefined),
  });
  const { url } = await startServer(demoAgent, { authenticate, requireAuthentication: true });
  const text = Buffer.from(JSON.stringify(data)).toString('base64url');
  return `#agent=${encodeURIComponent(url)}&skill=${skill}&data=${text}`;
}

test('whoever is refused signs in where the task stands, on a phone as well, and one button goes on', async () => {
  const page = await app.open(await toHash('fight-comparison', { a: 'Lion', b: 'Tiger' }), {
    viewport: { width: 390, height: 800 },
  });
  await page.locator('.fw-form button[type=submit]').click();
  const task = page.locator('.fw-task');
  const token = task.getByLabel('Access token');
  await token.waitFor();
  // The reason has the focus, and what to do about it comes next.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.className))
    .toContain('fw-task-end');
  expect(await fitsWidth(page)).toBe(true);
  expect(await listViolations(page)).toEqual([]);
  const again = task.getByRole('button', { name: /try again/iu });
  expect(await again.allTextContents()).toEqual(['Sign in and try again']);
  // It looks like what is to be done, not like a button without a style.
  expect(await again.evaluate((button) => getComputedStyle(button).borderRadius)).toBe('8px');
  expect(await token.getAttribute('aria-invalid')).toBe(null);
  await token.fill('wrong');
  await again.click();
  // It looks unlike the first time, and whoever has mistyped only has to type.
  await task.getByText('This key was refused.').waitFor();
  expect(await token.inputValue()).toBe('');
  expect(await token.getAttribute('aria-invalid')).toBe('true');
  expect(await token.evaluate((input) => document.activeElement === input)).toBe(true);
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.type(TOKEN);
  await page.keyboard.press('Enter');
  await page.locator('.fw-result').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.className))
    .toContain('fw-result');
  expect(await task.count()).toBe(1);
  await page.locator('.bar').getByRole('button', { name: 'Skills' }).click();
  expect(await page.locator('.access summary').textContent()).toBe('Access is set');
  await app.leave(page);
});

test('an agent that says what it is to those it knows alone asks who is there, in any language', async () => {
  const page = await app.open('about:blank', { locale: 'de-DE' });
  const { url } = await startServer(demoAgent, { openTasks: true });
  let isKnown = false;
  await page.route('**/api/describe', async (route) => {
    isKnown ||= (route.request().headers()['x-formwork-agent-headers'] ?? '').includes(TOKEN);
    const error = {
      code: 'CONNECT_FAILED',
      reason: 'UNAUTHENTICATED',
      message: 'Refused in English',
    };
    await (isKnown ? route.continue() : route.fulfill({ status: 502, json: { error } }));
  });
  await page.goto(`${app.url}/#agent=${encodeURIComponent(url)}`);
  await page.getByRole('heading', { name: 'Der Agent will wissen, wer Sie sind' }).waitFor();
  expect(await page.locator('main').innerText()).not.toContain('English');
  expect(await listViolations(page)).toEqual([]);
  await page.locator('main input').fill('falsch');
  await page.keyboard.press('Enter');
  await page.getByText('Dieser Schlüssel wurde abgelehnt.').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.matches('main input')))
    .toBe(true);
  await page.keyboard.type(TOKEN);
  await page.getByRole('button', { name: 'Anmelden und noch einmal versuchen' }).click();
  await page.locator('.choices').waitFor();
  await app.leave(page);
});

test('a task that waits is there again after a reload, which forgets who called', async () => {
  const page = await app.open(
    await toHash('plan-trip', { city: 'Porto', startDate: '2027-05-01' }),
  );
  await page.locator('.fw-form button[type=submit]').click();
  const task = page.locator('.fw-task');
  await task.getByLabel('Access token').fill(TOKEN);
  await page.keyboard.press('Enter');
  await page.getByText('How many days do you want to stay?').first().waitFor();
  await page.reload();
  await task.getByLabel('Access token').fill(TOKEN);
  await page.keyboard.press('Enter');
  await page.getByText('How many days do you want to stay?').first().waitFor();
  expect(app.errors).toEqual([]);
  await app.leave(page);
});
