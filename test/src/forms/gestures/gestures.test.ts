import type { Json } from '@formwork/schema';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSeed } from '../../support/read-seed.ts';
import { openFormPages, type FormPages } from '../open-page.ts';
import { FormModel, SEND } from './form-model.ts';
import type { Gesture } from './list-gestures.ts';
import { type Act, type Moment, perform } from './perform.ts';
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

/** What a person expects after a gesture. */
interface Expected {
  readonly data: Json;
  readonly shown: Readonly<Record<string, string>>;
  /** The places with a problem. */
  readonly problems: readonly string[];
}

/** Makes gestures, each chosen by a number, and returns the first difference from the model. */
async function findDifference(shape: GroupShape, choices: readonly number[]): Promise<unknown> {
  const model = new FormModel(shape);
  const acts: Act[] = [];
  const look = (): Expected => ({
    data: model.read(),
    shown: model.show(),
    problems: model.problems(),
  });
  const expected = [look()];
  const follow = ({ act, apply }: Gesture): void => {
    apply();
    acts.push(act);
    expected.push(look());
  };
  for (const choice of choices) {
    const gestures = model.list();
    const gesture = gestures[choice % gestures.length];
    if (gesture === undefined) break;
    follow(gesture);
  }
  follow(SEND);
  const schema = toSchema(shape);
  const moments = await perform(page, { schema, example: model.example }, acts);
  for (const [at, moment] of moments.entries()) {
    const wanted = expected[at];
    if (wanted !== undefined && isAsExpected(moment, wanted, acts[at - 1])) continue;
    return {
      schema,
      acts: acts.slice(0, at),
      is: { ...moment, data: toValue(moment.data) },
      wanted,
    };
  }
  return undefined;
}

/** A form that is sent sends all its data, or shows all its problems; later none that is mended. */
function isAsExpected(moment: Moment, wanted: Expected, act: Act | undefined): boolean {
  const { data, sent, listed, marked } = moment;
  const isSame =
    moment.fault === '' &&
    isDeepStrictEqual(moment.shown, wanted.shown) &&
    (data === 'none' || isDeepStrictEqual(toValue(data), wanted.data));
  const isLeft = [...listed, ...marked].every((place) => wanted.problems.includes(place));
  if (act?.do !== 'send') return isSame && isLeft && sent === 'none';
  const isSent = isDeepStrictEqual(
    toValue(sent),
    wanted.problems.length > 0 ? 'none' : wanted.data,
  );
  return isSame && isLeft && isSent && isDeepStrictEqual(listed, wanted.problems);
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
