import { connect } from '@formwork/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  await question.answer({ days: 2 });
  await page.locator('.fw-result').waitFor();
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
