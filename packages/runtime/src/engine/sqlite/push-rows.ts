import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import type { Lease } from '../lease.ts';
import type { DeadLetter, Delivery, PushConfig } from '../push-store.ts';
import { toTimestamp } from '../requests.ts';
import { fromStoredScope, fromStoredText, toStoredText } from '../stored/stored-text.ts';
import { computeChecksum, computePushChecksum } from './checksums.ts';
import { eventIdOf } from './event-id.ts';
import type { FileClock } from './file-clock.ts';
import { prepareLateStatement } from './statements.ts';

/** A row of the table `push`: a push config and the state of its deliveries. */
export interface PushRow {
  readonly number: number;
  readonly task_number: number;
  readonly id: string;
  readonly config: string;
  readonly seq: number;
  readonly due: number | null;
  readonly epoch: number;
  readonly failures: number;
  readonly failing_since: number | null;
  readonly died_at: number | null;
  readonly reason: string | null;
  /** The checksum of the row; null only in rows from earlier versions of the program. */
  readonly checksum: number | null;
}

/** A row of a push config, joined with the columns of its task. */
interface OwnedPushRow extends PushRow {
  /** The id of the task; null, like all columns that follow, if there is no such task. */
  readonly task_id: string | null;
  readonly scope: string | null;
  readonly context_id: string | null;
  /**
   * The time of the task's first event, which its checksum covers together with the columns above;
   * null if that event is missing.
   */
  readonly origin_time: number | null;
  readonly origin_text: string | null;
  readonly origin_checksum: number | null;
}

/** The columns of a push config's row that deliveries change, without `epoch`. */
type PushState = Pick<PushRow, 'seq' | 'due' | 'failures' | 'failing_since' | 'died_at' | 'reason'>;

const OWNED = `select push.*, task.id as task_id, task.scope, task.context_id,
    event.time as origin_time, event.text as origin_text, event.checksum as origin_checksum
  from push left join task on task.number = push.task_number
  left join event on event.id = push.task_number * ${eventIdOf(1, 0)}`;

/**
 * Reads and writes the rows of push configs. Methods that write MUST be called inside a
 * transaction. The tables must exist when a method is called.
 */
export class PushRows {
  readonly #clock: Pick<FileClock, 'mark'>;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: SqliteDatabase, clock: Pick<FileClock, 'mark'>) {
    this.#clock = clock;
    this.#statements = prepareStatements(database);
  }

  /** Writes the state of a delivery. The delivery ends unless `keeps` is given. */
  update(row: PushRow, state: Partial<PushState>, keeps?: 'keeps'): void {
    const { number, seq, due, failures, failing_since, died_at, reason } = row;
    this.#clock.mark();
    const before = { seq, due, failures, failing_since, died_at, reason };
    const next = { ...before, ...state };
    // The checksum of a damaged row is not renewed, so that the row still counts as damaged.
    const checksum = isIntact(row) ? computePushChecksum({ ...row, seq: next.seq }) : row.checksum;
    this.#statements.update.run({ ...next, number, checksum, step: keeps === 'keeps' ? 0 : 1 });
  }

  find(taskNumber: number, configId: string): PushRow | undefined {
    return this.#statements.find.get(taskNumber, toStoredText(configId));
  }

  findNumber(number: number): PushRow | undefined {
    return this.#statements.findNumber.get(number);
  }

  /** Lists the push configs of a task in the order in which they were set. */
  list(taskNumber: number): readonly PushRow[] {
    return this.#statements.list.all(taskNumber);
  }

  /**
   * Adds a push config whose receiver is notified of events after the position `seq`, and notes in
   * the row of its task that it has one.
   */
  insert(taskNumber: number, config: PushConfig, seq: number): void {
    const row = { task_number: taskNumber, id: toStoredText(config.id), seq };
    const text = JSON.stringify(config);
    const checksum = computePushChecksum({ ...row, config: text });
    this.#statements.insert.run(taskNumber, row.id, text, seq, checksum);
    this.#statements.setFlag.run({ number: taskNumber });
  }

  /** Replaces the config of a row, and returns the new row. */
  setConfig(row: PushRow, config: PushConfig): PushRow {
    const changed = { ...row, config: JSON.stringify(config) };
    const checksum = computePushChecksum(changed);
    this.#statements.setConfig.run(changed.config, checksum, row.number);
    return { ...changed, checksum };
  }

  delete(row: PushRow): void {
    this.#statements.remove.run(row.number);
    this.#statements.setFlag.run({ number: row.task_number });
  }

  /** Marks the configs of a task that have nothing to send as due, because its log has grown. */
  makeDue(taskNumber: number, time: number): void {
    this.#clock.mark();
    this.#statements.mark.run(time, taskNumber);
  }

  deleteAll(taskNumber: number): void {
    this.#statements.removeAll.run(taskNumber);
  }

  hasDue(time: number): boolean {
    return this.#statements.findDue.get(time) !== undefined;
  }

  /** Leases up to `limit` push configs that are due, until the time `end`. */
  claim({
    time,
    limit,
    end,
  }: {
    readonly time: number;
    readonly limit: number;
    readonly end: number;
  }): readonly Delivery[] {
    return this.#statements.selectDue.all(time, Math.max(0, limit)).map((row) => {
      this.update(row, { due: end });
      return readDelivery(row, time);
    });
  }

  listDead(limit: number): readonly DeadLetter[] {
    return this.#statements.selectDead.all(Math.max(0, limit)).map(readDeadLetter);
  }
}

/** Prepares the statements of {@link PushRows}. */
function prepareStatements(database: SqliteDatabase) {
  return {
    find: prepareLateStatement<[number, string], PushRow>(
      database,
      'select * from push where task_number = ? and id = ?',
    ),
    findNumber: prepareLateStatement<[number], PushRow>(
      database,
      'select * from push where number = ?',
    ),
    list: prepareLateStatement<[number], PushRow>(
      database,
      'select * from push where task_number = ? order by number',
    ),
    insert: prepareLateStatement<[number, string, string, number, number]>(
      database,
      `insert into push (task_number, id, config, seq, epoch, failures, checksum)
      values (?, ?, ?, ?, 0, 0, ?)`,
    ),
    setConfig: prepareLateStatement<[string, number, number]>(
      database,
      'update push set config = ?, checksum = ? where number = ?',
    ),
    setFlag: prepareLateStatement<[{ number: number }]>(
      database,
      `update task set push = exists (select 1 from push where task_number = @number)
    where number = @number`,
    ),
    remove: prepareLateStatement<[number]>(database, 'delete from push where number = ?'),
    removeAll: prepareLateStatement<[number]>(database, 'delete from push where task_number = ?'),
    mark: prepareLateStatement<[number, number]>(
      database,
      'update push set due = ? where task_number = ? and due is null and died_at is null',
    ),
    findDue: prepareLateStatement<[number]>(database, 'select 1 from push where due <= ? limit 1'),
    selectDue: prepareLateStatement<[number, number], OwnedPushRow>(
      database,
      `${OWNED} where push.due <= ? order by push.due, push.number limit ?`,
    ),
    update: prepareLateStatement<
      [PushState & Pick<PushRow, 'number' | 'checksum'> & { readonly step: number }]
    >(
      database,
      `update push set seq = @seq, due = @due, failures = @failures, failing_since = @failing_since,
      died_at = @died_at, reason = @reason, checksum = @checksum, epoch = epoch + @step
      where number = @number`,
    ),
    selectDead: prepareLateStatement<[number], OwnedPushRow>(
      database,
      `${OWNED} where push.died_at is not null order by push.died_at desc, push.number desc limit ?`,
    ),
  };
}

/** Returns true if the row of a push config matches its checksum. */
export function isIntact(row: PushRow): boolean {
  return row.checksum === null || row.checksum === computePushChecksum(row);
}

/** Parses the push config in a row, which MUST match its checksum. */
export function readPushConfig({ config }: Pick<PushRow, 'config'>): PushConfig {
  return JSON.parse(config) as PushConfig;
}

/** Returns true if the row of the task that owns a push config matches its checksum, too. */
function isOwnerIntact(row: OwnedPushRow): boolean {
  const { task_id: taskId, scope, context_id: contextId } = row;
  const { origin_time: time, origin_text: text, origin_checksum: checksum } = row;
  if (taskId === null || scope === null || contextId === null) return false;
  if (time === null || text === null) return false;
  const owner = { id: taskId, scope, context_id: contextId };
  const id = eventIdOf(row.task_number, 0);
  return checksum === null || checksum === computeChecksum({ id, time, text }, owner);
}

/** Reads the scope and task that a delivery or dead letter belongs to from its row. */
function readOwner(row: OwnedPushRow): Pick<Lease, 'scope' | 'taskId'> {
  return { taskId: fromStoredText(row.task_id ?? ''), scope: fromStoredScope(row.scope ?? '') };
}

/** Makes the delivery for a claimed push config; `row` is the row before the claim. */
function readDelivery(row: OwnedPushRow, time: number): Delivery {
  const isWhole = isIntact(row) && isOwnerIntact(row);
  return {
    ...readOwner(row),
    contextId: fromStoredText(row.context_id ?? ''),
    config: isWhole ? readPushConfig(row) : { id: fromStoredText(row.id), url: '', version: '1.0' },
    ...(!isWhole && { isDamaged: true }),
    after: row.seq,
    failures: row.failures,
    failingForMs: time - (row.failing_since ?? time),
    number: row.number,
    epoch: row.epoch + 1,
  };
}

function readDeadLetter(row: OwnedPushRow): DeadLetter {
  return {
    ...readOwner(row),
    configId: fromStoredText(row.id),
    url: isIntact(row) ? readPushConfig(row).url : '',
    after: row.seq,
    failures: row.failures,
    reason: row.reason ?? '',
    diedAt: toTimestamp(row.died_at ?? 0),
  };
}
