import { isTerminalState, LeaseLostError, type Lease } from '@formwork/runtime';
import {
  checkNewEvents,
  type EncodedEvent,
  isInterruption,
  isLeaseEnd,
  isProgress,
} from '@formwork/runtime/internal';
import { compareTexts } from '@formwork/schema/json';
import type { Connection, Run } from './connection.ts';
import { changeQuestion, givesQuestion } from './question-rows.ts';
import { measureText, toBodies, toColumn } from './stored-text.ts';
import type { Outcome } from './write-queue.ts';

/** Events to add to the log of one task, and the lease that permits it. */
export interface EventWrite {
  readonly taskId: string;
  readonly scope: string;
  /**
   * The epoch of the lease, which must be the task's newest; absent if the caller has already
   * locked the task's row.
   */
  readonly epoch?: number;
  readonly events: readonly EncodedEvent[];
  /** The size in bytes of the blobs that the events refer to. Default 0. */
  readonly blobBytes?: number;
}

/**
 * The largest number of bytes of a log that may be missing from the sum of its scope while the
 * task's state does not change.
 */
const MAX_UNCOUNTED_BYTES = 16_384;

const CANCELLATION = JSON.stringify({ kind: 'status', state: 'canceled' });

/**
 * Adds events to the logs of tasks. `shard` is the number of the rows in which this process keeps
 * its part of each sum.
 */
export class EventWriter {
  readonly #schema: string;
  readonly #shard: number;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor({ schema, prepare }: Connection, shard: number) {
    this.#schema = schema;
    this.#shard = shard;
    this.#statements = prepareStatements({ schema, prepare });
  }

  /**
   * Locks the row of the task that a lease is for, and returns the task's number; returns
   * `undefined` if the lease is not the task's newest.
   */
  async lockHeld(run: Run, { taskId, scope, epoch }: Lease): Promise<number | undefined> {
    const values = [toColumn(taskId), toColumn(scope), epoch];
    const [row] = await run<{ readonly number: number }>(this.#statements.lock, values);
    return row?.number;
  }

  /**
   * Adds events to the logs of different tasks, in one statement. Returns for each task the
   * position of its last event; `undefined` if there is no such task, or the lease is not its
   * newest. Events that give a question to people, and those without an epoch, MUST be written
   * inside a transaction.
   */
  async write(run: Run, writes: readonly EventWrite[]): Promise<readonly (number | undefined)[]> {
    const sorted = writes
      .map((write, index) => ({ write, index }))
      .toSorted((a, b) => compareTexts(a.write.taskId, b.write.taskId));
    const columns = createColumns();
    for (const [position, { write }] of sorted.entries()) addWrite(columns, write, position + 1);
    const { texts, ...otherColumns } = columns;
    const rows = await run<{ readonly ord: number; readonly seq: number }>(
      this.#statements.statement,
      [...Object.values(otherColumns), toBodies(texts), this.#shard],
    );
    const seqs: (number | undefined)[] = writes.map(() => undefined);
    for (const { ord, seq } of rows) {
      const index = sorted[ord - 1]?.index;
      if (index !== undefined) seqs[index] = seq;
    }
    for (const { taskId, epoch, events } of writes) {
      // A runner's task has no open question; a reply or a cancellation closes the one there is.
      const last = events.at(-1)?.event;
      const closes = epoch === undefined && last?.kind === 'status';
      if (closes || givesQuestion(events)) {
        await changeQuestion(run, { schema: this.#schema, taskId, last, closes });
      }
    }
    return seqs;
  }
}

/** Prepares the statements of {@link EventWriter}. */
function prepareStatements({ schema, prepare }: Pick<Connection, 'schema' | 'prepare'>) {
  return {
    // Each row is looked up on its own, in the order of the ids. A plan for many rows could read the
    // whole table, and two batches that lock in different orders would wait for each other.
    statement: prepare(
      'write_events',
      `with input as materialized (
      select i.*, ${schema}.now_ms() as now
      from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::bigint[], $6::text[], $7::bool[],
        $8::bool[], $9::bool[], $10::bool[])
        with ordinality
          as i(id, scope, epoch, count, bytes, state, rests, interrupts, ends, gets_on, ord)
    ), held as materialized (
      select t.*, i.ord, i.count, i.state as next, i.rests, i.gets_on, i.ends or (i.interrupts and t.cancel_requested) as ends,
        t.bytes + i.bytes as sum, greatest(i.now, t.event_time) as now,
        (i.interrupts and t.cancel_requested)::int as cancels,
        i.state is not null or t.bytes + i.bytes - t.counted > ${MAX_UNCOUNTED_BYTES} as counts
      from input i cross join lateral (
        select number, scope, seq, bytes, counted, push, event_time, cancel_requested
        from ${schema}.task t
        where t.id = i.id and t.scope = i.scope and (i.epoch is null
          or (t.epoch = i.epoch and t.lease_end is not null and not t.resting))
        for no key update
      ) t
    ), changed as (
      update ${schema}.task t set
        seq = h.seq + h.count + h.cancels,
        event_time = h.now,
        state = case when h.cancels = 1 then 'canceled' else coalesce(h.next, t.state) end,
        status_time = case when h.next is null then t.status_time else h.now end,
        lease_end = case when h.rests then null else t.lease_end end,
        resting = t.resting and not h.rests,
        attempts = case when h.gets_on then least(t.attempts, 1) else t.attempts end,
        failures = case when h.gets_on then 0 else t.failures end,
        bytes = h.sum,
        counted = case when h.counts then h.sum else t.counted end
      from held h where t.number = h.number
    ), logged as (
      insert into ${schema}.event (task_number, seq, time, body)
      select h.number, h.seq + e.position, h.now, e.body
      from rows from (unnest($11::int[]), unnest($12::int[]), json_array_elements($13::json))
        as e(ord, position, body)
      join held h on h.ord = e.ord
      union all
      select h.number, h.seq + h.count + 1, h.now, '${CANCELLATION}'::json
      from held h where h.cancels = 1
    ), told as (
      update ${schema}.push p set
        due = case when p.died_at is null then coalesce(p.due, h.now) else p.due end
      from held h where h.push and p.task_number = h.number
    ), tallied as (
      insert into ${schema}.tally (name, shard, value)
      select name, $14, sum(value) from (
        select 'bytes:' || h.scope as name, h.sum - h.counted as value from held h where h.counts
        union all
        select 'ended:' || case when h.cancels = 1 then 'canceled' else h.next end, 1
        from held h where h.ends
      ) as sums group by name order by name
      on conflict (name, shard) do update set value = tally.value + excluded.value
    )
    select h.ord, h.seq + h.count + h.cancels as seq from held h`,
    ),
    lock: {
      text: `select number from ${schema}.task where id = $1 and scope = $2 and epoch = $3
      and lease_end is not null and not resting for no key update`,
    },
  };
}

/**
 * The values of a batch of writes, one array for each parameter of the SQL statement, in its order.
 */
interface Columns {
  readonly ids: string[];
  readonly scopes: string[];
  readonly epochs: (number | null)[];
  readonly counts: number[];
  readonly bytes: number[];
  readonly states: (string | null)[];
  readonly rests: boolean[];
  readonly interrupts: boolean[];
  readonly ends: boolean[];
  readonly getsOn: boolean[];
  readonly owners: number[];
  readonly positions: number[];
  /** The texts of all events, which become one parameter. */
  readonly texts: string[];
}

function createColumns(): Columns {
  const task = { ids: [], scopes: [], epochs: [], counts: [], bytes: [], states: [] };
  const flags = { rests: [], interrupts: [], ends: [], getsOn: [] };
  return { ...task, ...flags, owners: [], positions: [], texts: [] };
}

function addWrite(columns: Columns, write: EventWrite, position: number): void {
  const { taskId, scope, epoch, events, blobBytes = 0 } = write;
  const status = events.findLast(({ event }) => event.kind === 'status')?.event;
  const state = status?.kind === 'status' ? status.state : undefined;
  columns.ids.push(toColumn(taskId));
  columns.scopes.push(toColumn(scope));
  columns.epochs.push(epoch ?? null);
  columns.counts.push(events.length);
  columns.bytes.push(blobBytes + events.reduce((sum, { text }) => sum + measureText(text), 0));
  columns.states.push(state ?? null);
  columns.rests.push(status !== undefined && isLeaseEnd(status));
  columns.interrupts.push(epoch !== undefined && isInterruption(events.at(-1)?.event));
  columns.ends.push(state !== undefined && isTerminalState(state));
  columns.getsOn.push(epoch !== undefined && events.some(({ event }) => isProgress(event)));
  for (const [index, { text }] of events.entries()) {
    columns.owners.push(position);
    columns.positions.push(index + 1);
    columns.texts.push(text);
  }
}

/** Events to append to the log of the task that a lease is for. */
export interface Append {
  readonly lease: Lease;
  readonly events: readonly EncodedEvent[];
}

/**
 * Checks an append before it joins a batch, so that it cannot make the whole batch fail.
 *
 * @throws TypeError when something follows an event that ends the lease
 */
export function toEventWrite({ lease, events }: Append): EventWrite {
  checkNewEvents(events.map(({ event }) => event));
  return { taskId: lease.taskId, scope: lease.scope, epoch: lease.epoch, events };
}

/**
 * Makes the outcome of an append: the position of its last event, or `LeaseLostError` without one.
 */
export function toAppendOutcome(seq: number | undefined, { taskId, epoch }: Lease): Outcome {
  return seq === undefined
    ? { kind: 'failed', error: new LeaseLostError(taskId, epoch) }
    : { kind: 'done', value: seq };
}
