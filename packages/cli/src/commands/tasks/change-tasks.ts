import { EngineStorageError, type TaskEngine, type TaskSummary } from '@formwork/runtime';
import {
  cancelTask,
  type ChangeRefusal,
  listLetters,
  removeTask,
  retryTask,
  reviveLetters,
  type TaskChange,
} from '@formwork/runtime/internal';
import { FormworkError } from '@formwork/schema';
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
 * Changes tasks one after the other and prints each outcome. If one task cannot be changed, the
 * following ones still are, unless the store itself does not answer.
 */
export async function changeTasks(
  engine: TaskEngine,
  {
    ids,
    change,
    flags,
    console,
  }: {
    readonly ids: readonly string[];
    readonly change: ChangeTask;
    readonly flags: StoreFlags;
    readonly console: Console;
  },
): Promise<void> {
  const changes: Change[] = [];
  let broken: EngineStorageError | undefined;
  for (const taskId of ids) {
    const outcome = await tryChange(engine, taskId, change);
    changes.push(outcome.change);
    ({ broken } = outcome);
    if (broken !== undefined) break;
    const { text, isRefused } = outcome.change;
    const isShown = flags.json !== true || outcome.change.outcome === 'failed';
    if (isShown) (isRefused === true ? console.err : console.out)(text);
  }
  if (flags.json === true) {
    console.out(
      toSafeJson(changes.map(({ taskId, outcome, newTaskId }) => ({ taskId, outcome, newTaskId }))),
    );
  }
  if (broken !== undefined) throw broken;
  if (changes.some(({ isRefused }) => isRefused)) process.exitCode = EXIT_CODES.failed;
}

/** Changes one task; `broken` is the error of a store that does not answer. */
async function tryChange(
  engine: TaskEngine,
  taskId: string,
  change: ChangeTask,
): Promise<{ readonly change: Change; readonly broken?: EngineStorageError }> {
  try {
    return { change: await change(engine, await findTask(engine, taskId)) };
  } catch (error) {
    if (!(error instanceof FormworkError)) throw error;
    const outcome = error instanceof CliError ? 'not-found' : 'failed';
    const refused: Change = { taskId, outcome, text: error.message, isRefused: true };
    return error instanceof EngineStorageError && error.blobId === undefined
      ? { change: refused, broken: error }
      : { change: refused };
  }
}

/** Makes the change that runs a task again: see `retryTask` of the runtime. */
export function createRetry(fromStart: boolean): ChangeTask {
  return async (engine, task) =>
    toChange(await retryTask(engine, task, { fromStart }), { task, verb: 'retry' });
}

/**
 * Makes the change that cancels a task. With `force` it ends the task at once, even if the task's
 * runner does not stop.
 */
export function createCancel(force: boolean): ChangeTask {
  return async (engine, task) =>
    toChange(await cancelTask(engine, task, { force }), { task, verb: 'cancel' });
}

/** Deletes a task in any state, together with all its stored data. */
export async function remove(engine: TaskEngine, task: TaskSummary): Promise<Change> {
  return toChange(await removeTask(task, { engine }), { task, verb: 'delete' });
}

/** Makes the sentence that tells people the outcome of a change. */
function toChange(
  change: TaskChange,
  {
    task: { taskId, state },
    verb,
  }: {
    readonly task: TaskSummary;
    readonly verb: string;
  },
): Change {
  const tell = (text: string): Change => ({ taskId, outcome: change.kind, text });
  switch (change.kind) {
    case 'woken':
      return tell(`Task ${taskId} begins its next attempt now.`);
    case 'created': {
      const { newTaskId } = change;
      const text = `Task ${taskId} stays ${state}. It runs again as task ${newTaskId}.`;
      return { ...tell(text), newTaskId };
    }
    case 'repeated': {
      const { newTaskId } = change;
      return { ...tell(`Task ${taskId} was retried before, as task ${newTaskId}.`), newTaskId };
    }
    case 'canceled':
    case 'deleted':
    case 'answered':
      return tell(`Task ${taskId} is ${change.kind}.`);
    case 'requested':
      return tell(
        `The runner of task ${taskId} was asked to stop. Add --force to end the task at once.`,
      );
    case 'refused': {
      const reason = REFUSALS[change.why];
      const now = change.why === 'ended' ? `: current state is ${change.state}` : '';
      return {
        ...tell(`Cannot ${verb} task ${taskId} because ${reason}${now}.`),
        isRefused: true,
      };
    }
  }
}

const REFUSALS: Readonly<Record<ChangeRefusal, string>> = {
  completed: 'it has completed',
  ended: 'it has ended',
  waits: 'it waits for its caller',
  queued: 'the next free runner takes it anyway',
  running: 'it is running',
  gone: 'it is gone',
  steps: 'its store cannot copy its steps: add --from-start to do them again',
};

/** The flags of the commands for dead letters: push notifications that are no longer delivered. */
export interface LettersFlags extends StoreFlags {
  readonly limit?: string;
  readonly receiver?: string;
  readonly scope?: string;
  readonly url?: string;
  readonly all?: boolean;
}

/** Prints the push receivers to which delivery was given up, the most recent first. */
export async function listDeadLetters(
  engine: TaskEngine,
  { flags, console }: { readonly flags: LettersFlags; readonly console: Console },
): Promise<void> {
  const limit = parseCount('--limit', flags.limit ?? '50');
  const letters = await listLetters(engine, limit);
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
  const revived = await reviveLetters(engine, { taskId, configId: receiver, scope, url });
  if (flags.json === true) console.out(toSafeJson({ revived }));
  else console.out(revived === 1 ? 'Revived one dead letter.' : `Revived ${revived} dead letters.`);
  if (revived === 0) process.exitCode = EXIT_CODES.failed;
}
