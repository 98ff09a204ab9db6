import { TaskNotFoundError } from '@a2a-js/sdk/errors';
import type { TaskEngine } from '../engine/task-engine.ts';
import { isInterruptedState, isTerminalState } from '../engine/task-event.ts';
import { isStorageAway, UnavailableError } from '../errors.ts';
import { showId } from '../messages/agent-message.ts';
import type { Runner } from '../runner/runner-options.ts';
import type { Scope } from '../scope.ts';

/** Options of {@link checkProgress}. */
interface ProgressOptions {
  readonly engine: Pick<TaskEngine, 'get'>;
  readonly runner: Pick<Runner, 'findFault'>;
  readonly scope: Scope;
  readonly taskId: string;
}

/**
 * Checks that no storage error keeps a task from going on while a caller waits for it. A task that
 * has ended, or waits for its caller, passes.
 *
 * @throws UnavailableError if a storage error keeps the task from going on
 */
export async function checkProgress({
  engine,
  runner,
  scope,
  taskId,
}: ProgressOptions): Promise<void> {
  const cause = runner.findFault(taskId);
  if (cause === undefined) return;
  const { state } = (await engine.get(scope, taskId)) ?? {};
  if (state === undefined || isTerminalState(state) || isInterruptedState(state)) return;
  throw new UnavailableError({
    cause,
    message: `Cannot tell what came of task ${taskId} because the storage of tasks is out of order. Nothing more of it could be stored. The task itself is stored and is done again once the storage is in order; ask for it later, or send the same message again.`,
  });
}

/**
 * Checks the progress of a task for an open stream, as {@link checkProgress} does. A storage that
 * cannot be reached does not end the stream: it goes on once the storage is back.
 *
 * @throws UnavailableError if a storage error keeps the task from going on
 */
export async function checkStream(options: ProgressOptions): Promise<void> {
  if (isStorageAway(options.runner.findFault(options.taskId))) return;
  try {
    await checkProgress(options);
  } catch (error) {
    if (!isStorageAway(error)) throw error;
  }
}

/** Makes the error for a task that does not exist, or that belongs to another caller. */
export function createTaskNotFound(taskId: string): TaskNotFoundError {
  return new TaskNotFoundError(`Task not found: ${showId(taskId)}`);
}
