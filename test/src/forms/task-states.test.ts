import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFormPages, type FormPages } from './open-page.ts';
import { beginTask, say, type EventName } from './task-pages.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let pages: FormPages;
beforeAll(async () => {
  pages = await openFormPages({ folder: 'task-page' });
}, 60_000);
afterAll(() => pages.close());

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
      const { page, errors } = await beginTask(pages, { language }, { colorScheme });
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
