import type { TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { MemoError } from '../errors/memo-error.ts';

/** A remembered step or answer. */
type Memo = NewTaskEvent & { readonly kind: 'memo' };

/** The memos of one run: what is remembered, and where the handler is. */
export interface Memos {
  /**
   * Moves on by one. Returns what is remembered of this place, or the place itself when the handler
   * is there for the first time. Throws `MemoError` when another key is remembered there.
   */
  next(key: string): Memo | { readonly kind: 'new'; readonly position: number };
}

const PAGE_SIZE = 500;

/** Reads what earlier runs of the task remembered. Costs nothing on a task's first run. */
export async function createMemos(engine: TaskEngine, snapshot: TaskSnapshot): Promise<Memos> {
  const memos = snapshot.seq === 1 ? [] : await readMemos(engine, snapshot);
  let position = 0;
  return {
    next(key) {
      const memo = memos[position];
      position += 1;
      if (memo === undefined) return { kind: 'new', position: position - 1 };
      if (memo.key === key) return memo;
      throw new MemoError(
        `Cannot resume the task as its step ${position} must be the one it was before ("${memo.key}"): current value is "${key}". The code of the skill has changed, or its steps come in another order.`,
      );
    },
  };
}

async function readMemos(engine: TaskEngine, snapshot: TaskSnapshot): Promise<readonly Memo[]> {
  const memos: Memo[] = [];
  let after = 0;
  for (;;) {
    const page = await engine.read(snapshot.scope, snapshot.id, { after, limit: PAGE_SIZE });
    for (const { event } of page) {
      if (event.kind === 'memo') memos[event.position] = event;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return memos;
    after = last.seq;
  }
}
