// The entry from which bundlers build the worker that also makes examples of patterns.
import { answerChecks, type WorkerScope } from './answer-checks.ts';
import { addExamples } from './pattern-examples.ts';

// TypeScript has the types of a page here, in which `postMessage` sends to other windows.
const scope: unknown = globalThis;

answerChecks(scope as WorkerScope, addExamples);
