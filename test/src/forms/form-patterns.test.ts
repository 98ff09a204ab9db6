import type { JsonSchema } from '@formwork/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHoldupMeter } from './attacks/page-holdup.ts';
import { draw, openFormPages, type FormPages } from './open-page.ts';

const EVIL = '^(a+)+$';
/** A text on which the engine of a browser takes endless time for the pattern `EVIL`. */
const EVIL_TEXT = `${'a'.repeat(40)}!`;

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open({ isAlone: true });
});
afterAll(() => pages.close());

function toGroup(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties };
}

/** Draws a form and waits until its worker has started, which may take time on a busy machine. */
async function drawWithWorker(schema: JsonSchema, initialData?: {}): Promise<void> {
  const started = page.workers().length > 0 ? undefined : page.waitForEvent('worker');
  await draw(page, { schema, ...(initialData === undefined ? {} : { initialData }) });
  await started;
  // A stopped worker may still be listed, and ends during the call.
  await expect
    .poll(() =>
      page
        .workers()
        .at(-1)
        ?.evaluate(() => 'runs')
        .catch(String),
    )
    .toBe('runs');
}

/** Expects that patterns hold up the worker alone, and never the page. */
async function expectNoFreeze(run: () => Promise<void>): Promise<void> {
  await (await openHoldupMeter(page)).expectShort(run);
}

async function send(): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click();
}

async function readSent(): Promise<readonly unknown[]> {
  return page.evaluate(() => window.sent);
}

test('patterns that people write are told at their fields in the words of core', async () => {
  const code = { type: 'string', title: 'Code', pattern: '^[A-Z]{3}$' };
  const schema = { ...toGroup({ code, n: { type: 'integer', title: 'N' } }), required: ['n'] };
  await drawWithWorker(schema);
  await page.getByLabel('Code').fill('abc');
  await send();
  const summary = page.locator('[data-fw-summary]');
  await summary.waitFor();
  expect(await summary.getByRole('listitem').allTextContents()).toEqual([
    'Code must have the right form, such as AAA',
    'Enter the N',
  ]);
  expect(await page.getByLabel('Code').getAttribute('aria-invalid')).toBe('true');
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-fw-summary'))).toBe(
    true,
  );
  await page.getByLabel('Code').fill('ABC');
  await page.getByLabel(/^N\b/u).fill('1');
  await send();
  await expect.poll(readSent).toEqual([{ code: 'ABC', n: 1 }]);
});

test('a pattern that explodes elsewhere is checked like any other', async () => {
  const schema = toGroup({
    a: { type: 'string', pattern: EVIL, title: 'Alpha' },
    n: { type: 'integer', maximum: 3, title: 'N' },
  });
  await expectNoFreeze(async () => {
    await drawWithWorker(schema, { a: EVIL_TEXT, n: 4 });
    await send();
    const summary = page.locator('[data-fw-summary]');
    await summary.waitFor();
    expect(await summary.getByRole('listitem').allTextContents()).toEqual([
      'Alpha must have the right form, such as a',
      'N must be at most 3',
    ]);
    expect(await readSent()).toEqual([]);
  });
});

test('a default that a pattern in an alternative explodes on does not stop the drawing', async () => {
  const alternative = (kind: string): JsonSchema => ({
    ...toGroup({
      kind: { const: kind },
      a: { type: 'string', pattern: EVIL, default: EVIL_TEXT, title: `Text ${kind}` },
    }),
    required: ['kind', 'a'],
  });
  const schema = { type: 'object', oneOf: [alternative('x'), alternative('y')] };
  await expectNoFreeze(async () => {
    await drawWithWorker(schema, { kind: 'y', a: EVIL_TEXT });
    expect(await page.getByLabel('Text y').inputValue()).toBe(EVIL_TEXT);
    await drawWithWorker(schema);
    expect(await page.getByLabel('Text x').inputValue()).toBe(EVIL_TEXT);
    await send();
    await page.locator('[data-fw-summary]').waitFor();
    expect(await readSent()).toEqual([]);
  });
});

test('patterns of names run in the worker as well', async () => {
  const schema = {
    type: 'object',
    propertyNames: { pattern: '^[a-z]+$' },
    patternProperties: { '^x': { type: 'integer' } },
    additionalProperties: false,
  };
  await drawWithWorker(schema, { xa: 'no' });
  await send();
  await page.locator('[data-fw-summary]').waitFor();
  expect(await page.locator('[data-fw-summary] li').textContent()).toContain(
    'enter a whole number',
  );
  await drawWithWorker({ ...schema, propertyNames: { pattern: EVIL } }, { [`x${EVIL_TEXT}`]: 1 });
  await send();
  await page.locator('[data-fw-summary]').waitFor();
  await drawWithWorker({ type: 'object', patternProperties: { [EVIL]: true } }, { [EVIL_TEXT]: 1 });
  await send();
  await expect.poll(readSent).toEqual([{ [EVIL_TEXT]: 1 }]);
});

test('who types on while the form is checked sends what they typed', async () => {
  const a = { type: 'string', pattern: EVIL, title: 'A' };
  await drawWithWorker(toGroup({ a, b: { type: 'string', title: 'B' } }), { a: 'aaa' });
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('button[type=submit]')?.click();
    document.querySelector<HTMLElement>('button[type=submit]')?.click();
    document.querySelectorAll('input')[1]?.focus();
    document.execCommand('insertText', false, 'more');
  });
  await expect.poll(readSent).toEqual([{ a: 'aaa', b: 'more' }]);
});

test('without a worker patterns are not run, and that is said', async () => {
  const strict = await openFormPages({
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'none'",
  });
  try {
    page = await strict.open();
    const schema = toGroup({
      a: { type: 'string', pattern: EVIL, title: 'A' },
      b: { type: 'string', pattern: '^b$', title: 'B' },
    });
    await expectNoFreeze(async () => {
      await draw(page, { schema, initialData: { a: EVIL_TEXT, b: 'c' } });
      await send();
      await expect.poll(readSent).toEqual([{ a: EVIL_TEXT, b: 'c' }]);
      expect(await page.locator('[data-fw-unchecked]').textContent()).toBe(
        'A and B could not be checked here; the agent checks it.',
      );
    });
  } finally {
    await strict.close();
  }
});
