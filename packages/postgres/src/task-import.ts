import type { ArchivedPush, ArchivedTask, TaskEvent, TaskStateName } from '@formwork/runtime';
import { isTerminalState } from '@formwork/runtime';
import { toOptionalTime } from '@formwork/runtime/internal';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Blobs } from './blobs.ts';
import type { Connection, Run } from './connection.ts';
import { changeQuestion } from './question-rows.ts';
import { measureText, toBodies, toColumn } from './stored-text.ts';

/**
 * A task to import, and the texts for its rows: first that of the origin, then those of the events.
 */
export interface WholeWrite {
  readonly task: ArchivedTask;
  readonly texts: readonly string[];
}

/** The parts of the engine that the import of tasks uses. */
interface ImportParts {
  readonly blobs: Pick<Blobs, 'measure' | 'keep'>;
  /** The number of the rows in which this process keeps its part of each sum. */
  readonly shard: number;
}

/** An import that waits for its transaction. */
interface WaitingImport extends WholeWrite {
  readonly resolve: (isNew: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** What became of an import in a transaction: whether the task is new, or why it was refused. */
type Imported = boolean | TypeError;

/** The largest number of tasks that are imported in one transaction. */
const MAX_TASKS = 64;

/**
 * The import of tasks. Those that come while another one is written share the next transaction: each
 * would wait for the disk, and for the sums that all of them change.
 */
export class TaskImport {
  readonly #connection: Pick<Connection, 'schema' | 'transact'>;
  readonly #parts: ImportParts;
  readonly #waiting: WaitingImport[] = [];
  #isWriting = false;

  constructor(connection: Pick<Connection, 'schema' | 'transact'>, parts: ImportParts) {
    this.#connection = connection;
    this.#parts = parts;
  }

  /**
   * Adds a task; resolves to false if a task has its id.
   *
   * @throws TypeError when another task has its creation key
   */
  add(write: WholeWrite): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...write, resolve, reject });
      if (!this.#isWriting) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWriting = true;
    await nextTurn();
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0, MAX_TASKS));
    this.#isWriting = false;
  }

  async #settle(writes: readonly WaitingImport[]): Promise<void> {
    try {
      const imported = await this.#writeAll(writes);
      for (const [index, { resolve, reject }] of writes.entries()) {
        const outcome = imported[index] ?? false;
        if (typeof outcome === 'boolean') resolve(outcome);
        else reject(outcome);
      }
    } catch (error) {
      const [first] = writes;
      if (writes.length === 1) first?.reject(error);
      // One task that the database refuses must not keep the others out.
      else for (const write of writes) await this.#settle([write]);
    }
  }

  #writeAll(writes: readonly WholeWrite[]): Promise<readonly Imported[]> {
    const { schema, transact } = this.#connection;
    const { blobs, shard } = this.#parts;
    return transact(async (step) => {
      const sums = new Map<string, number>();
      const imported: Imported[] = [];
      for (const write of writes) {
        const isNew = writeWhole(step, { ...write, schema, blobs, sums });
        imported.push(await isNew.catch(toRefusal));
      }
      await addSums(step, { schema, shard, sums });
      return imported;
    });
  }
}

function toRefusal(error: unknown): TypeError {
  if (error instanceof TypeError) return error;
  throw error;
}

async function addSums(
  run: Run,
  {
    schema,
    shard,
    sums,
  }: {
    readonly schema: string;
    readonly shard: number;
    readonly sums: ReadonlyMap<string, number>;
  },
): Promise<void> {
  if (sums.size === 0) return;
  await run(
    {
      text: `insert into ${schema}.tally (name, shard, value)
        select name, $1, value from unnest($2::text[], $3::bigint[]) as sums(name, value)
        order by name
        on conflict (name, shard) do update set value = tally.value + excluded.value`,
    },
    [shard, [...sums.keys()], [...sums.values()]],
  );
}

/**
 * Adds a task inside a transaction, and its part of the sums; returns false, and adds nothing, if a
 * task has this id.
 *
 * @throws TypeError when another task has its creation key; nothing was added then
 */
async function writeWhole(
  run: Run,
  {
    task,
    texts,
    schema,
    blobs,
    sums,
  }: WholeWrite &
    Pick<ImportParts, 'blobs'> & {
      readonly schema: string;
      /** The sums that grow, by their names. */
      readonly sums: Map<string, number>;
    },
): Promise<boolean> {
  const { skillId } = task.invocation;
  const times = [task.createdAt, ...task.events.map(({ timestamp }) => timestamp)].map(toTime);
  const status = findStatus(task.events);
  const state = status?.state ?? 'submitted';
  const bytes =
    texts.reduce((sum, text) => sum + measureText(text), 0) + (await blobs.measure(run, texts));
  const [row] = await run<{ readonly number: number }>(
    {
      text: `insert into ${schema}.task (id, scope, context_id, state, status_time, seq, event_time,
          epoch, attempts, turn, cancel_requested, resting, lease_end, skill, push, bytes, counted,
          creation_key, failures)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16,
          decode($17, 'hex'), $18)
        on conflict do nothing returning number`,
    },
    [
      ...[task.id, task.scope, task.contextId].map(toColumn),
      state,
      toTime(status?.timestamp ?? task.createdAt),
      task.events.length,
      times.at(-1),
      task.epoch,
      task.attempts - (task.failures ?? 0),
      task.turn,
      task.cancelRequested,
      task.restsUntil !== undefined,
      toOptionalTime(task.restsUntil),
      skillId === undefined ? null : toColumn(skillId),
      task.pushes.length > 0,
      bytes,
      task.creationKey ?? null,
      task.failures ?? 0,
    ],
  );
  if (row === undefined) {
    const query = { text: `select 1 from ${schema}.task where id = $1` };
    if ((await run(query, [toColumn(task.id)])).length > 0) return false;
    throw new TypeError(
      `Cannot import a task because its creation key must be new: current value is that of task ${task.id}`,
    );
  }
  const { number } = row;
  await blobs.keep(run, number, texts);
  await run(
    {
      text: `insert into ${schema}.event (task_number, seq, time, body)
        select $1, e.seq - 1, e.time, e.body
        from rows from (unnest($2::bigint[]), json_array_elements($3::json)) with ordinality
          as e(time, body, seq)`,
    },
    [number, times, toBodies(texts)],
  );
  if (task.replyKeys.length > 0) {
    await run(
      {
        text: `insert into ${schema}.reply (task_number, reply_key)
          select $1, decode(key, 'hex') from unnest($2::text[]) as key`,
      },
      [number, task.replyKeys],
    );
  }
  for (const push of task.pushes) await writePush(run, { schema, number, push });
  const last = task.events.findLast(({ event }) => event.kind === 'status')?.event;
  await changeQuestion(run, { schema, taskId: task.id, last, closes: false });
  const scope = `bytes:${toColumn(task.scope)}`;
  sums.set(scope, (sums.get(scope) ?? 0) + bytes);
  const ended = `ended:${state}`;
  if (isTerminalState(state)) sums.set(ended, (sums.get(ended) ?? 0) + 1);
  return true;
}

async function writePush(
  run: Run,
  {
    schema,
    number,
    push,
  }: { readonly schema: string; readonly number: number; readonly push: ArchivedPush },
): Promise<void> {
  const { config, after, failures, failingSince, dueAt, death } = push;
  await run(
    {
      text: `insert into ${schema}.push (task_number, id, config, seq, due, failures, failing_since,
          died_at, reason)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    },
    [
      number,
      toColumn(config.id),
      JSON.stringify(config),
      after,
      toOptionalTime(dueAt),
      failures,
      toOptionalTime(failingSince),
      toOptionalTime(death?.diedAt),
      death?.reason ?? null,
    ],
  );
}

function toTime(timestamp: string): number {
  return Date.parse(timestamp);
}

/** Finds the last status in the log of a task, and its time. */
export function findStatus(
  events: readonly TaskEvent[],
): { readonly state: TaskStateName; readonly timestamp: string } | undefined {
  const last = events.findLast(({ event }) => event.kind === 'status');
  return last?.event.kind === 'status'
    ? { state: last.event.state, timestamp: last.timestamp }
    : undefined;
}
