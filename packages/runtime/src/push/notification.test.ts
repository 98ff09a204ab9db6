import { expect, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { findEarlierAssignment } from '../runner/earlier-assignment.ts';
import { claimDelivery, createLeased, pieceEvent, pushConfig } from '../testing/samples.ts';
import { readNotifications } from './notification.ts';

/** Counts the events that each reading of a log returns. */
function countEvents(engine: TaskEngine): { engine: TaskEngine; counts: number[] } {
  const counts: number[] = [];
  return {
    counts,
    engine: {
      ...engine,
      async read(...query) {
        const entries = await engine.read(...query);
        counts.push(entries.length);
        return entries;
      },
    },
  };
}

test('of large events no more than a few are in memory at once', async () => {
  const { engine, counts } = countEvents(createMemoryEngine());
  const lease = await createLeased(engine, { push: pushConfig('p') });
  const delivery = await claimDelivery(engine);
  for (let piece = 0; piece < 40; piece += 1) {
    await engine.append(lease, [pieceEvent('a', 'x'.repeat(300_000))]);
  }
  let last = 0;
  for await (const { seq } of readNotifications(engine, delivery)) last = seq;
  expect(last).toBe(41);
  expect(Math.max(...counts)).toBe(8);
  expect(counts.slice(1, -1).every((count) => count === 1)).toBe(true);
  counts.length = 0;
  await findEarlierAssignment(engine, { ...lease, question: 1 });
  expect(Math.max(...counts)).toBe(8);
});

test('a delivery tells of a hundred events at most', async () => {
  const engine = createMemoryEngine();
  const lease = await createLeased(engine, { push: pushConfig('p') });
  const delivery = await claimDelivery(engine);
  await engine.append(
    lease,
    Array.from({ length: 150 }, () => pieceEvent('a', 'x')),
  );
  const seqs: number[] = [];
  for await (const { seq } of readNotifications(engine, delivery)) seqs.push(seq);
  expect(seqs).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});
