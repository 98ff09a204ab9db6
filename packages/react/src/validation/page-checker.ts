import { withExamples } from './example-checker.ts';
import { createWorkerChecker, type WorkerChecker } from './worker-checker.ts';

/** The time for which a problem with a pattern waits for its example, in milliseconds. */
const PATIENCE = 2000;

/** The checker that all forms of this page share; it runs patterns in a worker. */
export const pageChecker: WorkerChecker = /* #__PURE__ */ withExamples(
  // Bundlers recognize a worker by this form of code.
  /* #__PURE__ */ createWorkerChecker(
    () => new Worker(new URL('./pattern-worker.js', import.meta.url), { type: 'module' }),
  ),
  () =>
    createWorkerChecker(
      () => new Worker(new URL('./example-worker.js', import.meta.url), { type: 'module' }),
      { startMilliseconds: PATIENCE, runMilliseconds: PATIENCE },
    ),
);
