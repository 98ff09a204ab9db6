import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { startServer } from '../support/start-server.ts';
import { fitsWidth, openFormApp, readFocus, type FormApp } from './open-app.ts';

// A skill that accepts files gets an upload field; the chosen files go along with the input and are
// not stored.

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
      id: 'coded',
      name: 'Coded',
      input: {
        coded: { type: 'object', properties: { code: { type: 'string', pattern: '^[A-Z]{3}$' } } },
      },
      run: async ({ input, task }) => `${JSON.stringify(input)} ${await describe(task)}`,
    }),
    defineSkill({
      ...texts,
      id: 'look',
      name: 'Look',
      text: async ({ text, task }) => `${JSON.stringify(text)} ${await describe(task)}`,
    }),
    defineSkill({
      ...texts,
      id: 'small',
      name: 'Small',
      files: { types: texts.files, maxBytes: 1536, maxFiles: 2 },
      text: async ({ task }) => describe(task),
    }),
  ],
});

let app: FormApp;
beforeAll(async () => {
  app = await openFormApp({ mode: 'many' });
});
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
  await expect.poll(() => picker.getAttribute('accept')).toBe('image/*,text/csv');
  // The button that people see and its control are one: its name has both texts, and a click on it
  // opens the choice.
  const button = page.getByRole('button', { name: 'Files Choose files', exact: true });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  expect(chooser.isMultiple()).toBe(true);
  await picker.setInputFiles([createFile('a.csv', 'x,y'), createFile('b.png', 'not much')]);
  await picker.setInputFiles([createFile('c.png', '')]);
  const items = page.locator('.fw-upload li');
  await expect.poll(() => items.count()).toBe(3);
  await expect.poll(() => items.first().textContent()).toContain('3 byte');
  expect(await listViolations(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);

  await page.getByRole('button', { name: 'Remove b.png' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => items.count()).toBe(2);
  await expect.poll(() => readFocus(page)).toBe('Files');

  await page.getByRole('textbox', { name: 'Note' }).fill('mine');
  await page.locator('.fw-form button[type=submit]').click();
  await page.locator('.fw-result').waitFor();
  await expect
    .poll(() => page.locator('.fw-result').textContent())
    .toContain('{"note":"mine"} a.csv text/csv x,y, c.png image/png');
  await expect.poll(() => page.locator('.fw-task').textContent()).toContain('a.csv, c.png');
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).toContain('mine');
  expect(kept).not.toContain(Buffer.from('x,y').toString('base64'));

  // "Run again" fills in the input without the files; the person would have to choose them again.
  await page.reload();
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByRole('textbox', { name: 'Note' }).waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('mine');
  await expect.poll(() => items.count()).toBe(0);
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
  await expect
    .poll(() => page.locator('.fw-result').textContent())
    .toContain('"" a.csv text/csv x,y');
  await app.leave(page);
});

test('nothing is sent without a file that is refused after the press, before the person reads it', async () => {
  const { url } = await startServer(agent);
  const page = await app.open(`#agent=${encodeURIComponent(url)}&skill=look`);
  const files = page.locator('.composer .fw-upload');
  await files.waitFor();
  await page.locator('.composer textarea').fill('two of them');
  await files.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x,y'], 'a.csv', { type: 'text/csv' }));
    dataTransfer.items.add(new File(['x'], 'x.zip', { type: 'application/zip' }));
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    document.querySelector<HTMLButtonElement>('.composer button[type=submit]')?.click();
  });
  await page.getByRole('button', { name: 'Remove a.csv' }).waitFor();
  await expect.poll(() => readFocus(page)).toBe('Files');
  expect(await files.locator('.fw-error').allTextContents()).toEqual([
    '“x.zip” was not added: this field takes only pictures and CSV.',
  ]);
  await page.locator('.composer button[type=submit]').click();
  await page.locator('.fw-result').waitFor();
  await expect
    .poll(() => page.locator('.fw-result').textContent())
    .toContain('"two of them" a.csv');
  await app.leave(page);
});

test('nothing is sent without a file that is refused while patterns are checked after the press', async () => {
  const { url } = await startServer(agent);
  const page = await app.open(`#agent=${encodeURIComponent(url)}&skill=coded`);
  const files = page.locator('.fw-upload');
  await files.waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill('ABC');
  await files.evaluate((element) => {
    // The check in the worker begins once the file is refused.
    const { postMessage: post } = Worker.prototype;
    const held: (() => void)[] = [];
    Worker.prototype.postMessage = function hold(message: unknown) {
      held.push(() => post.call(this, message));
    };
    const goOn = (): void => {
      Worker.prototype.postMessage = post;
      for (const begin of held) begin();
    };
    Object.assign(window, { goOn });
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x,y'], 'a.csv', { type: 'text/csv' }));
    dataTransfer.items.add(new File(['x'], 'x.zip', { type: 'application/zip' }));
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    document.querySelector<HTMLButtonElement>('.fw-form button[type=submit]')?.click();
  });
  await files.locator('.fw-error').waitFor();
  await page.evaluate('goOn()');
  await expect.poll(() => readFocus(page)).toBe('Files');
  await page.locator('.fw-form button[type=submit]').click();
  await page.locator('.fw-result').waitFor();
  await expect
    .poll(() => page.locator('.fw-result').textContent())
    .toContain('{"code":"ABC"} a.csv text/csv x,y');
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
  await expect.poll(() => page.locator('.fw-upload li').count()).toBe(1);
  expect(await listViolations(page)).toEqual([]);
  await app.leave(page);
});

test('files that the agent would refuse are told before anything is sent', async () => {
  const { url } = await startServer(agent);
  const page = await app.open(`#agent=${encodeURIComponent(url)}&skill=small`);
  const picker = page.locator('.form-card, .composer').first().locator('input[type=file]');
  await picker.waitFor();
  const hint = page.locator('.fw-upload .fw-help');
  await expect
    .poll(() => hint.textContent())
    .toBe(
      'Pictures, CSV · at most 1.5 kB each · at most 2 files · Files are not kept in drafts or history.',
    );
  await picker.setInputFiles([
    { name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('x') },
    { name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('x') },
    { name: 'nothing', mimeType: '', buffer: Buffer.from('x') },
    createFile('large.png', 'x'.repeat(2048)),
    createFile('closely.png', 'x'.repeat(1537)),
    createFile('a.png', 'x'.repeat(1536)),
    createFile('e\u202Egnp.csv', ''),
    createFile('c.png', 'x'),
  ]);
  const refusals = page.locator('.fw-upload .fw-error');
  await expect
    .poll(() => refusals.allTextContents())
    .toEqual([
      '“x.zip” was not added: this field takes only pictures and CSV.',
      '“x.zip” was not added: this field takes only pictures and CSV.',
      '“nothing” was not added: this field takes only pictures and CSV.',
      '“large.png” was not added: it has 2 kB, and a file may have at most 1.5 kB.',
      '“closely.png” was not added: it has 1,537 bytes, and a file may have at most 1,536 bytes.',
      '“c.png” was not added: at most 2 files go along.',
    ]);
  const items = page.locator('.fw-upload li bdi');
  await expect.poll(() => items.allTextContents()).toEqual(['a.png', 'e[U+202E]gnp.csv']);
  expect(await listViolations(page)).toEqual([]);
  await page.locator('.composer button[type=submit]').click();
  await page.locator('.fw-result').waitFor();
  await expect.poll(() => page.locator('.fw-result').textContent()).toContain('a.png image/png');
  expect(app.errors).toEqual([]);
  await app.leave(page);
});

test('files are dropped, those picked meanwhile stay, and what is sent at once has them all', async () => {
  const { url } = await startServer(agent);
  const page = await app.open(`#agent=${encodeURIComponent(url)}&skill=look`);
  const files = page.locator('.composer .fw-upload');
  await files.waitFor();
  const place = page.url();
  // The browser would open a file that is dropped beside the field and leave the page.
  const isHeld = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'lost.csv', { type: 'text/csv' }));
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(drop);
  });
  expect(isHeld).toBe(true);
  await files.evaluate((element) => {
    for (const name of ['a.csv', 'b.csv']) {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([name], name, { type: 'text/csv' }));
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      element.dispatchEvent(drop);
    }
    // The button is pressed before the files have been read.
    document.querySelector<HTMLButtonElement>('.composer button[type=submit]')?.click();
  });
  await page.locator('.fw-result').waitFor();
  await expect
    .poll(() => page.locator('.fw-result').textContent())
    .toContain('a.csv text/csv a.csv, b.csv text/csv b.csv');
  expect(page.url()).toContain(place.slice(0, place.indexOf('#')));
  await app.leave(page);
});
