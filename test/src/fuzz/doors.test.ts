import { expect, onTestFinished, test } from 'vitest';
import { serveAllDoors } from '../support/all-doors.ts';
import { repetitions } from '../support/repetitions.ts';
import { fuzzDoors } from './fuzz-doors.ts';

/**
 * The seed of the random requests, fixed so that a failure can be reproduced; `npm run fuzz` tries
 * more.
 */
const SEED = 20_261_123;
const COUNT = repetitions(4_000);

test('wrong requests to every door are answered in its own words', async () => {
  const doors = await serveAllDoors({ push: { allowAnonymous: true } });
  onTestFinished(doors.close);
  const { sent, findings, statuses } = await fuzzDoors(doors, { seed: SEED, count: COUNT });
  expect(findings).toEqual([]);
  expect(sent).toBe(COUNT);
  expect(statuses.size).toBe(9);
  for (const [door, counts] of statuses) {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    expect({ door, total }).toEqual({
      door,
      total: expect.toSatisfy((count) => count > COUNT / 20),
    });
  }
});
