import { withExamples } from './example-checker.ts';
import { createWorkerChecker, type WorkerChecker } from './worker-checker.ts';

/** The longest time for what makes examples to start, in milliseconds: it comes over slow networks. */
const EXAMPLES_START = 120_000;

/** The checker that all forms of this page share; it runs patterns in a worker. */
export const pageChecker: WorkerChecker = /* #__PURE__ */ withExamples(
  // Bundlers recognize a worker by this form of code.
  /* #__PURE__ */ createWorkerChecker(
    () => new Worker(new URL('./pattern-worker.js', import.meta.url), { type: 'module' }),
  ),
  () =>
    createWorkerChecker(
      () => new Worker(new URL('./example-worker.js', import.meta.url), { type: 'module' }),
      { startMilliseconds: EXAMPLES_START },
    ),
);
