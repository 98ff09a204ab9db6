import { randomUUID } from 'node:crypto';
import type { NewTask, TaskEngine, TaskSummary } from '../engine/task-engine.ts';
import { isInterruptedState, isTerminalState, type TaskStateName } from '../engine/task-event.ts';
import type { IdempotencyKey } from '../idempotency-key.ts';
import { deleteTask, type DeleteTaskOptions } from './forget-tasks.ts';

/** The outcome of a change that an operator has made to a task. */
export type TaskChange =
  /** The task begins its next attempt at once, instead of resting. */
  | { readonly kind: 'woken' }
  /** The message of the task runs again as a new task. */
  | { readonly kind: 'created'; readonly newTaskId: string }
  /** The task was retried before; the new task of that time is named. */
  | { readonly kind: 'repeated'; readonly newTaskId: string }
  | { readonly kind: 'canceled' }
  /** The runner of the task was asked to stop, and will write the end of the task. */
  | { readonly kind: 'requested' }
  | { readonly kind: 'deleted' }
  /** The question of the task was answered, and the task goes on. */
  | { readonly kind: 'answered' }
  /** Nothing was changed. */
  | { readonly kind: 'refused'; readonly why: ChangeRefusal; readonly state: TaskStateName };

/**
 * The reason why a task was not changed: it has completed or ended otherwise, waits for its caller
 * or for a runner, is running, or is no longer there.
 */
export type ChangeRefusal = 'completed' | 'ended' | 'waits' | 'queued' | 'running' | 'gone';

/** Finds a task in any scope; `undefined` if there is none with this id. For operators. */
export async function findTaskSummary(
  engine: Pick<TaskEngine, 'listAll'>,
  taskId: string,
): Promise<TaskSummary | undefined> {
  const { tasks } = await engine.listAll({ taskId, pageSize: 1 });
  return tasks[0];
}

/**
 * Runs a task again. A task that waits after a failed attempt begins the next attempt at once. A
 * task that has failed for good cannot be reopened, so its message runs as a new task; further
 * retries return that same new task.
 */
export async function retryTask(engine: TaskEngine, task: TaskSummary): Promise<TaskChange> {
  const { taskId, scope, state, seq } = task;
  if (await engine.wake(scope, taskId)) return { kind: 'woken' };
  if (!isTerminalState(state) || state === 'completed') return refuse(task, findRefusal(task));
  const origin = await readOrigin(engine, task);
  if (origin === undefined) return refuse(task, 'gone');
  const { contextId, message, metadata, invocation } = origin;
  const id = randomUUID();
  const created = await engine.create({
    id,
    scope,
    contextId,
    message: { ...message, taskId: id },
    metadata,
    invocation,
    // The key makes a second retry return the task that the first one created.
    idempotencyKey: `retry:${taskId}:${seq}` as IdempotencyKey,
  });
  return { kind: created.created ? 'created' : 'repeated', newTaskId: created.taskId };
}

/**
 * Cancels a task. With `force` it ends the task at once, even if the task's runner does not stop.
 */
export async function cancelTask(
  engine: Pick<TaskEngine, 'cancel'>,
  task: TaskSummary,
  { force = false }: { readonly force?: boolean } = {},
): Promise<TaskChange> {
  const outcome = await engine.cancel(task.scope, task.taskId, { force });
  switch (outcome.kind) {
    case 'terminal':
      return { kind: 'refused', why: 'ended', state: outcome.state };
    case 'not-found':
      return refuse(task, 'gone');
    case 'canceled':
    case 'requested':
      return { kind: outcome.kind };
  }
}

/** Deletes a task in any state, together with all its stored data. */
export async function removeTask(
  task: TaskSummary,
  options: DeleteTaskOptions,
): Promise<TaskChange> {
  return (await deleteTask(task.taskId, options)) ? { kind: 'deleted' } : refuse(task, 'gone');
}

/**
 * Reads the message and metadata that a task was created with. In an engine without an archive, the
 * metadata also contain the entries that the task added later.
 */
async function readOrigin(
  engine: TaskEngine,
  { taskId, scope }: TaskSummary,
): Promise<Pick<NewTask, 'contextId' | 'message' | 'metadata' | 'invocation'> | undefined> {
  const archived = await engine.archive?.export(taskId);
  if (archived !== undefined) return archived;
  const snapshot = await engine.get(scope, taskId);
  const [message] = snapshot?.history ?? [];
  return snapshot !== undefined && message !== undefined ? { ...snapshot, message } : undefined;
}

function findRefusal({ state, leasedUntil }: TaskSummary): ChangeRefusal {
  if (state === 'completed') return 'completed';
  if (isInterruptedState(state)) return 'waits';
  return leasedUntil === undefined ? 'queued' : 'running';
}

function refuse({ state }: TaskSummary, why: ChangeRefusal): TaskChange {
  return { kind: 'refused', why, state };
}
