// The entry that bundlers build the worker from.
import { answerChecks, type WorkerScope } from './answer-checks.ts';

// The types are those of a page, where messages go to other windows.
const scope: unknown = globalThis;

answerChecks(scope as WorkerScope);
