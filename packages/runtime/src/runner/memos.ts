import type { Memo } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { copyJson } from './copy-json.ts';
import { MemoError } from '../errors.ts';

/** The memos of one run: what is remembered, and where the handler is. */
export interface Memos {
  /**
   * Moves on by one. Returns what is remembered of this place, or the place itself when the handler
   * is there for the first time. Throws `MemoError` when another key is remembered there.
   */
  next(key: string): Memo | { readonly kind: 'new'; readonly position: number };
  /** When the handler has returned: throws `MemoError` when more is remembered than it came to. */
  checkEnd(): void;
}

/** What earlier runs of the task remembered. */
export function createMemos({ memos = [] }: Pick<TaskSnapshot, 'memos'>): Memos {
  let position = 0;
  return {
    next(key) {
      const memo = memos[position];
      position += 1;
      if (memo === undefined) return { kind: 'new', position: position - 1 };
      // A copy: the handler may do with it what it likes, and the next run must find it as it was.
      if (memo.key === key) return { ...memo, value: copyJson(memo.value) };
      throw new MemoError(
        `Cannot resume the task as its step ${position} must be the one it was before ("${memo.key}"): current value is "${key}". The code of the skill has changed, or its steps come in another order.`,
      );
    },
    checkEnd() {
      if (position >= memos.length) return;
      const left = memos.slice(position).find((memo) => memo !== undefined);
      throw new MemoError(
        `Cannot end the task as its handler must come to all ${memos.length} steps and questions it came to before: current value is ${position}, without "${left?.key}". The code of the skill has changed.`,
      );
    },
  };
}
