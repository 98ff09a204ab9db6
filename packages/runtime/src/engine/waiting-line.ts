import type { TaskRecord } from './task-record.ts';

/** The records that wait for a runner, in the order of their turns. */
export interface WaitingLine extends Iterable<TaskRecord> {
  /** The turn of a task of this scope that comes now: see `TaskEngine.claim`. */
  nextTurn(scope: string): number;
  /** Puts a record where its turn says. */
  add(record: TaskRecord): void;
  remove(record: TaskRecord): void;
}

/**
 * Sorted arrays: nearly all come to the end and go from the front, and moving what is in between
 * takes less than looking after a tree until there are very many.
 */
export function createWaitingLine(): WaitingLine {
  const all: TaskRecord[] = [];
  const byScope = new Map<string, TaskRecord[]>();
  const members = new Set<TaskRecord>();

  return {
    nextTurn(scope) {
      const first = all[0]?.turn ?? 0;
      const last = byScope.get(scope)?.at(-1);
      return last === undefined ? first : Math.max(first, last.turn + 1);
    },
    add(record) {
      const own = byScope.get(record.scope) ?? [];
      byScope.set(record.scope, own);
      for (const line of [all, own]) line.splice(findPlace(line, record), 0, record);
      members.add(record);
    },
    remove(record) {
      if (!members.delete(record)) return;
      const own = byScope.get(record.scope) ?? [];
      for (const line of [all, own]) line.splice(findPlace(line, record), 1);
      if (own.length === 0) byScope.delete(record.scope);
    },
    [Symbol.iterator]: () => all[Symbol.iterator](),
  };
}

/** Those with the same turn in the order of their creation. */
export function compareTurns(a: TaskRecord, b: TaskRecord): number {
  return a.turn - b.turn || a.order - b.order;
}

/** Where the record is, or would be. */
function findPlace(line: readonly TaskRecord[], record: TaskRecord): number {
  let [start, end] = [0, line.length];
  // Most come last.
  const last = line.at(-1);
  if (last !== undefined && compareTurns(last, record) < 0) return end;
  while (start < end) {
    const middle = (start + end) >> 1;
    const found = line[middle];
    if (found !== undefined && compareTurns(found, record) < 0) start = middle + 1;
    else end = middle;
  }
  return start;
}
