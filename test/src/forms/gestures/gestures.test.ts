import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSeed } from '../../support/read-seed.ts';
import { openFormPages, type FormPages } from '../open-page.ts';
import { FormModel } from './form-model.ts';
import { type Act, perform } from './perform.ts';
import { FORMS, type GroupShape, MAPS, toSchema, UNIONS } from './shapes.ts';

/** The number of sequences of gestures for each seed; nightly runs raise it to 2,000. */
const RUNS = Number(process.env['FORMWORK_GESTURE_RUNS'] ?? 50);

const GESTURES = 20;

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
});
afterAll(() => pages.close());

/** Makes gestures, each chosen by a number, and returns the first difference from the model. */
async function findDifference(shape: GroupShape, choices: readonly number[]): Promise<unknown> {
  const model = new FormModel(shape);
  const acts: Act[] = [];
  const expected = [{ data: model.read(), shown: model.show() }];
  for (const choice of choices) {
    const gestures = model.list();
    const gesture = gestures[choice % gestures.length];
    if (gesture === undefined) break;
    gesture.apply();
    acts.push(gesture.act);
    expected.push({ data: model.read(), shown: model.show() });
  }
  const schema = toSchema(shape);
  const { moments, sent, problems } = await perform(page, { schema, example: model.example }, acts);
  for (const [at, moment] of moments.entries()) {
    const wanted = expected[at];
    const isSame =
      moment.fault === '' &&
      isDeepStrictEqual(moment.shown, wanted?.shown) &&
      (moment.data === 'none' || isDeepStrictEqual(toValue(moment.data), wanted?.data));
    if (isSame) continue;
    return {
      schema,
      acts: acts.slice(0, at),
      is: { ...moment, data: toValue(moment.data) },
      wanted,
    };
  }
  const refused = model.problems();
  const isRight =
    refused.length === 0
      ? isDeepStrictEqual(toValue(sent), model.read())
      : sent === 'none' && isDeepStrictEqual(problems, refused);
  if (isRight) return undefined;
  return { schema, acts, is: { sent, problems }, wanted: { data: model.read(), refused } };
}

function toValue(text: string): unknown {
  return text === 'none' || text === 'nothing' ? text : JSON.parse(text);
}

/** Two seeds that stay, and one of chance; a seed of a variable replaces them. */
const SEEDS = process.env['FORMWORK_SEED'] === undefined ? [1, 7, readSeed()] : [readSeed()];

test.each(SEEDS)('forms hold, show and send what a person expects (seed %i)', async (seed) => {
  await judge(FORMS, { seed, numRuns: RUNS });
});

test('maps in maps hold, show and send what a person expects', async () => {
  // The default seed finds that an entry forgot an inner one without a name when it was renamed.
  const seed = process.env['FORMWORK_SEED'] === undefined ? 3 : readSeed();
  await judge(MAPS, { seed, numRuns: Math.ceil(RUNS / 4) });
});

test('alternatives hold, show and send what a person expects', async () => {
  // The default seed finds that a chosen alternative changed while its data fit another one as well.
  const seed = process.env['FORMWORK_SEED'] === undefined ? 5 : readSeed();
  await judge(UNIONS, { seed, numRuns: Math.ceil(RUNS / 4) });
});

async function judge(
  shapes: fc.Arbitrary<GroupShape>,
  run: { readonly seed: number; readonly numRuns: number },
): Promise<void> {
  const choices = fc.array(fc.nat(), { minLength: 1, maxLength: GESTURES, size: 'max' });
  await fc.assert(
    fc.asyncProperty(shapes, choices, async (shape, chosen) => {
      const difference = await findDifference(shape, chosen);
      if (difference !== undefined) throw new Error(JSON.stringify(difference, null, 1));
    }),
    run,
  );
  expect(run.numRuns).toBeGreaterThan(0);
}
