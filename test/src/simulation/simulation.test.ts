import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { expect, test } from 'vitest';
import { readSeed } from '../support/read-seed.ts';
import { simulate, type Harm, type SimulationOptions } from './simulate.ts';

const SECOND = 1_000;
const NOON = 12 * 3_600 * SECOND;

/** The failures in three simulated minutes: kills, network outages and restarts. */
const HARMS: readonly Harm[] = [
  { at: NOON + 10 * SECOND, kind: 'kill', count: 33, awayMs: 60 * SECOND },
  { at: NOON + 40 * SECOND, kind: 'cut off', count: 10, awayMs: 30 * SECOND },
  { at: NOON + 80 * SECOND, kind: 'database restart', awayMs: 3 * SECOND },
  { at: NOON + 95 * SECOND, kind: 'database restart', awayMs: 30 * SECOND },
  { at: NOON + 140 * SECOND, kind: 'rolling restart', count: 100, awayMs: SECOND },
];

const OPTIONS: Omit<SimulationOptions, 'seed'> = {
  replicas: 100,
  tasksPerDay: 10_000_000,
  from: NOON,
  until: NOON + 200 * SECOND,
  processors: 8,
  costMs: { create: 1, end: 1, claim: 0.3, renew: 1, release: 1, notify: 1 },
  harms: HARMS,
};

test('a hundred replicas lose, repeat and hold up nothing in three bad minutes', async () => {
  const report = await simulate({ ...OPTIONS, seed: readSeed() });
  expect(report).toMatchObject({
    accepted: report.sent,
    ended: report.sent,
    stuck: 0,
    doubled: 0,
    repeated: 0,
  });
  expect(report.sent).toBeGreaterThan(33_000);
  // Every failure has had an effect.
  expect(report.retries).toBeGreaterThan(100);
  expect(report.fenced).toBeGreaterThan(10);
  expect(report.runs).toBeGreaterThan(report.sent + 100);
  expect(report.takeOver.count()).toBeGreaterThan(50);
  // Own clock: that of the simulation.
  expect(report.takeOver.max()).toBeLessThan(15_000);
});

const BROKEN = [
  {
    fault: 'lets every runner write that ever had a lease',
    count: 'doubled',
    change: (engine: TaskEngine): Partial<TaskEngine> => ({
      append: async (lease, events) => engine.append(lease, events).catch(() => 2),
    }),
  },
  {
    fault: 'forgets the keys of messages',
    count: 'repeated',
    change: (engine: TaskEngine): Partial<TaskEngine> => ({
      create(task, claim) {
        const { idempotencyKey: _, ...unnamed } = task;
        return engine.create(unnamed, claim);
      },
    }),
  },
  {
    fault: 'gives tasks of the dead to nobody',
    count: 'stuck',
    change: (): Partial<TaskEngine> => ({ claim: async () => [] }),
  },
] as const;

test.each(BROKEN)('the simulation finds an engine that $fault', async ({ count, change }) => {
  const report = await simulate({
    ...OPTIONS,
    seed: 3,
    // Few tasks show these faults as well as many.
    tasksPerDay: 1_000_000,
    until: NOON + 100 * SECOND,
    createEngine(now) {
      const engine = createMemoryEngine({ now, maxFinishedTasks: 50_000 });
      return { ...engine, ...change(engine) };
    },
  });
  expect(report[count]).toBeGreaterThan(0);
});
