import { parseTime } from './parse-time.ts';
import type { PruneRequest } from './task-engine.ts';

/** A {@link PruneRequest} with its defaults. */
export interface Pruning {
  /** In milliseconds since 1970; below 0 for no time. */
  readonly before: number;
  readonly keep: number;
  readonly limit: number;
}

const DEFAULT_LIMIT = 1000;

/** Throws `RangeError`. */
export function parsePruneRequest(request: PruneRequest): Pruning {
  const { finishedBefore, keepFinished, limit = DEFAULT_LIMIT } = request;
  return {
    before:
      finishedBefore === undefined
        ? -1
        : parseTime(finishedBefore, 'Cannot prune tasks as finishedBefore'),
    keep:
      keepFinished === undefined
        ? Number.POSITIVE_INFINITY
        : checkCount(keepFinished, 'keepFinished'),
    limit: checkCount(limit, 'limit'),
  };
}

function checkCount(count: number, name: string): number {
  if (!Number.isInteger(count) || count < 0) {
    throw new RangeError(
      `Cannot prune tasks as ${name} must be an integer from 0: current value is ${count}`,
    );
  }
  return count;
}
