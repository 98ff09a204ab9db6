import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSeed } from '../../support/read-seed.ts';
import { MOST_MS } from '../attacks/page-holdup.ts';
import { openFormPages, type FormPages } from '../open-page.ts';
import { listHostile } from './hostile-schemas.ts';
import { openHostilePage, type HostilePage } from './try-hostile.ts';

/** The number of schemas in a run; `node test/bench/hostile-forms.ts` tries a thousand. */
const COUNT = 32;

let pages: FormPages;
let page: HostilePage;
beforeAll(async () => {
  pages = await openFormPages();
  page = await openHostilePage(pages);
});
afterAll(() => pages.close());

test('whatever vetting admits is drawn, filled and sent without a page that stands still', async () => {
  const seed = readSeed();
  const slow: object[] = [];
  for (const { family, ...trial } of listHostile(seed, COUNT)) {
    const { stalls, errors, end } = await page.attempt(
      { family, ...trial },
      { most: MOST_MS, tries: 5, isPaced: true },
    );
    const isSlow = Math.max(...Object.values(stalls)) >= MOST_MS;
    if (isSlow || errors.length > 0 || end === 'nothing') {
      slow.push({ family, stalls, errors, end });
    }
  }
  expect(slow, `seed ${seed}`).toEqual([]);
});
