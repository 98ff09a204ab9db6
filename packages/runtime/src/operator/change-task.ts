import { isProgress } from '../engine/requests.ts';
import type { ArchivedTask } from '../engine/task-archive.ts';
import type { NewTask, TaskEngine, TaskSummary } from '../engine/task-engine.ts';
import { isInterruptedState, isTerminalState, type TaskStateName } from '../engine/task-event.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { hashKey, type IdempotencyKey } from '../idempotency-key.ts';
import { deleteTask, type DeleteTaskOptions } from './task-sweeper.ts';

/** The outcome of a change that an operator has made to a task. */
export type TaskChange =
  /** The task begins its next attempt at once, instead of resting. */
  | { readonly kind: 'woken' }
  /** A new task goes on from the last step of the task, or runs its message again. */
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
 * or for a runner, is running, or is no longer there; or its engine has no archive, from which its
 * steps could be copied.
 */
export type ChangeRefusal =
  | 'completed'
  | 'ended'
  | 'waits'
  | 'queued'
  | 'running'
  | 'gone'
  | 'steps';

/** Finds a task in any scope; `undefined` if there is none with this id. For operators. */
export async function findTaskSummary(
  engine: Pick<TaskEngine, 'listAll'>,
  taskId: string,
): Promise<TaskSummary | undefined> {
  const { tasks } = await engine.listAll({ taskId, pageSize: 1 });
  return tasks[0];
}

/** Options of {@link retryTask}. */
export interface RetryOptions {
  /**
   * True does the steps of the task again, and asks its questions again. Default false: what is
   * done and answered is kept.
   */
  readonly fromStart?: boolean;
}

/**
 * Runs a task again. A task that waits after a failed attempt begins the next attempt at once. A
 * task that has failed for good cannot be reopened, so a new task goes on from its last step, or
 * begins from the start; further retries return that same new task.
 */
export async function retryTask(
  engine: TaskEngine,
  task: TaskSummary,
  { fromStart = false }: RetryOptions = {},
): Promise<TaskChange> {
  const { taskId, scope, state } = task;
  if (await engine.wake(scope, taskId)) return { kind: 'woken' };
  if (!isTerminalState(state) || state === 'completed') return refuse(task, findRefusal(task));
  const origin = await readOrigin(engine, task);
  if (origin === undefined) return refuse(task, 'gone');
  const { archived, hasSteps } = origin;
  const next = toNextTask(origin.task, task);
  if (fromStart || !hasSteps) {
    const created = await engine.create(next);
    return { kind: created.created ? 'created' : 'repeated', newTaskId: created.taskId };
  }
  if (archived === undefined) return refuse(task, 'steps');
  try {
    const time = engine.now === undefined ? Date.now() : await engine.now();
    const isNew = await engine.archive?.import(continueTask(archived, { next, time }));
    return { kind: isNew === true ? 'created' : 'repeated', newTaskId: next.id };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Earlier versions chose ids of their own for retried tasks. The id of a task that is there makes
    // no new one, so that this finds the one with the key.
    const { taskId: newTaskId } = await engine.create({ ...next, id: taskId });
    return { kind: 'repeated', newTaskId };
  }
}

/** Makes the task in which a task runs again. Its id and key are the same for every retry. */
function toNextTask(
  { contextId, message, metadata, invocation }: TaskOrigin,
  { taskId, scope, seq }: TaskSummary,
): NewTask & Required<Pick<NewTask, 'idempotencyKey'>> {
  const idempotencyKey = `retry:${taskId}:${seq}` as IdempotencyKey;
  const digest = hashKey(scope, idempotencyKey).toString('hex');
  const id = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, '$1-$2-8$3-a$4-$5');
  return {
    id,
    scope,
    contextId,
    message: { ...message, taskId: id },
    metadata,
    invocation,
    idempotencyKey,
  };
}

/**
 * Makes the task that goes on where another one has ended: it has the log up to there, as after the
 * end of a process. A question without an answer is asked again.
 */
function continueTask(
  ended: ArchivedTask,
  { next, time }: { readonly next: ReturnType<typeof toNextTask>; readonly time: number },
): ArchivedTask {
  const { idempotencyKey, ...task } = next;
  const events = ended.events.map((entry) => ({
    ...entry,
    event: moveEvent(entry.event, task.id),
  }));
  const endedAt = Date.parse(events.at(-1)?.timestamp ?? ended.createdAt);
  const timestamp = new Date(Math.max(time, endedAt)).toISOString();
  return {
    ...task,
    createdAt: ended.createdAt,
    creationKey: hashKey(task.scope, idempotencyKey).toString('hex'),
    replyKeys: [],
    pushes: [],
    events: [
      ...events.slice(0, -1),
      { seq: events.length, timestamp, event: { kind: 'status', state: 'working' } },
    ],
    epoch: 0,
    attempts: 0,
    turn: ended.turn,
    cancelRequested: false,
  };
}

/** Returns an event of a task as one of another task: messages name the task that they belong to. */
function moveEvent(event: NewTaskEvent, taskId: string): NewTaskEvent {
  if (event.kind !== 'message' && event.kind !== 'status') return event;
  const { message } = event;
  return message === undefined ? event : { ...event, message: { ...message, taskId } };
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

/** What a task was created with, besides its id and scope. */
type TaskOrigin = Pick<NewTask, 'contextId' | 'message' | 'metadata' | 'invocation'>;

/**
 * Reads what a task was created with, and whether it has done or asked something. In an engine
 * without an archive, the metadata also contain the entries that the task added later.
 */
async function readOrigin(
  engine: TaskEngine,
  { taskId, scope }: TaskSummary,
): Promise<
  | { readonly task: TaskOrigin; readonly hasSteps: boolean; readonly archived?: ArchivedTask }
  | undefined
> {
  const archived = await engine.archive?.export(taskId);
  if (archived !== undefined) {
    const hasSteps = archived.events.some(({ event }) => isProgress(event));
    return { task: archived, hasSteps, archived };
  }
  const snapshot = await engine.get(scope, taskId);
  const [message] = snapshot?.history ?? [];
  if (snapshot === undefined || message === undefined) return undefined;
  return { task: { ...snapshot, message }, hasSteps: (snapshot.memos ?? []).length > 0 };
}

function findRefusal({ state, leasedUntil }: TaskSummary): ChangeRefusal {
  if (state === 'completed') return 'completed';
  if (isInterruptedState(state)) return 'waits';
  return leasedUntil === undefined ? 'queued' : 'running';
}

function refuse({ state }: TaskSummary, why: ChangeRefusal): TaskChange {
  return { kind: 'refused', why, state };
}
