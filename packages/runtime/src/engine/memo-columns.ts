import type { Memo } from './task-event.ts';

type MemoList = readonly (Memo | undefined)[];

interface Growing {
  readonly keys: (string | undefined)[];
  readonly values: unknown[];
}

/**
 * The number of memos from which columns are kept with a snapshot. Those of fewer memos are made for
 * each run.
 */
const MIN_KEPT = 64;

/** The columns of lists of memos. Lists of one task share them, and each knows its own length. */
const columnsByList = new WeakMap<MemoList, Growing>();

/** Returns the columns of a list of memos. Positions after the end of the list have no meaning. */
export function readColumns(memos: MemoList): {
  readonly keys: readonly (string | undefined)[];
  readonly values: readonly unknown[];
} {
  return columnsByList.get(memos) ?? createColumns(memos);
}

/**
 * Keeps the columns of a list of memos that continues an earlier list of the same task, at the cost
 * of the memos that are new. `added` are the memos by which the lists differ.
 */
export function keepColumns(
  memos: MemoList,
  { before, added }: { readonly before: MemoList; readonly added: readonly Memo[] },
): void {
  if (memos.length < MIN_KEPT) return;
  const columns = columnsByList.get(before);
  // Columns that another list has already continued stay as they are, and so do those of a list in
  // which a memo has been replaced.
  const continues =
    columns?.keys.length === before.length &&
    added.every(({ position }, index) => position === before.length + index);
  if (columns === undefined || !continues) {
    columnsByList.set(memos, createColumns(memos));
    return;
  }
  for (const { key, value } of added) {
    columns.keys.push(key);
    columns.values.push(value);
  }
  columnsByList.set(memos, columns);
}

function createColumns(memos: MemoList): Growing {
  return { keys: memos.map((memo) => memo?.key), values: memos.map((memo) => memo?.value) };
}
