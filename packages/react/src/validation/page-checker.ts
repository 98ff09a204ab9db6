import { createWorkerChecker, type WorkerChecker } from './worker-checker.ts';

/** The checker of this page, which all of its forms share. */
export const pageChecker: WorkerChecker = /* #__PURE__ */ createWorkerChecker(
  // Written as bundlers look for it.
  () => new Worker(new URL('./pattern-worker.js', import.meta.url), { type: 'module' }),
);
