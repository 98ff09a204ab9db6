import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from 'vitest';
import { PATTERN_DOORS } from './pattern-doors.ts';
import { DOOR_LENGTH, FEWER_STEPS, MAX_STEPS, type PatternWork } from './pattern-work.ts';
import { PATTERN_ATTACKS } from './patterns.ts';

// No pattern blocks a process for long, on whatever machine: its steps are limited, and they are its
// work. V8 counts the work, as runs of each block of code; the bench `patterns.ts` has the times.

let measured: PatternWork;
beforeAll(async () => {
  const worker = new Worker(new URL('./pattern-work.ts', import.meta.url));
  const [message]: PatternWork[] = await once(worker, 'message');
  if (message === undefined) throw new Error('The thread posted nothing');
  measured = message;
  await worker.terminate();
});

/** The most runs of blocks of code for each step. */
const WORK_PER_STEP = 1.5;

/** The work that every evaluation and request has, whatever its texts are. */
const BASE_WORK = 20_000;

test('the steps of a pattern are its work, for each length of a text', () => {
  expect(measured.steps).toHaveLength(PATTERN_ATTACKS.length * 2);
  // Else V8 has counted no blocks.
  expect(Math.max(...measured.steps.map(({ work }) => work))).toBeGreaterThan(FEWER_STEPS / 2);
  const wrong = measured.steps.filter(
    ({ steps, work }) => work > WORK_PER_STEP * steps + BASE_WORK,
  );
  expect(wrong).toEqual([]);
});

/** The most runs of blocks for each character of a text, besides those of its check. */
const WORK_PER_CHARACTER = 100;

test('a text that takes long is checked once at each door', () => {
  expect(measured.doors.map(({ door }) => door)).toEqual(PATTERN_DOORS);
  for (const { once: check } of measured.doors) expect(check).toBeGreaterThan(MAX_STEPS / 2);
  const wrong = measured.doors.filter(
    ({ once: check, work }) =>
      work > 1.1 * check + WORK_PER_CHARACTER * DOOR_LENGTH || work < check / 2,
  );
  expect(wrong).toEqual([]);
});
