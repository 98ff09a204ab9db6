import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { isInterruptedState, isTerminalState } from '../engine/task-state.ts';
import { isSmall } from './is-small.ts';

/** Options of {@link findPlainEnd}. */
export interface PlainEndOptions {
  readonly engine: Pick<TaskEngine, 'get'>;
  /** Settles when the run is over, if it runs in this process. */
  readonly run: Promise<void> | undefined;
}

/**
 * A new task at its end, if that comes at once and nothing happened in between that a stream would
 * tell and the task does not: then the task is all there is to send, if it is small. Three more events, which say
 * nothing more, would cost both sides more than the rest of such a call.
 *
 * `undefined` for any other task. Waits for nothing but one turn of the event loop.
 */
export async function findPlainEnd(
  { id, scope, seq }: TaskSnapshot,
  { engine, run }: PlainEndOptions,
): Promise<TaskSnapshot | undefined> {
  if (run === undefined || seq !== 1) return undefined;
  const settled = run.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([settled, nextTurn(false)]))) return undefined;
  const end = await engine.get(scope, id);
  if (end === undefined) return undefined;
  const isEnd = isTerminalState(end.state) || isInterruptedState(end.state);
  // Submitted, working, one entry for each artifact, the end: progress, pieces of artifacts and what
  // is remembered would be entries of their own.
  const isPlain = isEnd && end.seq === 3 + end.artifacts.length;
  // Readers of streams refuse events that are large, and know nothing of a task before the first.
  return isPlain && isSmall(end.artifacts) ? end : undefined;
}
