import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listViolationsInBoth } from '../support/list-violations.ts';
import { openFormPages, type FormPages } from './open-page.ts';
import { beginTask, say, waitForSending, type EventName } from './task-pages.ts';

let pages: FormPages;
beforeAll(async () => {
  pages = await openFormPages({ folder: 'task-page' });
});
afterAll(() => pages.close());

/**
 * For each state, the events that lead to it, and a selector for an element that then appears. The
 * tasks of the last three keep waiting.
 */
const STATES: readonly (readonly [readonly EventName[], string])[] = [
  [['working', 'form'], '.fw-task-question input'],
  [['text'], '.fw-task-question textarea'],
  [['refusedForm'], '.fw-task-refused'],
  [['consent'], '.fw-task-address'],
  [['working', 'result'], '.fw-result table'],
  [['working', 'concluded'], '.fw-task-end .fw-task-said'],
  [['mismatch'], '.fw-result'],
  [['piece', 'ended'], '.fw-task-end'],
  [['rows', 'ended'], '.fw-task-rows table'],
  [['failed'], '.fw-task-end'],
  [['begun'], '.fw-result[aria-busy=true]'],
  [['working', 'piece'], 'progress[value]'],
  [['working', 'piece', 'lost'], '[data-fw-state=reconnecting]'],
  [['others'], '.fw-task-question .fw-task-sent'],
  [[], '[data-fw-state=sending]'],
];

const SHOTS = process.env['FORMWORK_SHOTS'];

describe('in the light and the dark', () => {
  test.each(['en', 'ar'] as const)(
    'axe finds nothing in a thread with every state, and nothing is too wide: %s',
    async (language) => {
      const { page, errors } = await beginTask(pages, { language });
      for (const [index, [events, selector]] of STATES.entries()) {
        if (index > 0) await page.evaluate(() => window.sendAgain());
        const task = page.locator('.fw-task').nth(index);
        await waitForSending(page, index + 1);
        await say(page, ...events);
        await task.locator(selector).first().waitFor();
      }
      // A question for other people says whom it waits for, and offers no answer. The task that lost
      // its connection may have got the question as well, because it reads it again.
      const index = STATES.findIndex(([events]) => events[0] === 'others');
      const others = page.locator('.fw-task').nth(index);
      expect(await others.locator('input, textarea, form, .fw-primary').count()).toBe(0);
      const told = await others.locator('.fw-task-question').innerText();
      for (const text of ['1,204', 'approver', 'lee', 'kim', '2027']) expect(told).toContain(text);
      expect(await listViolationsInBoth(page)).toEqual([]);
      if (SHOTS !== undefined) {
        await page.screenshot({ path: `${SHOTS}/${language}.png`, fullPage: true });
      }
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await listViolationsInBoth(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      if (SHOTS !== undefined) {
        const path = `${SHOTS}/${language}-320.png`;
        await page.screenshot({ path, fullPage: true });
      }
      expect(errors).toEqual([]);
      await pages.leave(page);
    },
  );
});
