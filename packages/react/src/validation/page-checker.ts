import { createWorkerChecker, type WorkerChecker } from './worker-checker.ts';

/** The checker that runs patterns in a worker for all forms of this page. */
export const pageChecker: WorkerChecker = /* #__PURE__ */ createWorkerChecker(
  // Written in the form that bundlers recognize as a worker.
  () => new Worker(new URL('./pattern-worker.js', import.meta.url), { type: 'module' }),
);
