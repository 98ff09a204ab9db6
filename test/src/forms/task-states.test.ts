import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFormPages, type FormPages } from './open-page.ts';
import type { BeginOptions } from './task-page/main.tsx';
import type { EVENTS } from './task-page/description.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type EventName = keyof typeof EVENTS;

let pages: FormPages;
beforeAll(async () => {
  pages = await openFormPages({ folder: 'task-page' });
}, 60_000);
afterAll(() => pages.close());

async function begin(
  options: BeginOptions = {},
  settings: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
  const page = await pages.open({ viewport: { width: 900, height: 900 }, ...settings });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.evaluate((given) => window.begin(given), options);
  return { page, errors };
}

async function say(page: Page, ...names: readonly EventName[]): Promise<void> {
  await page.evaluate((given) => window.say(...given), [...names]);
}

/** What axe finds, in a form that fits into a failure. */
async function listViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** States by name: what the agent says to get there, and what stands there then. */
const STATES: readonly (readonly [string, readonly EventName[], string])[] = [
  ['sending', [], '[data-fw-state=sending]'],
  ['working', ['working', 'piece'], 'progress[value]'],
  ['reconnecting', ['working', 'lost'], '[data-fw-state=reconnecting]'],
  ['asking-form', ['working', 'form'], '.fw-task-question input'],
  ['asking-text', ['text'], '.fw-task-question textarea'],
  ['refused-form', ['refusedForm'], '.fw-task-refused'],
  ['consent', ['consent'], '.fw-task-address'],
  ['result', ['working', 'result'], '.fw-result table'],
  ['mismatch', ['mismatch'], '.fw-result'],
  ['ended', ['piece', 'ended'], '.fw-task-end'],
  ['failed', ['failed'], '.fw-task-end'],
];

const SHOTS = process.env['FORMWORK_SHOTS'];

describe.each(['light', 'dark'] as const)('in the %s', (colorScheme) => {
  test.each(['en', 'ar'] as const)(
    'axe finds nothing in any state, and nothing is too wide: %s',
    async (language) => {
      const { page, errors } = await begin({ language }, { colorScheme });
      for (const [name, events, selector] of STATES) {
        await page.setViewportSize({ width: 900, height: 900 });
        await page.evaluate((given) => window.begin(given), { language });
        await page.waitForSelector('.fw-task');
        await say(page, ...events);
        await page.waitForSelector(selector);
        expect({ name, found: await listViolations(page) }).toEqual({ name, found: [] });
        if (SHOTS !== undefined) {
          await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}-${language}.png` });
        }
        await page.setViewportSize({ width: 320, height: 640 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect({ name, overflow }).toEqual({ name, overflow: 0 });
        if (SHOTS !== undefined) {
          await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}-${language}-320.png` });
        }
      }
      expect(errors).toEqual([]);
      await page.context().close();
    },
    60_000,
  );
});
