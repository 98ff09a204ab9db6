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

/** The outcome for a task that a command was told to change. */
interface Change {
  readonly taskId: string;
  readonly outcome: string;
  /** The outcome as a sentence for people. */
  readonly text: string;
  /** True if it is not as it was asked for. */
  readonly isRefused?: boolean;
  /** The task that was made of it. */
  readonly newTaskId?: string;
}

/** Changes one task. */
type ChangeTask = (engine: TaskEngine, task: TaskSummary) => Promise<Change>;

/** The tasks that {@link changeTasks} changes, and how. */
export interface ChangeOrder {
  readonly ids: readonly string[];
  readonly change: ChangeTask;
  readonly flags: StoreFlags;
  readonly console: Console;
}

/** Changes tasks one after the other. One that cannot be changed leaves the others be. */
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
 * Lets a task run again. One that rests after a failed attempt begins the next at once. The end of a
 * task is final, so one that has failed stays as it is, and its message makes a new task: the same
 * one however often it is retried.
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
    // Whoever presses the key twice gets one task.
    idempotencyKey: `retry:${taskId}:${seq}` as IdempotencyKey,
  });
  const newTaskId = created.taskId;
  const text = created.created
    ? `Task ${taskId} stays ${state}. Its message runs again as task ${newTaskId}.`
    : `Task ${taskId} was retried before, as task ${newTaskId}.`;
  return { taskId, outcome: created.created ? 'created' : 'repeated', text, newTaskId };
}

/** Reads what a task was created with; without an archive, metadata that it added count as well. */
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

/** Makes the change that cancels a task; with force also one whose runner does not stop. */
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

/** Deletes a task with everything about it, in whatever state. */
export async function removeTask(engine: TaskEngine, { taskId }: TaskSummary): Promise<Change> {
  return (await deleteTask(taskId, { engine }))
    ? { taskId, outcome: 'deleted', text: `Task ${taskId} is deleted.` }
    : refuse(taskId, `Cannot delete task ${taskId} because it is gone.`);
}

/** The flags of the commands for dead letters. */
export interface LettersFlags extends StoreFlags {
  readonly limit?: string;
  readonly receiver?: string;
  readonly scope?: string;
  readonly url?: string;
  readonly all?: boolean;
}

const MAX_LETTERS = 100_000;

/** Lists receivers that were given up, the newest first. */
export async function listDeadLetters(
  engine: TaskEngine,
  { flags, console }: { readonly flags: LettersFlags; readonly console: Console },
): Promise<void> {
  const limit = parseCount('--limit', flags.limit ?? '50');
  const letters = (await engine.listDeadLetters(limit)).map((letter) => ({
    ...letter,
    // A query may be a secret.
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

/** Lets the notifications of dead letters go on: of a task, or those that the flags select. */
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
