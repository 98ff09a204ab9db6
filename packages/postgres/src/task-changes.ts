import type {
  CancelOutcome,
  ClaimRequest,
  Lease,
  ReplyOutcome,
  Scope,
  TaskStateName,
} from '@formwork/runtime';
import { isInterruptedState, isTerminalState } from '@formwork/runtime';
import { type EncodedEvent, encodeEvent, hashKey, MEMO_START } from '@formwork/runtime/internal';
import type { Connection, Run } from './connection.ts';
import type { EventWriter } from './event-writer.ts';
import { LEASE_COLUMNS, type LeaseRow, readLease } from './leases.ts';
import { toColumn } from './stored-text.ts';

interface LockedRow {
  readonly number: number;
  readonly state: TaskStateName;
  readonly seq: number;
  readonly epoch: number;
  readonly is_leased: boolean;
  readonly cancel_requested: boolean;
}

const CANCELLATION = [encodeEvent({ kind: 'status', state: 'canceled' })];

/** Changes a task for a caller, each time in a transaction that locks the task's row first. */
export class TaskChanges {
  readonly #schema: string;
  readonly #transact: <Value>(work: (run: Run) => Promise<Value>) => Promise<Value>;
  readonly #writer: EventWriter;
  readonly #shard: number;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(
    { schema, transact }: Connection,
    { writer, shard }: { readonly writer: EventWriter; readonly shard: number },
  ) {
    this.#schema = schema;
    this.#transact = transact;
    this.#writer = writer;
    this.#shard = shard;
    this.#statements = prepareStatements(schema);
  }

  cancel(scope: Scope, taskId: string, force: boolean): Promise<CancelOutcome> {
    return this.#transact(async (run) => {
      const row = await this.#lockRow(run, scope, taskId);
      if (row === undefined) return { kind: 'not-found' };
      if (isTerminalState(row.state)) return { kind: 'terminal', state: row.state };
      if (!force && row.is_leased) {
        if (!row.cancel_requested) await run(this.#statements.requestCancel, [row.number]);
        return { kind: 'requested' };
      }
      await this.#writer.write(run, [{ taskId, scope, events: CANCELLATION }]);
      return { kind: 'canceled' };
    });
  }

  reply(
    scope: Scope,
    taskId: string,
    reply: {
      readonly expectedSeq: number;
      readonly idempotencyKey: string | undefined;
      readonly events: readonly EncodedEvent[];
      readonly claim: ClaimRequest | undefined;
      /**
       * Makes the task the owner of the reply's blobs, inside the transaction `run`, and returns their
       * size in bytes.
       */
      readonly keepBlobs: (run: Run, taskNumber: number) => Promise<number>;
    },
  ): Promise<ReplyOutcome> {
    return this.#transact(async (run) => {
      const { expectedSeq, idempotencyKey, events, claim, keepBlobs } = reply;
      const row = await this.#lockRow(run, scope, taskId);
      if (row === undefined) return { kind: 'not-found' };
      const key = idempotencyKey === undefined ? undefined : hashKey(idempotencyKey);
      if (
        key !== undefined &&
        (await run(this.#statements.findReply, [row.number, key])).length > 0
      ) {
        return { kind: 'repeated' };
      }
      if (!isInterruptedState(row.state) || !(await this.#isLast(run, row, expectedSeq))) {
        return { kind: 'stale', state: row.state };
      }
      if (key !== undefined) await run(this.#statements.addReply, [row.number, key]);
      const blobBytes = await keepBlobs(run, row.number);
      const [seq = row.seq] = await this.#writer.write(run, [{ taskId, scope, events, blobBytes }]);
      const last = events.at(-1)?.event;
      if (last?.kind !== 'status' || last.state !== 'working') return { kind: 'accepted', seq };
      if (claim === undefined) {
        await run(this.#statements.letWait, [row.number, toColumn(scope)]);
        return { kind: 'accepted', seq };
      }
      const [leased] = await run<LeaseRow>(this.#statements.grant, [row.number, claim.ttlMs]);
      return { kind: 'accepted', seq, ...(leased && { lease: readLease(leased) }) };
    });
  }

  /** Adds a memo unless the task was claimed again, has ended or is gone: see `LateMemos`. */
  keepMemo({ scope, taskId, epoch }: Lease, memo: EncodedEvent): Promise<boolean> {
    return this.#transact(async (run) => {
      const row = await this.#lockRow(run, scope, taskId);
      if (row === undefined || row.epoch !== epoch || isTerminalState(row.state)) return false;
      await this.#writer.write(run, [{ taskId, scope, events: [memo] }]);
      return true;
    });
  }

  /** Deletes a task; returns false if the scope has no such task. */
  delete(scope: Scope, taskId: string): Promise<boolean> {
    return this.#transact(async (run) => {
      const row = await this.#lockRow(run, scope, taskId);
      if (row === undefined) return false;
      await deleteTasks(run, { schema: this.#schema, shard: this.#shard, numbers: [row.number] });
      return true;
    });
  }

  async #lockRow(run: Run, scope: Scope, taskId: string): Promise<LockedRow | undefined> {
    const [row] = await run<LockedRow>(this.#statements.lock, [toColumn(taskId), toColumn(scope)]);
    return row;
  }

  /** Returns true for the place of a log's last event, not counting memos that were kept late. */
  async #isLast(run: Run, row: LockedRow, seq: number): Promise<boolean> {
    if (seq >= row.seq) return seq === row.seq;
    return (await run(this.#statements.findOther, [row.number, seq])).length === 0;
  }
}

/** Prepares the statements of {@link TaskChanges}. */
function prepareStatements(schema: string) {
  const waits = `state in ('submitted', 'working') and lease_end is null`;
  return {
    lock: {
      text: `select number, state, seq, epoch, cancel_requested,
      lease_end is not null and not resting and lease_end > ${schema}.now_ms() as is_leased
    from ${schema}.task where id = $1 and scope = $2 for no key update`,
    },
    requestCancel: {
      text: `update ${schema}.task set cancel_requested = true where number = $1`,
    },
    addReply: {
      text: `insert into ${schema}.reply (task_number, reply_key) values ($1, $2)
      on conflict do nothing returning 1`,
    },
    findReply: {
      text: `select 1 from ${schema}.reply where task_number = $1 and reply_key = $2`,
    },
    findOther: {
      text: `select 1 from ${schema}.event where task_number = $1 and seq > $2
      and left(body::text, ${MEMO_START.length}) <> '${MEMO_START}' limit 1`,
    },
    letWait: {
      text: `update ${schema}.task set attempts = 0, failures = 0, turn = greatest(
        coalesce((select turn from ${schema}.task where ${waits} and number <> $1
          order by turn, number limit 1), 0),
        (select turn + 1 from ${schema}.task where ${waits} and scope = $2 and number <> $1
          order by turn desc limit 1),
        0)
      where number = $1`,
    },
    grant: {
      text: `update ${schema}.task t set attempts = 1, failures = 0, epoch = t.epoch + 1, turn = 0,
        lease_end = ${schema}.now_ms() + $2, resting = false
      where number = $1 returning ${LEASE_COLUMNS}`,
    },
  };
}

/**
 * Deletes tasks with all their data inside a transaction, and returns their ids as the database
 * stores them.
 */
export async function deleteTasks(
  run: Run,
  {
    schema,
    shard,
    numbers,
  }: {
    readonly schema: string;
    readonly shard: number;
    readonly numbers: readonly number[];
  },
): Promise<readonly string[]> {
  const statement = {
    text: `with gone as (
        delete from ${schema}.task where number = any($1::bigint[])
        returning number, id, scope, state, counted
      ), events as (
        delete from ${schema}.event where task_number = any($1::bigint[])
      ), replies as (
        delete from ${schema}.reply where task_number = any($1::bigint[])
      ), pushes as (
        delete from ${schema}.push where task_number = any($1::bigint[])
      ), questions as (
        delete from ${schema}.question where task_number = any($1::bigint[])
      ), blobs as (
        update ${schema}.blob set task_number = null, free_after = 0
        where task_number = any($1::bigint[])
      ), tallied as (
        insert into ${schema}.tally (name, shard, value)
        select name, $2, sum(value) from (
          select 'bytes:' || scope as name, -counted as value from gone
          union all
          select 'ended:' || state, -1 from gone
          where state in ('completed', 'failed', 'canceled', 'rejected')
        ) as sums group by name order by name
        on conflict (name, shard) do update set value = tally.value + excluded.value
      )
      select id from gone`,
  };
  const rows = await run<{ readonly id: string }>(statement, [numbers, shard]);
  return rows.map(({ id }) => id);
}
