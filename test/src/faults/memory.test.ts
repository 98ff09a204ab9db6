import { tmpdir } from 'node:os';
import { test } from 'vitest';
import { runProgram } from '../support/run-program.ts';
import { followTests } from '../support/test-end.ts';

// Each is a process that does its own counting.
followTests();

interface Reading {
  readonly tasks: number;
  readonly questions: number;
  readonly heap: number;
}

/** Not about the disk, which each change would wait for. */
const FILES = process.env['FORMWORK_TEST_FILES'] ?? tmpdir();

/**
 * What each of thousands of tasks may leave on the heap, in bytes. A snapshot that is not let go
 * of is some thousands; what is seen is a few dozen either way.
 */
const TOLERANCE = 400;

test.concurrent.for(['sqlite', 'memory'])(
  'the heap does not grow with finished tasks and abandoned questions: %s engine',
  { timeout: 60_000 },
  async (engine, { expect }) => {
    const program = runProgram('test/bench/memory.ts', {
      TMPDIR: FILES,
      ENGINE: engine,
      TASKS: '2000,6000',
      QUESTIONS: '1200,3200',
      JSON: '1',
    });
    expect(await program.exit).toBe(0);
    const { readings } = JSON.parse(program.output()) as { readonly readings: readonly Reading[] };
    expect(readings.map(({ tasks, questions }) => [tasks, questions])).toEqual([
      [2000, 0],
      [6000, 0],
      [6000, 1200],
      [6000, 3200],
    ]);
    const [few = 0, many = 0, asked = 0, askedMore = 0] = readings.map(({ heap }) => heap);
    expect((many - few) / 4000).toBeLessThan(TOLERANCE);
    expect((askedMore - asked) / 2000).toBeLessThan(TOLERANCE);
  },
);

/**
 * The same until a full collection, which the snapshots at hand wait for. A run that drags those
 * before it along is some thousands more.
 */
const YOUNG_TOLERANCE = 4_500;

test.concurrent(
  'young collections let go of what a finished task leaves',
  { timeout: 60_000 },
  async ({ expect }) => {
    const program = runProgram('test/bench/memory.ts', {
      TMPDIR: FILES,
      ENGINE: 'sqlite',
      COLLECT: 'young',
      TASKS: '3000,4000,5000,6000,7000',
      QUESTIONS: '0',
      JSON: '1',
    });
    expect(await program.exit).toBe(0);
    const { readings } = JSON.parse(program.output()) as { readonly readings: readonly Reading[] };
    const heaps = readings.slice(0, 5).map(({ heap }) => heap);
    const grown = heaps.slice(1).map((heap, index) => (heap - (heaps[index] ?? 0)) / 1000);
    // A full collection in between only makes it less.
    expect(grown.toSorted((a, b) => a - b)[2]).toBeLessThan(YOUNG_TOLERANCE);
  },
);
