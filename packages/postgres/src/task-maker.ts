import type { NewTask } from '@formwork/runtime';
import { isTerminalState } from '@formwork/runtime';
import { type EncodedEvent, encodeEvent } from '@formwork/runtime/internal';
import type { Connection, Run } from './connection.ts';
import { measureText, toBodies, toColumn } from './stored-text.ts';

/** A new task to be written to the database, and the texts for its rows. */
export interface TaskWrite {
  readonly task: NewTask;
  /** The origin of the task as text, or the reference to the blob that holds it. */
  readonly origin: string;
  /** The size in bytes of the blob that the origin refers to; 0 if the origin is in the row. */
  readonly blobBytes: number;
  readonly creationKey: Buffer | null;
  /**
   * The time that the task's first lease lasts, in milliseconds; absent if the task is created
   * without a lease.
   */
  readonly ttlMs?: number;
  /**
   * The events that the first lease has already appended; given only if the last of them ends the
   * task.
   */
  readonly ending?: readonly EncodedEvent[];
}

/** The number and time of a new task, from the row that was written. */
export interface MadeTask {
  readonly number: number;
  readonly time: number;
}

/** Writes new tasks to the database. */
export interface TaskMaker {
  /**
   * Writes different tasks in one statement. Returns the row of each; `undefined` for a task whose
   * id or creation key another task has.
   */
  make(run: Run, writes: readonly TaskWrite[]): Promise<readonly (MadeTask | undefined)[]>;
  /**
   * Returns the ids of the tasks that were created with the given keys (hashes of a scope and an
   * idempotency key), by the key in hexadecimal.
   */
  findCreated(run: Run, keys: readonly Buffer[]): Promise<ReadonlyMap<string, string>>;
}

const CREATION = encodeEvent({ kind: 'status', state: 'submitted' }).text;

/**
 * Makes the task maker. `shard` is the number of the rows in which this process keeps its part of
 * each sum.
 */
export function createTaskMaker({ schema, prepare }: Connection, shard: number): TaskMaker {
  const waits = `state in ('submitted', 'working') and lease_end is null`;
  const statement = prepare(
    'make_tasks',
    `with input as materialized (
      select i.*, ${schema}.now_ms() as now
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
        $8::bigint[], $9::int[], $10::bool[])
        with ordinality as i(id, scope, context_id, state, skill, creation_key, ttl, bytes, seq, push, ord)
    ), first as materialized (
      select turn from ${schema}.task where ${waits} order by turn, number limit 1
    ), made as (
      insert into ${schema}.task (id, scope, context_id, state, status_time, seq, event_time, epoch,
        attempts, lease_end, skill, turn, push, bytes, counted, creation_key)
      select id, scope, context_id, coalesce(state, 'submitted'), now, seq, now,
        (ttl is not null)::int, (ttl is not null)::int,
        case when state is null then now + ttl end, skill,
        case when ttl is null then greatest(
          coalesce((select turn from first), 0),
          (select turn + 1 from ${schema}.task t where ${waits} and t.scope = i.scope
            order by turn desc limit 1),
          0
        ) + row_number() over (partition by scope, ttl is null order by ord) - 1 else 0 end,
        push, bytes, bytes, decode(creation_key, 'hex')
      from input i order by ord
      on conflict do nothing
      returning number, id, scope, state, status_time, bytes
    ), logged as (
      insert into ${schema}.event (task_number, seq, time, body)
      select m.number, e.seq, m.status_time, e.body
      from rows from (unnest($11::int[]), unnest($12::int[]), json_array_elements($13::json))
        as e(ord, seq, body)
      join input i on i.ord = e.ord join made m on m.id = i.id
    ), tallied as (
      insert into ${schema}.tally (name, shard, value)
      select name, $14, sum(value) from (
        select 'bytes:' || scope as name, bytes as value from made
        union all
        select 'ended:' || state, 1 from made where state <> 'submitted'
      ) as sums group by name order by name
      on conflict (name, shard) do update set value = tally.value + excluded.value
    )
    select i.ord, m.number, m.status_time as time from made m join input i on i.id = m.id`,
  );
  // Each key is looked up on its own, because a plan for many keys could read the whole table.
  const find = prepare(
    'find_created',
    `select t.id, encode(k.key, 'hex') as key from unnest($1::bytea[]) as k(key)
    cross join lateral (select id from ${schema}.task where creation_key = k.key limit 1) t`,
  );

  return {
    async make(run, writes) {
      const columns = toColumns(writes);
      const rows = await run<MadeTask & { readonly ord: number }>(statement, [...columns, shard]);
      const tasks: (MadeTask | undefined)[] = writes.map(() => undefined);
      for (const { ord, number, time } of rows) tasks[ord - 1] = { number, time };
      return tasks;
    },
    async findCreated(run, keys) {
      const rows = await run<{ readonly id: string; readonly key: string }>(find, [keys]);
      return new Map(rows.map(({ id, key }) => [key, id]));
    },
  };
}

/** Returns the values of a batch of tasks, for the parameters of the SQL statement in their order. */
function toColumns(writes: readonly TaskWrite[]): readonly unknown[] {
  const logs = writes.map(({ origin, ending = [] }) => [
    origin,
    CREATION,
    ...ending.map(({ text }) => text),
  ]);
  return [
    writes.map(({ task }) => toColumn(task.id)),
    writes.map(({ task }) => toColumn(task.scope)),
    writes.map(({ task }) => toColumn(task.contextId)),
    writes.map(({ ending }) => readEndState(ending)),
    writes.map(({ task }) => toOptionalColumn(task.invocation.skillId)),
    writes.map(({ creationKey }) => creationKey?.toString('hex') ?? null),
    writes.map(({ ttlMs }) => ttlMs ?? null),
    writes.map(({ blobBytes }, index) => blobBytes + sumBytes(logs[index])),
    writes.map(({ ending = [] }) => ending.length + 1),
    writes.map(({ task }) => task.push !== undefined),
    logs.flatMap((texts, index) => texts.map(() => index + 1)),
    logs.flatMap((texts) => texts.map((_, seq) => seq)),
    toBodies(logs.flat()),
  ];
}

function readEndState(ending: readonly EncodedEvent[] = []): string | null {
  const last = ending.at(-1)?.event;
  return last?.kind === 'status' && isTerminalState(last.state) ? last.state : null;
}

function toOptionalColumn(text: string | undefined): string | null {
  return text === undefined ? null : toColumn(text);
}

function sumBytes(texts: readonly string[] = []): number {
  return texts.reduce((sum, text) => sum + measureText(text), 0);
}
