import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolationsInBoth } from '../../support/list-violations.ts';
import { measureBars } from '../../support/measure-bars.ts';
import { readSeed } from '../../support/read-seed.ts';
import { repetitions } from '../../support/repetitions.ts';
import { shareBrowser } from '../../support/share-browser.ts';
import { fitsWidth } from '../open-app.ts';
import { openWorlds, type Worlds } from './open-worlds.ts';

/** The views of a window of 1280 x 1024 pixels at 100, 200 and 400 %. */
const VIEWS = [
  { width: 1280, height: 1024 },
  { width: 640, height: 512 },
  { width: 320, height: 256 },
] as const;
const [WHOLE] = VIEWS;

/** The ways through all states of all pages, each with the number of its states. */
const STATES = {
  Begin: 8,
  Forms: 10,
  Dialogs: 5,
  Tasks: 10,
  Inbox: 8,
  History: 6,
  'Public forms': 5,
  Console: 9,
} as const;

const WALKS = Object.keys(STATES).flatMap((title) => [
  { title, locale: 'en-GB' },
  { title, locale: 'ar' },
]);

const SEED = readSeed();

const IS_WHOLE = repetitions(WALKS.length) === WALKS.length;

/** The ways that cost little: their pages are drawn in a second or two. */
const LIGHT = WALKS.filter(({ title }) =>
  ['Begin', 'Dialogs', 'Console', 'Public forms'].includes(title),
);

/**
 * The walks of this run: all of them, or one that costs little, which its seed chooses. Then each
 * state is judged in one view.
 */
const TAKEN = IS_WHOLE ? WALKS : LIGHT.filter((_walk, at) => at === SEED % LIGHT.length);

let worlds: Worlds;
beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

test('there are at least sixty states', () => {
  expect(worlds.journeys.map(({ title }) => title)).toEqual(Object.keys(STATES));
  const counts: readonly number[] = Object.values(STATES);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(60);
});

test.each(TAKEN)(
  'at 100, 200 and 400 %, in light and dark, axe finds nothing, nothing is too wide, and bars leave two thirds: $title, $locale',
  async ({ title, locale }) => {
    const browser = await shareBrowser();
    const context = await browser.newContext({ locale, viewport: WHOLE, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const faults: string[] = [];
    let count = 0;
    try {
      await worlds.journeys
        .find((journey) => journey.title === title)
        ?.go(page, async (state) => {
          count += 1;
          // The pointer would stay over whatever was pressed last.
          await page.mouse.move(0, 0);
          const views = VIEWS.filter(
            (_view, at) => IS_WHOLE || at === (SEED + count) % VIEWS.length,
          );
          faults.push(...(await judge(page, state, views)).map((fault) => `${state}, ${fault}`));
        });
    } finally {
      await context.close();
      await browser.close();
    }
    expect(faults).toEqual([]);
    expect(count).toBe(STATES[title as keyof typeof STATES]);
  },
);

async function judge(
  page: Page,
  state: string,
  views: readonly (typeof VIEWS)[number][],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const view of views) {
    await page.setViewportSize(view);
    const found = (await listViolationsInBoth(page)).filter((fault) => !isCovered(fault, state));
    await page.emulateMedia({ colorScheme: 'light' });
    if (!(await fitsWidth(page))) found.push('it scrolls sideways');
    const share = view === WHOLE ? 0 : await measureBars(page);
    if (share > 1 / 3) found.push(`bars cover ${Math.round(share * 100)} % of the height`);
    faults.push(...found.map((fault) => `${view.width} pixels: ${fault}`));
  }
  await page.setViewportSize(WHOLE);
  return faults;
}

/**
 * True for a field or button of the page that is thought too small because an open menu covers a
 * part of it: the first press beside a menu folds it. The buttons of menus have other classes.
 */
function isCovered(fault: string, state: string): boolean {
  const isOfPage = /^target-size: <(?:input|button type="button" class="fw-button )[^|]*$/u;
  return state.startsWith('menu of ') && isOfPage.test(fault);
}
