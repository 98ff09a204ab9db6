import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { startServer } from '../support/start-server.ts';
import { fitsWidth, openFormApp, readFocus, type FormApp } from './open-app.ts';

// A skill that takes files has an upload: what is picked goes along with the input, and is kept nowhere.

async function describe({ files }: TaskContext): Promise<string> {
  const texts = files.map(async (file) => `${file.name} ${file.mediaType} ${await file.text()}`);
  return (await Promise.all(texts)).join(', ');
}

const texts = { description: 'Takes files.', tags: [], files: ['image/*', 'text/csv'] };

const agent = defineAgent({
  name: 'Office',
  version: '1',
  skills: [
    defineSkill({
      ...texts,
      id: 'archive',
      name: 'Archive',
      input: { order: { type: 'object', properties: { note: { type: 'string' } } } },
      run: async ({ input, task }) => `${JSON.stringify(input)} ${await describe(task)}`,
    }),
    defineSkill({
      ...texts,
      id: 'look',
      name: 'Look',
      text: async ({ text, task }) => `${JSON.stringify(text)} ${await describe(task)}`,
    }),
  ],
});

let app: FormApp;
beforeAll(async () => {
  app = await openFormApp({ mode: 'many' });
}, 60_000);
afterAll(() => app.close());

function createFile(name: string, text: string) {
  const mimeType = name.endsWith('.csv') ? 'text/csv' : 'image/png';
  return { name, mimeType, buffer: Buffer.from(text) };
}

test('files are picked, listed, taken out by the keyboard, sent with the input and kept nowhere', async () => {
  const { url } = await startServer(agent);
  const hash = `#agent=${encodeURIComponent(url)}&skill=archive`;
  const page = await app.open(hash, { viewport: { width: 390, height: 800 } });
  const picker = page.locator('.form-card, .composer').first().locator('input[type=file]');
  await picker.waitFor();
  expect(await picker.getAttribute('accept')).toBe('image/*,text/csv');
  await picker.setInputFiles([createFile('a.csv', 'x,y'), createFile('b.png', 'not much')]);
  await picker.setInputFiles([createFile('c.png', '')]);
  const items = page.locator('.files li');
  await expect.poll(() => items.count()).toBe(3);
  expect(await items.first().textContent()).toContain('a.csv (3 byte');
  expect(await listViolations(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);

  await page.getByRole('button', { name: 'Remove b.png' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => items.count()).toBe(2);
  expect(await readFocus(page)).toBe('Files');

  await page.getByRole('textbox', { name: 'Note' }).fill('mine');
  await page.locator('.fw-form button[type=submit]').click();
  await page.locator('.fw-result').waitFor();
  expect(await page.locator('.fw-result').textContent()).toContain(
    '{"note":"mine"} a.csv text/csv x,y, c.png image/png',
  );
  expect(await page.locator('.fw-task').textContent()).toContain('a.csv, c.png');
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).toContain('mine');
  expect(kept).not.toContain(Buffer.from('x,y').toString('base64'));

  // It would be another call without them.
  await page.reload();
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByRole('textbox', { name: 'Note' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('mine');
  expect(await items.count()).toBe(0);
  expect(app.errors).toEqual([]);
  await app.leave(page);
});

test('a file is enough for a skill that takes text', async () => {
  const { url } = await startServer(agent);
  const page = await app.open(`#agent=${encodeURIComponent(url)}&skill=look`);
  const picker = page.locator('.form-card, .composer').first().locator('input[type=file]');
  await picker.setInputFiles([createFile('a.csv', 'x,y')]);
  await page.getByRole('button', { name: 'Remove a.csv' }).waitFor();
  await page.locator('.composer button[type=submit]').click();
  await page.locator('.fw-result').waitFor();
  expect(await page.locator('.fw-result').textContent()).toContain('"" a.csv text/csv x,y');
  await app.leave(page);
});

test('files that are too large together are named and left out', async () => {
  const { url } = await startServer(agent);
  const page = await app.open(`#agent=${encodeURIComponent(url)}&skill=archive`);
  const picker = page.locator('.form-card, .composer').first().locator('input[type=file]');
  const large = 'x'.repeat(6_000_000);
  await picker.setInputFiles([createFile('a.png', large), createFile('b.png', large)]);
  await page
    .getByText('“b.png” was not added: all files together may have at most 10 MB.')
    .waitFor();
  expect(await page.locator('.files li').count()).toBe(1);
  expect(await listViolations(page)).toEqual([]);
  await app.leave(page);
});
