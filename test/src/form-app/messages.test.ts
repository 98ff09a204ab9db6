import { defineAgent, defineSkill, RejectedError } from '@formwork/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { openFormApp, type FormApp } from './open-app.ts';

// The agent answers a text with a message, so that no page can show a task.

/** The texts that the handler was called with. */
const said: string[] = [];
beforeEach(() => {
  said.length = 0;
});

const agent = defineAgent({
  name: 'Clerk',
  version: '1',
  skills: [
    defineSkill({
      id: 'chat',
      name: 'Chat',
      description: 'Chats.',
      tags: [],
      textAnswer: 'message',
      text({ text }) {
        if (text === 'rude') throw new RejectedError('Say please.');
        said.push(text);
        return `You said **${text}**.`;
      },
    }),
    defineSkill({
      id: 'stamp',
      name: 'Stamp',
      description: 'Stamps.',
      tags: [],
      async text({ task }) {
        const { text, files } = await task.ask('Which picture?', { answer: 'message' });
        return `Got ${text} with ${files.length} files.`;
      },
    }),
  ],
});

let app: FormApp;
beforeAll(async () => {
  app = await openFormApp({ mode: 'many' });
});
afterAll(() => app.close());

async function openSkill(skill: string): Promise<Page> {
  const { url } = await startServer(agent, { openTasks: true });
  return app.open(`#agent=${encodeURIComponent(url)}&skill=${skill}`);
}

async function write(page: Page, text: string): Promise<void> {
  await page.locator('.composer textarea').fill(text);
  await page.keyboard.press('Control+Enter');
}

test('a message is shown as the result, goes on in its conversation and is there after a reload', async () => {
  const page = await openSkill('chat');
  await write(page, 'hello');
  await page.getByText('You said hello.').waitFor();
  await expect.poll(() => page.locator('.fw-result strong').textContent()).toBe('hello');
  await write(page, 'rude');
  await page.getByText('Say please.').waitFor();
  await page.reload();
  await page.getByText('You said hello.').waitFor();
  const tasks = page.locator('.fw-task');
  await expect.poll(() => tasks.count()).toBe(2);
  expect(await tasks.locator('.fw-task-state strong').allInnerTexts()).toEqual([
    'Done',
    'Declined',
  ]);
  // The list shows the same state as the task.
  const [first = ''] = await page.locator('.runs li').allInnerTexts();
  expect(first).toContain('Declined');
  expect(app.errors).toEqual([]);
  await app.leave(page);
});

test('a message whose answer was lost is sent again with its id, and is there once', async () => {
  const page = await openSkill('chat');
  let lost = 0;
  await page.route('**/api/send', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await write(page, 'hello');
  await page.getByText('You said hello.').waitFor();
  expect(lost).toBe(2);
  expect(said).toEqual(['hello']);
  await app.leave(page);
});

test('a question for a message is answered in words', async () => {
  const page = await openSkill('stamp');
  // What is begun stays over a reload: the message, and the answer.
  const box = page.locator('.composer textarea');
  await box.fill('please');
  await page.reload();
  await expect.poll(() => box.inputValue()).toBe('please');
  await box.press('Control+Enter');
  const answer = page.locator('.fw-task-question textarea');
  await answer.fill('cat');
  await page.reload();
  await expect.poll(() => answer.inputValue()).toBe('cat');
  await answer.focus();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Got cat with 0 files.').waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('formwork.drafts');
  expect(app.errors).toEqual([]);
  await app.leave(page);
});
