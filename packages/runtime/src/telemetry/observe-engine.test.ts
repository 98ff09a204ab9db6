import { createMemoryMetrics, openTelemetry } from '@formwork/telemetry';
import { expect, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { StateCounts, TaskEngine } from '../engine/task-engine.ts';
import { observeEngine } from './observe-engine.ts';

test('an observed engine may be a class with private fields and inherited methods', async () => {
  class Counting {
    readonly #counts: StateCounts = { completed: 3 };

    countStates(): Promise<StateCounts> {
      return Promise.resolve(this.#counts);
    }
  }
  class Engine extends Counting {
    readonly archive = undefined;
    readonly #now = 7;

    now(): Promise<number> {
      return Promise.resolve(this.#now);
    }
  }
  const telemetry = openTelemetry(createMemoryMetrics());
  if (telemetry === undefined) throw new Error('Metrics always has a telemetry.');
  const observed = observeEngine(new Engine() as unknown as TaskEngine, telemetry);
  expect(await observed.countStates()).toEqual({ completed: 3 });
  expect(await observed.now?.()).toBe(7);
});

test('an observed engine has every member of its engine', async () => {
  const engine = createMemoryEngine();
  const telemetry = openTelemetry(createMemoryMetrics());
  if (telemetry === undefined) throw new Error('Metrics always has a telemetry.');
  expect(Object.keys(observeEngine(engine, telemetry))).toEqual(
    expect.arrayContaining(Object.keys(engine)),
  );
  await engine.close();
});
