import type { TaskEngine } from '../engine/task-engine.ts';
import type { Runner } from '../runner/create-runner.ts';

/** Options of {@link deleteTask}. */
export interface DeleteTaskOptions {
  readonly engine: TaskEngine;
  /** Of this process: if it runs the task, its handler is told to stop at once. */
  readonly runner?: Pick<Runner, 'notice'>;
}

/**
 * Forgets a task with everything about it, whosever it is and whatever its state. False when there
 * is no such task. Its streams end, whoever waits for it is told that it is not there, and its
 * handler's signal aborts, in every process that uses the engine.
 *
 * For operators: MUST NOT be called on behalf of a caller, because it asks for nobody's principal.
 */
export async function deleteTask(
  taskId: string,
  { engine, runner }: DeleteTaskOptions,
): Promise<boolean> {
  if (typeof taskId !== 'string') {
    throw new TypeError(
      `Cannot delete a task as its id must be a string: current value is ${typeof taskId}`,
    );
  }
  const scope = await engine.findScope(taskId);
  if (scope === undefined || !(await engine.delete(scope, taskId))) return false;
  await runner?.notice(taskId);
  return true;
}
