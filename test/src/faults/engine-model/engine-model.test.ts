import { createMemoryEngine } from '@formwork/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSeed } from '../../support/read-seed.ts';
import { repetitions } from '../../support/repetitions.ts';
import { isEngineRemote } from '../../support/test-engine.ts';
import { BROKEN_ENGINES } from './broken-engines.ts';
import { checkLanes } from './check-lanes.ts';
import { createLane, openLanes } from './lane.ts';

/** The number of random command sequences; nightly runs may set more. */
const WHOLE = isEngineRemote ? 300 : 600;
const RUNS = Number(process.env['FORMWORK_MODEL_RUNS'] ?? repetitions(WHOLE, WHOLE / 4));

/**
 * The outcomes that random calls must reach, because a comparison that never reaches them proves
 * little.
 */
const OUTCOMES = [
  'create created true',
  'create created false',
  'create TypeError',
  'append some',
  'append LeaseLostError',
  'append TypeError',
  'keepMemo true',
  'keepMemo false',
  'claim some',
  'claim none',
  'renew lost true cancel false',
  'renew lost false cancel true',
  'release undefined',
  'reply accepted',
  'reply repeated',
  'reply stale',
  'reply not-found',
  'reply TypeError',
  'cancel canceled',
  'cancel requested',
  'cancel terminal',
  'cancel not-found',
  'delete true',
  'delete false',
  'prune some',
  'prune none',
  'list some',
  'get some',
  'get undefined',
  'read some',
  'read none',
];

test(`engines do what the reference does, ${RUNS} times`, async () => {
  const seed = readSeed();
  const { details } = await checkLanes({ open: openLanes, seed, numRuns: RUNS });
  if (details.failed) {
    throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
  }
  expect(details.numRuns).toBe(RUNS);
});

// The seed is fixed, because some outcomes are too rare for every run.
test('the random calls come by every outcome', async () => {
  const { outcomes } = await checkLanes({
    open: (now) => [createLane('memory', createMemoryEngine({ now }))],
    seed: 5,
    numRuns: 300,
  });
  expect([...outcomes]).toEqual(expect.arrayContaining(OUTCOMES));
});

test.each(BROKEN_ENGINES)(
  'the model finds an engine that $fault, and says how in a few calls',
  async ({ create }) => {
    const { details } = await checkLanes({
      open: (now) => [createLane('broken', create(now))],
      seed: 3,
      numRuns: 2_000,
    });
    expect(details, `seed ${details.seed}`).toHaveProperty('failed', true);
    const [shrunk] = details.counterexample as readonly [Iterable<unknown>];
    expect([...shrunk].length).toBeLessThanOrEqual(10);
  },
);
