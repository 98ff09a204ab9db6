import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import {
  removeForgottenCaches,
  tidyCompileCache,
  toCompileCache,
} from './test/src/support/compile-cache.ts';
import { TEST_LIMIT, WAIT_LIMIT } from './test/src/support/limits.ts';
import { LongFirst } from './test/src/support/long-first.ts';
import { RunLog } from './test/src/support/run-log.ts';
import { RunWatch } from './test/src/support/run-watch.ts';

// Workers and the programs that tests start load the same modules again and again: compiled once.
if (process.env['NODE_COMPILE_CACHE'] === undefined) {
  removeForgottenCaches();
  tidyCompileCache(toCompileCache());
  process.env['NODE_COMPILE_CACHE'] = toCompileCache();
}

// Engines write thousands of small files and wait for the disk each time, which nothing but a power cut
// could tell from a file system in memory. Faults are tried on the disk.
process.env['FORMWORK_TEST_FILES'] ??= hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

// What several workers need built is built once in a run, and lies here meanwhile.
const builds = mkdtempSync(join(tmpdir(), 'formwork-builds-'));
process.env['FORMWORK_TEST_BUILDS'] = builds;
process.once('exit', () => rmSync(builds, { recursive: true, force: true }));

/** True for a folder whose file system has a gigabyte left. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2 ** 30;
}

/** Where `.ci/run` wants to read what happened, even if the run is killed. */
const log = process.env['FORMWORK_TEST_LOG'];
const watch = new RunWatch({ mark: ['FORMWORK_TEST_BUILDS', builds] });

/**
 * Tests that run among few: what the first of them breaks takes time limits to mend, so it needs
 * processors, and the others mostly wait.
 */
const AMONG_FEW = [
  'test/src/faults/replicas.test.ts',
  'test/src/faults/database-away.test.ts',
  'test/src/faults/versions.test.ts',
];

export default defineConfig({
  test: {
    // Node loads the modules by itself, as for users. That takes half of the time, because nothing else
    // transforms each module, and what Node has compiled is cached.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'test/src/**/*.test.ts'],
          exclude: AMONG_FEW,
          // Some tests wait, for processes or time limits, so a machine with two processors has two
          // workers for each. With more of them, every module is loaded and compiled more often, and
          // as many browsers run.
          maxWorkers: Math.max(4, availableParallelism()),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'among few',
          include: AMONG_FEW,
          maxWorkers: AMONG_FEW.length,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // The programs that tests start are bundles; a database is shared.
    globalSetup: [
      'scripts/bundle-packages.js',
      'test/src/support/test-engine.ts',
      'test/src/support/built-pages.ts',
    ],
    setupFiles: ['test/src/support/originals.ts', 'test/src/support/failed-pages.ts'],
    testTimeout: TEST_LIMIT,
    hookTimeout: TEST_LIMIT,
    expect: { poll: { timeout: WAIT_LIMIT } },
    // One after another, files share a process and the modules that it has loaded; what a file changes
    // it must put back.
    isolate: false,
    // Threads on which V8 would collect and compile beside the tests would only take turns with them;
    // and with little room for new objects it collects so often that a twentieth of the time is lost.
    // As much again goes where it looks through all objects while the heap is small, or while tests wait.
    execArgv: [
      '--conditions=@formwork/source',
      `--import=${new URL('./test/src/support/jsx-modules.ts', import.meta.url).href}`,
      '--v8-pool-size=1',
      '--min-semi-space-size=16',
      '--max-semi-space-size=32',
      '--initial-heap-size=512',
      '--no-memory-reducer',
    ],
    sequence: { sequencer: LongFirst },
    reporters: ['default', watch, ...(log === undefined ? [] : [new RunLog(log)])],
  },
});
