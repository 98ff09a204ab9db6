import { connect } from '@formwork/client';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { openFormApp, type FormApp } from './open-app.ts';

let app: FormApp;
beforeAll(async () => {
  app = await openFormApp();
});
afterAll(() => app.close());

/** Opens a page that shows a question of the agent; returns the page and the id of the task. */
async function ask(): Promise<{ readonly page: Page; readonly taskId: string }> {
  const data = { city: 'Porto', startDate: '2027-05-01' };
  const text = Buffer.from(JSON.stringify(data)).toString('base64url');
  const page = await app.open('about:blank');
  await page.goto(`${app.url}/#skill=plan-trip&data=${text}`);
  await page.locator('.fw-form button[type=submit]').click();
  await page.locator('.fw-task-question input').waitFor();
  const kept = await page.evaluate(() => Object.values(localStorage).join());
  const taskId = /"taskId":"([^"]+)"/u.exec(kept)?.[1] ?? '';
  return { page, taskId };
}

test('a question that is answered elsewhere leaves the page, which shows what came of it', async () => {
  const { page, taskId } = await ask();
  const agent = await connect(app.demo);
  const outcome = await agent.task(taskId).wait();
  if (outcome.state !== 'input-required') throw new Error(outcome.state);
  const { question } = outcome;
  if (question.kind !== 'form') throw new Error(question.kind);
  const stored = (): Promise<string> => page.evaluate(() => JSON.stringify(localStorage));
  await page.locator('.fw-task-question input').fill('7');
  await expect.poll(stored).toContain('formwork.drafts');
  await question.answer({ days: 2 });
  await page.locator('.fw-result').waitFor();
  // The answer that was begun here is of no use any more.
  await expect.poll(stored).not.toContain('formwork.drafts');
  await expect
    .poll(() => page.locator('.fw-task-turn').innerText())
    .toBe('How many days do you want to stay?\n\nThis was answered elsewhere.');
  await expect.poll(() => page.locator('.fw-task-question').count()).toBe(0);
  // The history shows it after a reload, too.
  await page.reload();
  await page.getByText('This was answered elsewhere.').waitFor();
  expect(app.errors).toEqual([]);
  await app.leave(page);
});

test('an answer that is begun in the place of a task is there again, until it is sent', async () => {
  const { page } = await ask();
  const days = page.locator('.fw-task-question input');
  const stored = (): Promise<string> => page.evaluate(() => JSON.stringify(localStorage));
  await days.fill('3');
  const { hash } = new URL(page.url());
  await page.evaluate(() => (window.location.hash = '#view=history'));
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  await page.evaluate((place) => (window.location.hash = place), hash);
  await expect.poll(() => days.inputValue()).toBe('3');
  await days.fill('4');
  await page.reload();
  await expect.poll(() => days.inputValue()).toBe('4');
  expect(await stored()).toContain('formwork.drafts');
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.locator('.fw-result').waitFor();
  expect(await stored()).not.toContain('formwork.drafts');
  await app.leave(page);
});

test('answers of two tabs at one task can be exchanged for one another', async () => {
  const { page } = await ask();
  const other = await page.context().newPage();
  await other.goto(page.url());
  const [days, otherDays] = [page, other].map((tab) => tab.locator('.fw-task-question input'));
  if (days === undefined || otherDays === undefined) throw new Error('Both have a question.');
  await otherDays.waitFor();
  await days.fill('3');
  await otherDays.fill('4');
  await other.getByText('Another tab has begun an answer').waitFor();
  expect(await page.getByText('Another tab has begun an answer').count()).toBe(0);
  expect(await listViolations(other)).toEqual([]);
  const exchange = other.getByRole('button', { name: 'Exchange them' });
  await exchange.focus();
  for (const value of ['3', '4', '3']) {
    await other.keyboard.press('Enter');
    await expect.poll(() => otherDays.inputValue()).toBe(value);
    await expect.poll(() => exchange.evaluate((button) => button.matches(':focus'))).toBe(true);
  }
  await other.getByRole('button', { name: 'Answer', exact: true }).click();
  await other.locator('.fw-result').waitFor();
  expect(await other.getByText('Another tab has begun an answer').count()).toBe(0);
  await other.close();
  await app.leave(page);
});

test('a question of a task that is canceled elsewhere leaves the page, and was not answered', async () => {
  const { page, taskId } = await ask();
  const agent = await connect(app.demo);
  await agent.task(taskId).cancel();
  await page.locator('p[data-fw-state=canceled]').waitFor();
  await expect.poll(() => page.locator('.fw-task-question').count()).toBe(0);
  await expect.poll(() => page.locator('.fw-task-turn').count()).toBe(0);
  expect(app.errors).toEqual([]);
  await app.leave(page);
});

test('a draft outlives links, examples and runs that fill its form, whatever becomes of them', async () => {
  const own = await app.open('#skill=fight-comparison');
  const first = own.getByRole('textbox', { name: /^A/ });
  const link = (data: object): Promise<unknown> => {
    const packed = Buffer.from(JSON.stringify(data)).toString('base64url');
    return own.goto(`${app.url}/#skill=fight-comparison&data=${packed}`);
  };
  const stored = (): Promise<string> => own.evaluate(() => JSON.stringify(localStorage));
  const startOver = own.getByRole('button', { name: 'Start over' });
  await first.fill('Bear');
  await expect.poll(stored).toContain('Bear');
  // An example of the first screen.
  await own.goto(`${app.url}/#`);
  await own.locator('.first .main-button').click();
  await expect.poll(() => first.inputValue()).toBe('Bear');
  // A link, as it came.
  await link({ a: 'Shark' });
  await expect.poll(() => first.inputValue()).toBe('Shark');
  await startOver.click();
  await expect.poll(() => first.inputValue()).toBe('Bear');
  // One that was changed.
  await link({ a: 'Eel' });
  await expect.poll(() => first.inputValue()).toBe('Eel');
  await first.fill('Moray');
  await expect.poll(stored).toContain('Moray');
  // Another link comes after it, and takes neither with it.
  await link({ a: 'Cod' });
  await expect.poll(() => first.inputValue()).toBe('Cod');
  await first.fill('Haddock');
  await expect.poll(stored).toContain('Haddock');
  await startOver.click();
  await expect.poll(() => first.inputValue()).toBe('Moray');
  await startOver.click();
  await expect.poll(() => first.inputValue()).toBe('Bear');
  // One that was sent.
  await link({ a: 'Ray', b: 'Crab' });
  await expect.poll(() => first.inputValue()).toBe('Ray');
  await own.locator('.fw-form button[type=submit]').click();
  await own.locator('.fw-result').waitFor();
  await own.goto(`${app.url}/#skill=fight-comparison`);
  await own.getByText(/^Your draft of/).waitFor();
  await expect.poll(() => first.inputValue()).toBe('Bear');
  await startOver.click();
  await expect.poll(() => first.inputValue()).toBe('');
  expect(await stored()).not.toContain('Bear');
  await own.evaluate(() => localStorage.clear());
  await app.leave(own);
});

test('a row whose task goes on behind a refusal is followed, and not sent again', async () => {
  const page = await app.open('#skill=fight-comparison&view=batch');
  const ids = { taskId: 't', contextId: 'c' };
  const answer = (...events: readonly object[]): Parameters<Route['fulfill']>[0] => ({
    contentType: 'text/event-stream',
    body: events.map((event) => `data: ${JSON.stringify({ ...ids, ...event })}\n\n`).join(''),
  });
  const refused = { kind: 'failure', code: 'RPC_FAILED', message: 'Refused', problems: [] };
  await page.route('**/api/send', (route) =>
    route.fulfill(
      answer({ kind: 'progress', text: 'Weighing' }, { ...refused, reason: 'PERMISSION_DENIED' }),
    ),
  );
  const result = { kind: 'result', schema: '', data: 'Lion', text: '', files: [], problems: [] };
  let watched = '';
  await page.route('**/api/watch', (route) => {
    watched = route.request().postData() ?? '';
    return route.fulfill(answer(result));
  });
  await page.getByLabel('Or paste the table').fill('a,b\nLion,Tiger');
  await page.getByRole('button', { name: 'Read the table' }).click();
  const run = page.getByRole('button', { name: 'Run 1 row', exact: true });
  await run.click();
  await page.getByText('Refused').waitFor();
  // The row is also offered by a page that is loaded again.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('Tiger');
  await run.click();
  await page.getByText('1 of 1 done').waitFor();
  expect(JSON.parse(watched)).toMatchObject({ task: { taskId: 't' } });
  await page.getByRole('button', { name: 'Run 1 row again' }).waitFor();
  await app.leave(page);
});

test('a table that is run by a double click, or by a key that is held down, goes on', async () => {
  const page = await app.open('#skill=fight-comparison&view=batch');
  let sent = 0;
  page.on('request', (request) => void (sent += Number(request.url().endsWith('/api/send'))));
  await page.getByLabel('Or paste the table').fill('a,b\nLion,Tiger\nOwl,Crow');
  await page.getByRole('button', { name: 'Read the table' }).click();
  await page.getByRole('button', { name: 'Run 2 rows', exact: true }).dblclick();
  await page.getByText('2 of 2 done').waitFor();
  await page.getByRole('button', { name: 'Run 2 rows again' }).focus();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect.poll(() => sent).toBe(4);
  await page.getByText('2 of 2 done').waitFor();
  await app.leave(page);
});

test('a run that is run again by a double click is run once more, and not twice', async () => {
  const page = await app.open('#skill=fight-comparison');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/send')) sent.push(request.postData() ?? '');
  });
  await page.getByRole('textbox', { name: /^A/ }).fill('Lion');
  await page.getByRole('textbox', { name: /^B/ }).fill('Tiger');
  await page.keyboard.press('Control+Enter');
  const again = page.getByRole('button', { name: 'Run again' });
  for (const count of [2, 3]) {
    // The page that is drawn for the first click hears the second one.
    await again.evaluate((button: HTMLElement) => [button.click(), button.click()]);
    await expect.poll(() => page.locator('.runs a').count()).toBe(count);
    await again.waitFor();
    // The way back leads to a run that can be run again.
    await page.goBack();
    await page.locator('.fw-result').waitFor();
  }
  expect(sent).toHaveLength(3);
  await app.leave(page);
});
