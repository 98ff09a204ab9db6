import { tmpdir } from 'node:os';
import { test } from 'vitest';
import { runProgram } from '../support/run-program.ts';
import { followTests } from '../support/test-end.ts';

// Each test starts a process that measures its own memory.
followTests();

interface Reading {
  readonly tasks: number;
  readonly questions: number;
  readonly heap: number;
}

/**
 * The folder for task files, perhaps in memory, because this test would wait for a real disk at
 * each write.
 */
const FILES = process.env['FORMWORK_TEST_FILES'] ?? tmpdir();

/**
 * The most bytes that one finished task may leave on the heap. A leaked snapshot takes thousands of
 * bytes; without leaks, a few dozen are measured.
 */
const TOLERANCE = 400;

/**
 * The same limit before a full garbage collection, when recent snapshots are still on the heap. A
 * leaked run takes thousands of bytes more.
 */
const YOUNG_TOLERANCE = 4_500;
const YOUNG_COUNTS = Array.from({ length: 10 }, (_, index) => 2500 + 500 * index);

test.concurrent.for([
  { engine: 'sqlite', tasks: [2000, 7000], young: YOUNG_COUNTS },
  { engine: 'memory', tasks: [2000, 6000], young: [] },
])(
  'the heap does not grow with finished tasks and abandoned questions: $engine engine',
  async ({ engine, tasks, young }, { expect }) => {
    const program = runProgram('test/bench/memory.ts', {
      TMPDIR: FILES,
      ENGINE: engine,
      TASKS: tasks.join(','),
      YOUNG: young.length > 0 ? young.join(',') : undefined,
      QUESTIONS: '1200,3200',
      JSON: '1',
    });
    expect(await program.exit).toBe(0);
    const found = JSON.parse(program.output()) as {
      readonly full: readonly Reading[];
      readonly young: readonly Reading[];
    };
    const [begun = 0, done = 0] = tasks;
    expect(found.full.map((reading) => [reading.tasks, reading.questions])).toEqual([
      [begun, 0],
      [done, 0],
      [done, 1200],
      [done, 3200],
    ]);
    const [few = 0, many = 0, asked = 0, askedMore = 0] = found.full.map(({ heap }) => heap);
    expect((many - few) / (done - begun)).toBeLessThan(TOLERANCE);
    expect((askedMore - asked) / 2000).toBeLessThan(TOLERANCE);

    expect(found.young.map((reading) => reading.tasks)).toEqual(young);
    if (young.length === 0) return;
    const heaps = found.young.map(({ heap }) => heap);
    const grown = heaps.slice(1).map((heap, index) => (heap - (heaps[index] ?? 0)) / 500);
    // A full collection only lowers a value, and happens rarely, so the third largest value counts.
    expect(grown.toSorted((a, b) => b - a)[2]).toBeLessThan(YOUNG_TOLERANCE);
  },
);
