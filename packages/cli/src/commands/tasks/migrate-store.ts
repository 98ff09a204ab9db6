import type { ArchivedTask, ArchiveEntry, TaskArchive, TaskEngine } from '@formwork/runtime';
import { isTerminalState, TaskDamagedError } from '@formwork/runtime';
import { digestTask } from '@formwork/runtime/internal';
import { createHash } from 'node:crypto';
import { CliError } from '../../errors/errors.ts';

/** A task that differs between the two stores or could not be copied, with the reason. */
interface MigrationProblem {
  readonly taskId: string;
  readonly reason: string;
}

/** The outcome of {@link migrateStore}. */
export interface Migration {
  /** The number of tasks in the source. */
  readonly tasks: number;
  /** The number of events in the logs of all tasks together. */
  readonly events: number;
  /** The number of tasks that this run copied to the target. */
  readonly copied: number;
  /** The number of tasks that the target contained before this run. */
  readonly existing: number;
  /** The number of tasks that have the same digest in both stores. */
  readonly same: number;
  readonly problems: readonly MigrationProblem[];
  /** True if tasks of the source changed during the migration. */
  readonly isChanged: boolean;
}

/** Options of {@link migrateStore}. */
export interface MigrateOptions {
  readonly from: TaskEngine;
  readonly to: TaskEngine;
  /** Called from time to time. */
  readonly onProgress: (progress: MigrationProgress) => void;
}

/** How far a migration has come. */
export interface MigrationProgress {
  /** The number of tasks handled so far. */
  readonly count: number;
  /** The number of tasks in the source when the migration began. */
  readonly total: number;
}

/** The number of tasks that are copied at the same time: engines store them in one transaction. */
const BATCH_SIZE = 64;

/** The number of tasks that are listed by one query of the source. */
const PAGE_SIZE = 1_000;

/**
 * Copies all tasks of a store to another, and compares each with its copy. The source is not
 * changed. Each task is copied whole or not at all, and a task that the target already contains is
 * only compared, so that a run that was killed can be started again.
 *
 * @throws CliError when tasks are running in the source, or a store cannot be moved
 */
export async function migrateStore({ from, to, onProgress }: MigrateOptions): Promise<Migration> {
  const [source, target] = [archiveOf(from), archiveOf(to)];
  await refuseLeases(source);
  let [tasks, events, copied, existing, same] = [0, 0, 0, 0, 0];
  const problems: MigrationProblem[] = [];
  const firstHash = createHash('sha256');
  let total = 0;
  for await (const batch of listBatches(source)) total += batch.length;
  for await (const { batch, exported } of exportBatches(source)) {
    for (const entry of batch) note(firstHash, entry);
    for (const copy of await copyBatch(target, exported)) {
      tasks += 1;
      events += copy.events;
      if (copy.isNew === true) copied += 1;
      if (copy.isNew === false) existing += 1;
      if (copy.reason === undefined) same += 1;
      else problems.push({ taskId: copy.taskId, reason: copy.reason });
    }
    onProgress({ count: tasks, total });
  }
  const again = createHash('sha256');
  for await (const batch of listBatches(source)) for (const entry of batch) note(again, entry);
  const isChanged =
    firstHash.digest('hex') !== again.digest('hex') || (await source.countLeases()) > 0;
  return { tasks, events, copied, existing, same, problems, isChanged };
}

function archiveOf({ archive }: TaskEngine): TaskArchive {
  if (archive !== undefined) return archive;
  throw new CliError('Cannot move tasks because an engine has no archive: update its package.');
}

async function refuseLeases(source: TaskArchive): Promise<void> {
  const count = await source.countLeases();
  if (count === 0) return;
  throw new CliError(
    `Cannot move tasks while agents run them: stop the agents of the source, and wait until the leases of killed ones have run out. Current number of leased tasks is ${count}.`,
  );
}

function note(hash: ReturnType<typeof createHash>, { place, taskId, seq }: ArchiveEntry): void {
  hash.update(`${place} ${seq} ${taskId}\n`);
}

async function* listBatches(
  source: TaskArchive,
): AsyncGenerator<readonly ArchiveEntry[], void, undefined> {
  for (let after = 0; ;) {
    const page = await source.list(after, PAGE_SIZE);
    for (let start = 0; start < page.length; start += BATCH_SIZE) {
      yield page.slice(start, start + BATCH_SIZE);
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.place;
  }
}

interface Copy {
  readonly taskId: string;
  readonly events: number;
  /**
   * True if this run copied the task, false if the target had it before; absent if copying failed.
   */
  readonly isNew?: boolean;
  /** The reason why the task differs in the target or is missing; absent if both are the same. */
  readonly reason?: string;
}

/** A task of the source; a text with the reason if it cannot be exported. */
interface Exported {
  readonly taskId: string;
  readonly task: ArchivedTask | string;
}

/** Exports all tasks of a store, each batch while the one before it is stored. */
async function* exportBatches(
  source: TaskArchive,
): AsyncGenerator<
  { readonly batch: readonly ArchiveEntry[]; readonly exported: readonly Exported[] },
  void,
  undefined
> {
  let ahead: { batch: readonly ArchiveEntry[]; exported: Promise<readonly Exported[]> } | undefined;
  for await (const batch of listBatches(source)) {
    const before = ahead;
    const exported = Promise.all(
      batch.map(async ({ taskId }) => ({ taskId, task: await exportTask(source, taskId) })),
    );
    // Its error counts once its turn has come.
    exported.catch(() => undefined);
    ahead = { batch, exported };
    if (before !== undefined) yield { batch: before.batch, exported: await before.exported };
  }
  if (ahead !== undefined) yield { batch: ahead.batch, exported: await ahead.exported };
}

async function copyBatch(
  target: TaskArchive,
  exported: readonly Exported[],
): Promise<readonly Copy[]> {
  const copied = new Map<string, Promise<Copy>>();
  for (const entry of exported) {
    const { taskId, task } = entry;
    const copy = copyTask(target, entry);
    copied.set(taskId, copy);
    // Its error counts once all are under way, unless that of an unfinished task comes first.
    copy.catch(() => undefined);
    // Unfinished tasks are imported one by one, because runners take them in the order of import.
    if (typeof task !== 'string' && !hasEnded(task)) await copy;
  }
  return Promise.all(copied.values());
}

function hasEnded({ events }: ArchivedTask): boolean {
  const last = events.at(-1)?.event;
  return last?.kind === 'status' && isTerminalState(last.state);
}

/** Exports a task from a store; returns a text with the reason if that is impossible. */
async function exportTask(archive: TaskArchive, taskId: string): Promise<ArchivedTask | string> {
  try {
    return (await archive.export(taskId)) ?? 'it was deleted meanwhile';
  } catch (error) {
    if (error instanceof TaskDamagedError) return error.message;
    throw error;
  }
}

async function copyTask(target: TaskArchive, { taskId, task }: Exported): Promise<Copy> {
  if (typeof task === 'string') return { taskId, events: 0, reason: task };
  const events = task.events.length;
  let isNew: boolean;
  try {
    isNew = await target.import(task);
  } catch (error) {
    // Another task in the target has the same idempotency key.
    if (error instanceof TypeError) return { taskId, events, reason: error.message };
    throw error;
  }
  const copy = await exportTask(target, taskId);
  if (typeof copy === 'string') return { taskId, events, isNew, reason: copy };
  if (digestTask(copy) === digestTask(task)) return { taskId, events, isNew };
  const reason = 'the task in the target is another, or has gone on there';
  return { taskId, events, isNew, reason };
}
