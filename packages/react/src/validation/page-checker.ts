import { createWorkerChecker, type WorkerChecker } from './worker-checker.ts';

/** The checker that all forms of this page share; it runs patterns in a worker. */
export const pageChecker: WorkerChecker = /* #__PURE__ */ createWorkerChecker(
  // Bundlers recognize a worker by this form of code.
  () => new Worker(new URL('./pattern-worker.js', import.meta.url), { type: 'module' }),
);
