import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFormPages, type FormPages } from './open-page.ts';
import { beginTask, say, waitForSending } from './task-pages.ts';

let pages: FormPages;
beforeAll(async () => {
  pages = await openFormPages({ folder: 'task-page' });
});
afterAll(() => pages.close());

async function listCalls(page: Page): Promise<readonly Record<string, unknown>[]> {
  return page.evaluate(() => JSON.parse(JSON.stringify(window.calls())));
}

/** Returns the text or the label of the element that has the focus. */
function readFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.textContent || activeElement?.getAttribute('aria-label') || '';
  });
}

test('a question takes the focus and is answered by keyboard alone, as a form and as text', async () => {
  const { page, errors } = await beginTask(pages);
  await say(page, 'working', 'form');
  const days = page.locator('.fw-task-question input');
  await days.waitFor();
  await expect.poll(() => readFocus(page)).toBe('How many days do you want to stay?');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // The form is empty, so it shows a message and sends nothing.
  await page.getByRole('alert').waitFor();
  expect(await listCalls(page)).toHaveLength(1);
  await days.focus();
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');
  await page.locator('[data-fw-state=working]').first().waitFor();
  const [, answer] = await listCalls(page);
  expect(answer).toMatchObject({
    kind: 'send',
    message: { kind: 'answer', taskId: 't-1', question: 1, answer: { days: 40 } },
  });

  // The agent refuses the answer: it stays in the field, with the reason beside it.
  await say(page, 'refusal');
  await page.getByText('The answer was not taken').waitFor();
  expect(await page.getByText('must be at most 30').count()).toBe(1);
  expect(await page.locator('.fw-task-question input').inputValue()).toBe('40');
  await page.locator('.fw-task-question input').fill('3');
  await page.keyboard.press('Enter');
  await say(page, 'begun', 'refusedForm');
  const box = page.getByLabel('Your answer, as text or JSON');
  await box.waitFor();
  expect(await page.locator('.fw-task-turn').textContent()).toContain('Days3');
  expect(await page.locator('.fw-task-refused').textContent()).toContain('leads out of the schema');
  await expect.poll(() => readFocus(page)).toBe('Your address?');
  await page.keyboard.press('Tab');
  await page.keyboard.type('{"a":1}');
  await page.keyboard.press('Control+Enter');
  await say(page, 'begun', 'result');
  await page.getByText('Two days in Lisbon').first().waitFor();
  const calls = await listCalls(page);
  expect(calls).toHaveLength(4);
  expect(calls[3]).toMatchObject({ message: { answer: '{"a":1}', question: 3 } });
  expect(errors).toEqual([]);
  await pages.leave(page);
});

test('what came of a task takes the focus from what is gone, and from nothing that is in use', async () => {
  const { page, errors } = await beginTask(pages);
  const readClass = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.className ?? '');
  await say(page, 'text');
  await page.getByLabel('Your answer').fill('Ada');
  await page.keyboard.press('Control+Enter');
  await say(page, 'begun', 'result');
  await expect.poll(readClass).toContain('fw-result');

  await page.evaluate(() => window.sendAgain());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await say(page, 'working', 'canceled');
  await expect.poll(readClass).toContain('fw-task-status');

  await page.evaluate(() => window.sendAgain());
  await page.getByLabel('Elsewhere').focus();
  await say(page, 'failed');
  await page.getByText('Sign in, then try again').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  expect(errors).toEqual([]);
  await pages.leave(page);
});

test('a question leaves the focus where somebody types, and an empty answer is none', async () => {
  const { page } = await beginTask(pages, { text: 'Book a room' });
  expect(await page.locator('.fw-task-said').textContent()).toBe('Book a room');
  await page.getByLabel('Elsewhere').focus();
  await page.keyboard.type('Dear');
  await say(page, 'text');
  await page.getByLabel('Your answer').waitFor();
  await page.keyboard.type(' Ada');
  expect(await page.getByLabel('Elsewhere').inputValue()).toBe('Dear Ada');
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByText('Enter an answer').waitFor();
  expect(await page.getByLabel('Your answer').getAttribute('aria-invalid')).toBe('true');
  expect(await listCalls(page)).toHaveLength(1);
  await pages.leave(page);
});

test('like objects that came one after another are one table, and all of them can be seen', async () => {
  const { page, errors } = await beginTask(pages);
  await say(page, 'working', 'rows');
  const group = page.getByRole('group', { name: 'So far' });
  const table = group.getByRole('table');
  await table.waitFor();
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Train', 'Seats']);
  expect(await table.getByRole('row').count()).toBe(20);
  expect(await table.getByRole('row').nth(1).textContent()).toBe('IC 3838');
  expect(await group.getByText('No more trains').count()).toBe(1);
  await group.getByRole('button', { name: 'Show earlier ones (38)' }).click();
  expect(await table.getByRole('row').count()).toBe(58);
  expect(await table.getByRole('row').nth(2).textContent()).toBe('IC 11');
  expect(await group.getByRole('button').count()).toBe(0);
  // Earlier artifacts stay on the page while the agent waits for an answer.
  await say(page, 'text');
  await page.locator('.fw-task-question').waitFor();
  expect(await table.count()).toBe(1);
  expect(errors).toEqual([]);
  await pages.leave(page);
});

test('like objects that came each in an artifact of its own are one table while they come', async () => {
  const { page, errors } = await beginTask(pages);
  await say(page, 'working');
  await page.evaluate(() => window.depart(2));
  const group = page.getByRole('group', { name: 'So far' });
  const table = group.getByRole('table');
  await table.waitFor();
  expect(await table.getByRole('row').allTextContents()).toEqual([
    'TrainSeats',
    'Platform 0IC 00',
    'Platform 1IC 11',
  ]);
  await table
    .getByRole('row')
    .nth(2)
    .evaluate((row) => row.setAttribute('data-kept', ''));
  await page.evaluate(() => window.depart(1));
  await expect.poll(() => table.getByRole('row').count()).toBe(4);
  // Rows that are already there are not drawn again.
  expect(await table.locator('tr[data-kept]').textContent()).toBe('Platform 1IC 11');

  await page.evaluate(() => window.depart(597));
  await group.getByRole('button', { name: 'Show earlier ones (580)' }).waitFor();
  expect(await table.count()).toBe(1);
  expect(await table.getByRole('row').last().textContent()).toBe('Platform 599IC 599599');
  await say(page, 'result');
  const beside = page.getByRole('group', { name: 'Also sent' }).getByRole('table');
  await beside.waitFor();
  expect(await beside.getByRole('row').count()).toBe(21);
  expect(errors).toEqual([]);
  await pages.leave(page);
});

test('a result is drawn though the network is gone since the task began', async () => {
  const { page, errors } = await beginTask(pages, { text: 'Porto, please' });
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await say(page, 'working', 'result');
  await page.locator('.fw-result').waitFor();
  await page.context().setOffline(false);
  expect(errors).toEqual([]);
  await pages.leave(page);
});

test('a consent has a link that names its host, and a way back', async () => {
  const { page } = await beginTask(pages);
  await say(page, 'consent');
  const link = page.getByRole('link', { name: 'Open calendar.example' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe('https://calendar.example/grant?id=1');
  expect(await link.getAttribute('rel')).toContain('noopener');
  expect(await page.getByText('https://calendar.example/grant?id=1').count()).toBe(1);
  await page.getByRole('button', { name: 'Continue' }).click();
  const calls = await listCalls(page);
  expect(calls[1]).toMatchObject({ message: { kind: 'proceed', taskId: 't-1', question: 3 } });
  await pages.leave(page);
});

test('a task is stopped when asked to, and says so meanwhile', async () => {
  const { page } = await beginTask(pages);
  await say(page, 'working');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Stopping' }).click({ force: true });
  await say(page, 'canceled');
  await page.locator('[data-fw-state=canceled]').first().waitFor();
  expect((await listCalls(page)).filter(({ kind }) => kind === 'cancel')).toHaveLength(1);
  expect(await page.getByRole('button').count()).toBe(0);
  await pages.leave(page);
});

test('a lost connection is found again at once when the browser is online', async () => {
  const { page } = await beginTask(pages);
  await say(page, 'working', 'lost');
  const status = page.getByRole('status').first();
  await page.getByText('Reconnecting').waitFor();
  expect(await status.textContent()).toContain('Looking for trains');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect
    .poll(async () => (await listCalls(page)).at(-1))
    .toMatchObject({
      kind: 'watch',
      task: { taskId: 't-1', skillId: 'plan-trip' },
    });
  await say(page, 'result');
  await page.locator('[data-fw-state=done]').first().waitFor();
  await pages.leave(page);
});

test('time goes on without being read aloud, and silence is explained', async () => {
  // A page with a fake clock cannot be reused by other tests.
  const page = await pages.open({ isAlone: true });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.evaluate(() => window.begin({}));
  await waitForSending(page, 1);
  const status = page.getByRole('status').first();
  await say(page, 'working');
  await page.clock.runFor(100);
  await page.getByText('Looking for trains').waitFor();
  const said = await status.textContent();
  await page.clock.runFor(5000);
  expect(await page.locator('.fw-task-time').textContent()).toBe('Time: 5 sec');
  expect(await status.textContent()).toBe(said);
  await page.clock.runFor(6000);
  await expect.poll(() => status.textContent()).toContain('This takes a while');
  await say(page, 'working');
  await page.clock.runFor(1000);
  await expect.poll(() => status.textContent()).toBe(said);
  await page.clock.runFor(60_000);
  expect(await page.locator('.fw-task-time').textContent()).toMatch(/^Time: 1 min 12 sec$/u);
  // What waited for the network for minutes has not been worked on so long.
  await page.evaluate(() => window.begin({}));
  await waitForSending(page, 1);
  await page.evaluate(() => window.say('lost'));
  await page.getByText('Not sent yet').first().waitFor();
  await page.clock.pauseAt(600_000);
  await page.waitForFunction(() => window.calls().length === 2);
  await say(page, 'working');
  await page.clock.runFor(3000);
  await say(page, 'result');
  await page.locator('[data-fw-state=done]').first().waitFor();
  expect(await page.locator('.fw-task-state').textContent()).toBe('Donein 3 seconds');
  await pages.leave(page);
});

test('what failed can be tried again, and a page that is left ends its requests only', async () => {
  const { page, errors } = await beginTask(pages);
  await say(page, 'failed');
  await page.getByText('Sign in, then try again').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('[data-fw-state=working]').first().waitFor();
  await page.evaluate(() => window.leave());
  await expect
    .poll(async () => (await listCalls(page)).map(({ kind }) => kind))
    .toEqual(['send', 'watch', 'left']);
  expect(errors).toEqual([]);
  await pages.leave(page);
});

test('tasks work with React 18 as well', async () => {
  const old = await openFormPages({ react: 18, folder: 'task-page' });
  try {
    expect(old.modules.some((path) => path.includes('react-dom@18.3.1'))).toBe(true);
    expect(old.modules.some((path) => path.includes('react-dom@19'))).toBe(false);
    const { page, errors } = await beginTask(old, { language: 'de' });
    await say(page, 'working', 'form');
    await page.locator('.fw-task-question input').fill('2');
    await page.getByRole('button', { name: 'Antworten' }).click();
    await say(page, 'begun', 'result');
    await page.getByText('Two days in Lisbon').first().waitFor();
    expect(await listCalls(page)).toHaveLength(2);
    expect(errors).toEqual([]);
  } finally {
    await old.close();
  }
});

test('what the agent says with the end stands below the result, once', async () => {
  const { page, errors } = await beginTask(pages);
  await say(page, 'working', 'concluded');
  await page.getByText('One day in Lisbon').first().waitFor();
  expect(await page.locator('.fw-task-end').textContent()).toBe(
    'The agent saysTwo museums are closed.',
  );
  expect(await page.getByText('Two museums are closed.').count()).toBe(1);
  expect(errors).toEqual([]);
  await pages.leave(page);
});

test('a task that was declined says so, with the reason', async () => {
  const { page, errors } = await beginTask(pages);
  await say(page, 'ended');
  await page.locator('p[data-fw-state=rejected]').waitFor();
  expect(await page.locator('p[data-fw-state=rejected]').textContent()).toBe('Declined');
  expect(await page.locator('.fw-task-end').textContent()).toContain(
    'There are no trains on that day.',
  );
  expect(errors).toEqual([]);
  await pages.leave(page);
});
