import type { IdempotencyKey, NewTask, TaskEngine, TaskSummary } from '@formwork/runtime';
import { deleteTask, isInterruptedState, isTerminalState } from '@formwork/runtime';
import { randomUUID } from 'node:crypto';
import { CliError, UsageError } from '../../errors/errors.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import type { Console } from '../../terminal/console.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { toSafeJson } from '../../terminal/safe-text.ts';
import { parseCount } from './list-tasks.ts';
import { findTask, formatScope, formatTime, type StoreFlags } from './task-store.ts';

/** The outcome of a command for one of the tasks that it was asked to change. */
interface Change {
  readonly taskId: string;
  readonly outcome: string;
  /** The sentence that tells people the outcome for this task. */
  readonly text: string;
  /** True if the task could not be changed as asked. */
  readonly isRefused?: boolean;
  /** The id of the new task in which a failed task's message runs again. */
  readonly newTaskId?: string;
}

/** A function that changes one task, such as by canceling it, and returns the outcome. */
type ChangeTask = (engine: TaskEngine, task: TaskSummary) => Promise<Change>;

/**
 * The order that {@link changeTasks} carries out: the ids of tasks, and the change to make to each.
 */
export interface ChangeOrder {
  readonly ids: readonly string[];
  readonly change: ChangeTask;
  readonly flags: StoreFlags;
  readonly console: Console;
}

/**
 * Changes tasks one after the other and prints each outcome. If one task cannot be changed, the
 * following ones still are.
 */
export async function changeTasks(
  engine: TaskEngine,
  { ids, change, flags, console }: ChangeOrder,
): Promise<void> {
  const changes: Change[] = [];
  for (const taskId of ids) {
    const made = await findTask(engine, taskId).then(
      (task) => change(engine, task),
      (error: unknown): Change => {
        if (!(error instanceof CliError)) throw error;
        return { taskId, outcome: 'not-found', text: error.message, isRefused: true };
      },
    );
    changes.push(made);
    if (flags.json !== true) (made.isRefused === true ? console.err : console.out)(made.text);
  }
  if (flags.json === true) {
    console.out(
      toSafeJson(changes.map(({ taskId, outcome, newTaskId }) => ({ taskId, outcome, newTaskId }))),
    );
  }
  if (changes.some(({ isRefused }) => isRefused)) process.exitCode = EXIT_CODES.failed;
}

/**
 * Runs a task again. A task that waits after a failed attempt begins the next attempt at once. A
 * task that has failed for good cannot be reopened, so its message runs as a new task; further
 * retries return that same new task.
 */
export async function retryTask(engine: TaskEngine, task: TaskSummary): Promise<Change> {
  const { taskId, scope, state, seq } = task;
  if (await engine.wake(scope, taskId)) {
    return { taskId, outcome: 'woken', text: `Task ${taskId} begins its next attempt now.` };
  }
  if (!isTerminalState(state) || state === 'completed') {
    return refuse(taskId, `Cannot retry task ${taskId} because ${describeRefusal(task)}.`);
  }
  const { contextId, message, metadata, invocation } = await readOrigin(engine, task);
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
  const newTaskId = created.taskId;
  const text = created.created
    ? `Task ${taskId} stays ${state}. Its message runs again as task ${newTaskId}.`
    : `Task ${taskId} was retried before, as task ${newTaskId}.`;
  return { taskId, outcome: created.created ? 'created' : 'repeated', text, newTaskId };
}

/**
 * Reads the message and metadata that a task was created with. In an engine without an archive, the
 * metadata also contain the entries that the task added later.
 */
async function readOrigin(
  engine: TaskEngine,
  { taskId, scope }: TaskSummary,
): Promise<Pick<NewTask, 'contextId' | 'message' | 'metadata' | 'invocation'>> {
  const archived = await engine.archive?.export(taskId);
  if (archived !== undefined) return archived;
  const snapshot = await engine.get(scope, taskId);
  const [message] = snapshot?.history ?? [];
  if (snapshot !== undefined && message !== undefined) return { ...snapshot, message };
  throw new CliError(`Cannot retry task ${taskId} because it is gone.`);
}

function describeRefusal({ state, leasedUntil }: TaskSummary): string {
  if (state === 'completed') return 'it has completed';
  if (isInterruptedState(state)) return 'it waits for its caller';
  return leasedUntil === undefined ? 'the next free runner takes it anyway' : 'it is running';
}

function refuse(taskId: string, text: string): Change {
  return { taskId, outcome: 'refused', text, isRefused: true };
}

/**
 * Makes the change that cancels a task. With `force` it ends the task at once, even if the task's
 * runner does not stop.
 */
export function createCancel(force: boolean): ChangeTask {
  return async (engine, { taskId, scope }) => {
    const outcome = await engine.cancel(scope, taskId, { force });
    switch (outcome.kind) {
      case 'canceled':
        return { taskId, outcome: outcome.kind, text: `Task ${taskId} is canceled.` };
      case 'requested': {
        const text = `The runner of task ${taskId} was asked to stop. Add --force to end the task at once.`;
        return { taskId, outcome: outcome.kind, text };
      }
      case 'terminal':
        return refuse(
          taskId,
          `Cannot cancel task ${taskId} because it has ended: current state is ${outcome.state}.`,
        );
      case 'not-found':
        return refuse(taskId, `Cannot cancel task ${taskId} because it is gone.`);
    }
  };
}

/** Deletes a task in any state, together with all its stored data. */
export async function removeTask(engine: TaskEngine, { taskId }: TaskSummary): Promise<Change> {
  return (await deleteTask(taskId, { engine }))
    ? { taskId, outcome: 'deleted', text: `Task ${taskId} is deleted.` }
    : refuse(taskId, `Cannot delete task ${taskId} because it is gone.`);
}

/** The flags of the commands for dead letters: push notifications that are no longer delivered. */
export interface LettersFlags extends StoreFlags {
  readonly limit?: string;
  readonly receiver?: string;
  readonly scope?: string;
  readonly url?: string;
  readonly all?: boolean;
}

const MAX_LETTERS = 100_000;

/** Prints the push receivers to which delivery was given up, the most recent first. */
export async function listDeadLetters(
  engine: TaskEngine,
  { flags, console }: { readonly flags: LettersFlags; readonly console: Console },
): Promise<void> {
  const limit = parseCount('--limit', flags.limit ?? '50');
  const letters = (await engine.listDeadLetters(limit)).map((letter) => ({
    ...letter,
    // The query of a URL may contain a secret, so it is not shown.
    url: letter.url.replace(/[?#].*$/su, ''),
  }));
  if (flags.json === true) {
    console.out(toSafeJson({ letters }));
    return;
  }
  if (letters.length === 0) {
    console.out('There are no dead letters.');
    return;
  }
  const { paint, isTerminal, columns } = console;
  const rows = letters.map((letter) => [
    letter.taskId,
    letter.configId,
    formatScope(letter.scope),
    formatTime(letter.diedAt),
    `${letter.failures}`,
    letter.url,
    letter.reason,
  ]);
  const header = ['task', 'receiver', 'scope', 'given up', 'failures', 'url', 'reason'];
  console.out(formatTable(rows, { paint, header, indent: '', ...(isTerminal && { columns }) }));
}

/**
 * Resumes push notifications to receivers that were given up: those of one task, or those that the
 * flags select.
 */
export async function reviveDeadLetters(
  engine: TaskEngine,
  taskId: string | undefined,
  { flags, console }: { readonly flags: LettersFlags; readonly console: Console },
): Promise<void> {
  const { receiver, scope, url, all } = flags;
  if ([taskId, receiver, scope, url].every((filter) => filter === undefined) && all !== true) {
    throw new UsageError(
      'Cannot revive dead letters because nothing says which: name a task, or add --receiver, --scope, --url or --all.',
    );
  }
  const letters = (await engine.listDeadLetters(MAX_LETTERS)).filter(
    (letter) =>
      (taskId === undefined || letter.taskId === taskId) &&
      (receiver === undefined || letter.configId === receiver) &&
      (scope === undefined || letter.scope === scope) &&
      (url === undefined || letter.url.startsWith(url)),
  );
  let revived = 0;
  for (const letter of letters) if (await engine.reviveDeadLetter(letter)) revived += 1;
  if (flags.json === true) console.out(toSafeJson({ revived }));
  else console.out(revived === 1 ? 'Revived one dead letter.' : `Revived ${revived} dead letters.`);
  if (revived === 0) process.exitCode = EXIT_CODES.failed;
}
