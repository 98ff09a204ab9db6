// The entry from which bundlers build the worker.
import { answerChecks, type WorkerScope } from './answer-checks.ts';

// TypeScript has the types of a page here, in which `postMessage` sends to other windows.
const scope: unknown = globalThis;

answerChecks(scope as WorkerScope);
