import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { isInterruptedState, isTerminalState } from '../engine/task-event.ts';
import { isSmall } from './is-small.ts';

/** Options of {@link findStart}. */
export interface StartOptions {
  readonly engine: Pick<TaskEngine, 'get'>;
  /** Settles when the run is over. */
  readonly run: Promise<void>;
}

/**
 * Where the stream of a new task that runs here begins: at its end, if that comes at once and nothing
 * happened in between that a stream would tell and the task does not. Then the task is all there is
 * to send, if it is small: three more events, which say nothing more, would cost both sides more than
 * the rest of such a call.
 *
 * Otherwise at its first event, however far the run is by now: progress would be lost in the task as
 * it is, and readers refuse a first event that is large, as they know nothing of the task before it.
 * Waits for nothing but one turn of the event loop.
 */
export async function findStart(
  first: TaskSnapshot,
  { engine, run }: StartOptions,
): Promise<TaskSnapshot> {
  if (isPlainEnd(first)) return first;
  const start = toStart(first);
  const settled = run.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([settled, nextTurn(false)]))) return start;
  const end = await engine.get(first.scope, first.id);
  return end !== undefined && isPlainEnd(end) ? end : start;
}

function isPlainEnd({ state, seq, artifacts }: TaskSnapshot): boolean {
  const isEnd = isTerminalState(state) || isInterruptedState(state);
  // Submitted, working, one entry for each artifact, the end: progress, pieces of artifacts and what
  // is remembered would be entries of their own.
  return isEnd && seq === 3 + artifacts.length && isSmall(artifacts);
}

/** The task as its first event left it. */
function toStart(task: TaskSnapshot): TaskSnapshot {
  const { id, scope, contextId, createdAt, history, metadata, invocation } = task;
  return {
    id,
    scope,
    contextId,
    seq: 1,
    state: 'submitted',
    statusTimestamp: createdAt,
    createdAt,
    artifacts: [],
    history: history.slice(0, 1),
    metadata,
    invocation,
  };
}
