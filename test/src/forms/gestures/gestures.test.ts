import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSeed } from '../../support/read-seed.ts';
import { openFormPages, type FormPages } from '../open-page.ts';
import { findDifference } from './find-difference.ts';
import { countDecimals, FAULTS } from './planted-faults.ts';
import { readPublishedShapes } from './published-shapes.ts';
import { FOLDED, FORMS, GROUPS, type GroupShape, LISTS, MAPS, UNIONS } from './shapes.ts';

/** The number of sequences of gestures for each seed; nightly runs raise it to 2,000. */
const USUAL_RUNS = 50;
const RUNS = Number(process.env['FORMWORK_GESTURE_RUNS'] ?? USUAL_RUNS);

const GESTURES = 20;

/** The numbers by which gestures are chosen. */
const CHOSEN = fc.array(fc.nat(), { minLength: 1, maxLength: GESTURES, size: 'max' });

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
});
afterAll(() => pages.close());

/** Two seeds that stay, and one of chance; a seed of a variable replaces them. */
const SEEDS = process.env['FORMWORK_SEED'] === undefined ? [1, 7, readSeed()] : [readSeed()];

/** The most sequences of one test: a run ends if none of its tests has ended for minutes. */
const MOST_RUNS = 250;

const PARTS = SEEDS.flatMap((seed) =>
  Array.from({ length: Math.ceil(RUNS / MOST_RUNS) }, (_part, at) => seed + at),
);

test.each(PARTS)('forms hold, show and send what a person expects (seed %i)', async (seed) => {
  await judge(FORMS, { seed, numRuns: Math.min(RUNS, MOST_RUNS) });
});

test('maps in maps hold, show and send what a person expects', async () => {
  // The default seed finds that an entry forgot an inner one without a name when it was renamed.
  const seed = process.env['FORMWORK_SEED'] === undefined ? 3 : readSeed();
  await judge(MAPS, { seed, numRuns: Math.ceil(Math.min(RUNS, MOST_RUNS) / 4) });
});

test('lists hold, show and send what a person expects', async () => {
  await judge(LISTS, { seed: readSeed(), numRuns: Math.ceil(Math.min(RUNS, MOST_RUNS) / 4) });
});

test('alternatives hold, show and send what a person expects', async () => {
  // The default seed finds that a chosen alternative changed while its data fit another one as well.
  const seed = process.env['FORMWORK_SEED'] === undefined ? 5 : readSeed();
  await judge(UNIONS, { seed, numRuns: Math.ceil(Math.min(RUNS, MOST_RUNS) / 4) });
});

test('forms that fold their groups hold, show and send what a person expects', async () => {
  await judge(FOLDED, { seed: readSeed(), numRuns: Math.ceil(Math.min(RUNS, MOST_RUNS) / 2) });
});

test('forms of published schemas hold, show and send what a person expects', async () => {
  const published = await readPublishedShapes(RUNS > USUAL_RUNS);
  expect(published.length).toBeGreaterThan(250);
  const seed = process.env['FORMWORK_SEED'] === undefined ? 2 : readSeed();
  await judge(fc.constantFrom(...published), {
    seed,
    numRuns: Math.ceil(Math.min(RUNS, MOST_RUNS * 2) / 2),
  });
});

test('each planted fault is a change of one place', () => {
  expect(FAULTS.filter((fault) => countDecimals(fault) !== 1)).toEqual([]);
});

/** How many sequences at most may be needed to find a planted fault; each costs a build of the page. */
const FAULT_RUNS = Number(process.env['FORMWORK_GESTURE_FAULTS'] ?? 0);

test.each(FAULT_RUNS > 0 ? FAULTS : [])('gestures find that $name', async (fault) => {
  const faulty = await openFormPages({ fault });
  try {
    const faultyPage = await faulty.open();
    const usual = fc.oneof({ weight: 3, arbitrary: FORMS }, LISTS, MAPS, UNIONS);
    const special = fault.needsFolded === true ? FOLDED : usual;
    const shapes = fault.needsGroup === true ? GROUPS : special;
    const found = await fc.check(
      fc.asyncProperty(shapes, CHOSEN, async (shape, chosen) => {
        return (await findDifference(faultyPage, shape, chosen)) === undefined;
      }),
      { seed: readSeed(), numRuns: FAULT_RUNS, endOnFailure: true },
    );
    process.stdout.write(`${found.numRuns} sequences: ${fault.name}\n`);
    expect(found.failed).toBe(true);
  } finally {
    await faulty.close();
  }
});

async function judge(
  shapes: fc.Arbitrary<GroupShape>,
  run: { readonly seed: number; readonly numRuns: number },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(shapes, CHOSEN, async (shape, chosen) => {
      const difference = await findDifference(page, shape, chosen);
      if (difference !== undefined) throw new Error(JSON.stringify(difference, null, 1));
    }),
    run,
  );
  expect(run.numRuns).toBeGreaterThan(0);
}
