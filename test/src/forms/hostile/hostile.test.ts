import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSeed } from '../../support/read-seed.ts';
import { MOST_MS } from '../attacks/stall-recorder.ts';
import { openFormPages, type FormPages } from '../open-page.ts';
import { listHostile } from './hostile-schemas.ts';
import { openHostilePage, type HostilePage } from './try-hostile.ts';

/** The number of schemas in a run; `node test/bench/hostile-forms.ts` tries a thousand. */
const COUNT = 32;

/**
 * The time in milliseconds from which a page counts as standing still here. The goal is `MOST_MS`,
 * which `node test/bench/hostile-forms.ts` measures; the machine of a test may be half as fast.
 */
const STANDSTILL_MS = 2 * MOST_MS;

let pages: FormPages;
let page: HostilePage;
beforeAll(async () => {
  pages = await openFormPages();
  page = await openHostilePage(pages);
}, 60_000);
afterAll(() => pages.close());

test('whatever vetting admits is drawn, filled and sent without a page that stands still', async () => {
  const seed = readSeed();
  const slow: object[] = [];
  for (const { family, ...trial } of listHostile(seed, COUNT)) {
    const { stalls, errors, end } = await page.attempt(
      { family, ...trial },
      { most: MOST_MS, tries: 5 },
    );
    const isSlow = Math.max(...Object.values(stalls)) >= STANDSTILL_MS;
    if (isSlow || errors.length > 0 || end === 'nothing') {
      slow.push({ family, stalls, errors, end });
    }
  }
  expect(slow, `seed ${seed}`).toEqual([]);
}, 60_000);
