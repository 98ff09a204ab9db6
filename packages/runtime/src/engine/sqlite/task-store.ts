import type { Scope } from '../../scope.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import type { Lease } from '../lease.ts';
import { isLeaseEnd } from '../requests.ts';
import { type EncodedEvent, encodeEvent } from '../stored/event-codec.ts';
import { toStoredText } from '../stored/stored-text.ts';
import type { NewTask } from '../task-engine.ts';
import { isInterruptedState, isTerminalState } from '../task-event.ts';
import { createBlobRows, createUsageRows, type BlobRows, type UsageRows } from './blob-rows.ts';
import { checkLogLength, eventIdOf } from './event-id.ts';
import {
  createEventRows,
  type EventBytes,
  type NewEventRow,
  type EventRows,
} from './event-rows.ts';
import type { FileClock } from './file-clock.ts';
import {
  BY_ID,
  type CreationIndex,
  createCreationIndex,
  createIdIndex,
  type IdIndex,
} from './id-index.ts';
import { createOwnerCheck, type OwnerCheck } from './owner-check.ts';
import { PushRows } from './push-rows.ts';
import { createQuestionRows, type QuestionRows } from './question-rows.ts';
import { type LazyStatement, prepareLateStatement } from './statements.ts';
import {
  createClaimFinder,
  createNextLease,
  OPEN,
  type FindClaimableOptions,
  type PlacedRow,
  type TaskRow,
} from './task-row.ts';

/**
 * The number of bytes in a task's log at which they are added to the sum of its scope at once. Fewer
 * wait for a change of state: counting each piece of an artifact would slow streams by a sixth.
 */
const MIN_COUNTED_BYTES = 16_384;

/** The largest number of a task's events that the sum of its scope may lack. */
const MAX_UNCOUNTED_EVENTS = 1_000;

const CREATION = encodeEvent({ kind: 'status', state: 'submitted' });
const WAITING = "state in ('submitted', 'working') and lease_end is null";
const ROW =
  'number, id, scope, context_id, state, status_time, epoch, attempts, failures, lease_end, cancel_requested, skill, turn, resting, push, counted';

/**
 * Reads and writes the rows of tasks and their logs. Methods that write MUST be called inside a
 * transaction. Searches by id, and by the key of a message, throw `EngineStorageError` if their
 * index is damaged, and those in a scope `TaskDamagedError` if the task may be of that scope. The
 * tables must exist when a method is called.
 */
export class TaskStore {
  readonly #clock: Pick<FileClock, 'mark'>;
  /**
   * Finds submitted and working tasks that have no lease and no pause before a retry, in the order
   * in which they wait.
   */
  readonly findClaimable: (time: number, options: FindClaimableOptions) => readonly TaskRow[];
  readonly #ids: IdIndex;
  readonly #owners: OwnerCheck;
  /** The search by the keys of messages that created tasks. */
  readonly creations: CreationIndex;
  readonly #usage: UsageRows;
  readonly pushes: PushRows;
  readonly questions: QuestionRows;
  readonly #blobs: BlobRows;
  readonly #log: EventRows;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: SqliteDatabase, clock: Pick<FileClock, 'mark'>) {
    this.#clock = clock;
    this.#statements = prepareStatements(database);
    this.findClaimable = createClaimFinder(database, ROW);
    this.#ids = createIdIndex(database);
    this.#owners = createOwnerCheck(database);
    this.creations = createCreationIndex(database);
    this.#usage = createUsageRows(database);
    this.pushes = new PushRows(database, clock);
    this.questions = createQuestionRows(database);
    this.#blobs = createBlobRows(database);
    this.#log = createEventRows(database, this.#blobs);
  }

  /** Finds a task in any scope. */
  find(taskId: string): TaskRow | undefined {
    const id = toStoredText(taskId);
    return this.#ids.check(id, this.#statements.find.get(id));
  }

  /** Returns the place in the order of waiting tasks for a new one of a scope. */
  nextTurn(scope: Scope): number {
    const first = this.#statements.findFirstTurn.get()?.turn ?? 0;
    const last = this.#statements.findLastTurn.get(toStoredText(scope));
    return last === undefined ? first : Math.max(first, last.turn + 1);
  }

  findIn(scope: Scope, taskId: string): TaskRow | undefined {
    return this.#owners.filter(this.find(taskId), toStoredText(scope));
  }

  /** Finds a task and the end of its log in one query, so that both are of the same moment. */
  findPlaced(scope: Scope, taskId: string): PlacedRow | undefined {
    const id = toStoredText(taskId);
    return this.#owners.filter(
      this.#ids.check(id, this.#statements.findPlaced.get(id)),
      toStoredText(scope),
    );
  }

  /** Adds a task. Returns false, and adds nothing, if a task has this id or creation key. */
  insert(
    {
      task,
      origin,
      creationKey,
      leaseEnd,
      ending = [],
    }: {
      readonly task: NewTask;
      /** The origin of the task as text, or the reference to the blob that holds it. */
      readonly origin: string;
      readonly creationKey: Buffer | null;
      /**
       * The time at which the task's first lease ends, in milliseconds since 1970; `undefined` if the
       * task is created without a lease.
       */
      readonly leaseEnd: number | undefined;
      /** The events that the first lease has already appended, if the last of them ends the task. */
      readonly ending?: readonly EncodedEvent[] | undefined;
    },
    time: number,
  ): boolean {
    this.#clock.mark();
    const claims = leaseEnd === undefined ? 0 : 1;
    const { skillId } = task.invocation;
    const last = ending.at(-1)?.event;
    const [id = '', scope = '', contextId = ''] = [task.id, task.scope, task.contextId].map(
      toStoredText,
    );
    const { lastInsertRowid, changes } = this.#statements.insertTask.run(
      id,
      scope,
      contextId,
      last?.kind === 'status' ? last.state : 'submitted',
      time,
      claims,
      claims,
      last === undefined ? (leaseEnd ?? null) : null,
      creationKey,
      skillId === undefined ? null : toStoredText(skillId),
      leaseEnd === undefined ? this.nextTurn(task.scope) : 0,
      ending.length + 1,
    );
    if (changes === 0) {
      return false;
    }
    const number = lastInsertRowid;
    const owner = { id, scope, context_id: contextId };
    const { ofText, ofBlob } = this.#log.add([
      { id: eventIdOf(number, 0), time, text: origin, owner },
      ...toRows([CREATION, ...ending], { first: eventIdOf(number, 1), time }),
    ]);
    this.#usage.add(scope, ofText + ofBlob);
    if (task.push !== undefined) {
      this.pushes.insert(number, task.push, 0);
      this.pushes.makeDue(number, time);
    }
    return true;
  }

  /** Returns the position of the last event in a task's log. */
  getLastSeq({ number }: Pick<TaskRow, 'number'>): number {
    return this.#log.findLast(number).seq;
  }

  /** Returns true for the place of a log's last event, not counting memos that were kept late. */
  isLast({ number }: Pick<TaskRow, 'number'>, seq: number): boolean {
    const last = this.#log.findLast(number).seq;
    return seq === last || (seq < last && this.#log.areMemos(number, seq));
  }

  /**
   * Adds events to a task's log without checking a lease, and returns the position of the last
   * event.
   */
  write(row: TaskRow, events: readonly EncodedEvent[], now: number): number {
    const { seq, time: before } = this.#log.findLast(row.number);
    // The clock may be behind after a start; an event must not be older than the one before it.
    const time = Math.max(now, before);
    const last = events.at(-1)?.event;
    const isEnd = last?.kind === 'status' && isTerminalState(last.state);
    checkLogLength(seq, { count: events.length, isEnd });
    const first = eventIdOf(row.number, seq + 1);
    const { ofText, ofBlob } = this.#log.add(toRows(events, { first, time }));
    const status = events.findLast(({ event }) => event.kind === 'status')?.event;
    const end = seq + events.length;
    const isCounted =
      status !== undefined ||
      ofText >= MIN_COUNTED_BYTES ||
      end - row.counted >= MAX_UNCOUNTED_EVENTS;
    const earlier = isCounted ? this.#log.measure(row.number, { after: row.counted, end: seq }) : 0;
    this.#usage.add(row.scope, (isCounted ? earlier + ofText : 0) + ofBlob);
    if (status?.kind === 'status') {
      this.#clock.mark();
      if (isInterruptedState(row.state)) this.questions.close(row.number);
      this.questions.open(row.number, last, time);
      if (!isLeaseEnd(status)) {
        this.#statements.setState.run(status.state, time, end, row.number);
      } else if (row.status_time === time) {
        this.#statements.endLeaseAtOnce.run(status.state, end, row.number);
      } else {
        this.#statements.endLease.run(status.state, time, end, row.number);
      }
    } else if (isCounted) this.#statements.setCounted.run(end, row.number);
    if (row.push === 1) {
      this.pushes.makeDue(row.number, time);
    }
    return end;
  }

  /** Finds the tasks whose newest leases the claim with this id gave, and which still count. */
  findClaimed(claimId: string): readonly TaskRow[] {
    return this.#statements.findClaimed.all(claimId);
  }

  /** Leases a task until the time `leaseEnd`, and returns the lease. */
  grant(row: TaskRow, leaseEnd: number, claimId?: string): Lease {
    this.#clock.mark();
    this.#statements.grant.run(leaseEnd, claimId ?? null, row.number);
    return createNextLease(row);
  }

  setLeaseEnd(row: TaskRow, leaseEnd: number): void {
    this.#clock.mark();
    this.#statements.setLeaseEnd.run(leaseEnd, row.number);
  }

  /**
   * Ends the lease of a task, or with `end` lets it run out at that time, in milliseconds since
   * 1970; its attempt is not counted.
   */
  release(row: TaskRow, end: number | null): void {
    this.#statements.release.run(end, row.number);
  }

  /**
   * Ends the lease of a task for a retry, which no runner can claim before the time `end`, and adds to
   * the number of its failures.
   */
  rest(row: TaskRow, { end, failures }: { readonly end: number; readonly failures: number }): void {
    this.#statements.rest.run(failures, end, row.number);
  }

  /** Sets the number of a task's attempts to 0, and its place in the order; returns the row. */
  resetAttempts(row: TaskRow, turn: number): TaskRow {
    this.#statements.resetAttempts.run(turn, row.number);
    return { ...row, attempts: 0, failures: 0, turn };
  }

  requestCancel(row: TaskRow): void {
    this.#statements.requestCancel.run(row.number);
  }

  /** Sets the number of a task's attempts to 1, because its present attempt got on. */
  countAnew(row: TaskRow): void {
    this.#statements.countAnew.run(row.number);
  }

  hasReply(row: TaskRow, replyKey: Buffer): boolean {
    return this.#statements.findReply.get(row.number, replyKey) !== undefined;
  }

  addReply(row: Pick<TaskRow, 'number'>, replyKey: Buffer): void {
    this.#statements.insertReply.run(row.number, replyKey);
  }

  /** Adds events to a log without any other change, and returns their size. */
  addEvents(events: readonly NewEventRow[]): EventBytes {
    return this.#log.add(events);
  }

  /** Adds to the stored bytes of a scope, given as the text in the database. */
  addBytes(scope: string, bytes: number): void {
    this.#usage.add(scope, bytes);
  }

  /** Deletes a task with its log, and returns the number of deleted events. */
  delete({ number, scope, state, push, counted }: TaskRow): number {
    const bytes =
      this.#log.measure(number, { after: -1, end: counted }) + this.#blobs.freeOf(number);
    const deleted = this.#log.deleteAll(number);
    this.#statements.deleteReplies.run(number);
    if (isInterruptedState(state)) this.questions.close(number);
    if (push === 1) {
      this.pushes.deleteAll(number);
    }
    this.#statements.deleteTask.run(number);
    this.#usage.add(scope, -bytes);
    return deleted;
  }

  /**
   * Returns the number of bytes of a scope's logs, without the latest small events of running
   * tasks.
   */
  countBytes(scope: Scope): number {
    return this.#usage.get(toStoredText(scope));
  }
}

/** Prepares the statements by which {@link TaskStore} reads and writes the rows of tasks. */
function prepareStatements(database: SqliteDatabase) {
  const prepare = <Parameters extends readonly unknown[], Row = unknown>(
    sql: string,
  ): LazyStatement<Parameters, Row> => prepareLateStatement(database, sql);
  return {
    find: prepare<[string], TaskRow>(`select ${ROW} from task where ${BY_ID}`),
    findPlaced: prepare<[string], PlacedRow>(`select ${ROW}, (select max(event.id) from event
      where event.id < (task.number + 1) * ${eventIdOf(1, 0)}) as last_event
    from task where ${BY_ID}`),
    insertTask: prepare<
      [
        ...[string, string, string, string, number, number, number],
        ...[number | null, Buffer | null, string | null, number, number],
      ]
    >(`insert into task (id, scope, context_id, state, status_time, epoch, attempts, lease_end,
      cancel_requested, creation_key, skill, turn, counted) values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)
    on conflict do nothing`),
    setState: prepare<[string, number, number, number]>(
      'update task set state = ?, status_time = ?, counted = ? where number = ?',
    ),
    endLease: prepare<[string, number, number, number]>(
      'update task set state = ?, status_time = ?, counted = ?, lease_end = null where number = ?',
    ),
    // This leaves `status_time` out: setting a column to its old value also updates the indexes.
    endLeaseAtOnce: prepare<[string, number, number]>(
      'update task set state = ?, counted = ?, lease_end = null where number = ?',
    ),
    setCounted: prepare<[number, number]>('update task set counted = ? where number = ?'),
    grant: prepare<
      [number, string | null, number]
    >(`update task set epoch = epoch + 1, attempts = attempts + 1, lease_end = ?, resting = 0,
      claim = (epoch + 1) || ':' || ? where number = ?`),
    // With the epoch, a claim no longer matches once a program has claimed that knows no ids.
    findClaimed: prepare<
      [string],
      TaskRow
    >(`select ${ROW} from task indexed by task_claim where ${OPEN} and lease_end is not null
      and resting = 0 and claim = epoch || ':' || ? order by turn, number`),
    setLeaseEnd: prepare<[number, number]>('update task set lease_end = ? where number = ?'),
    release: prepare<[number | null, number]>(
      'update task set attempts = attempts - 1, lease_end = ? where number = ?',
    ),
    rest: prepare<
      [number, number, number]
    >(`update task set attempts = attempts - 1, failures = failures + ?, lease_end = ?, resting = 1
      where number = ?`),
    resetAttempts: prepare<[number, number]>(
      'update task set attempts = 0, failures = 0, turn = ? where number = ?',
    ),
    countAnew: prepare<[number]>('update task set attempts = 1, failures = 0 where number = ?'),
    findFirstTurn: prepare<[], { readonly turn: number }>(
      `select turn from task indexed by task_turn where ${WAITING} order by turn limit 1`,
    ),
    findLastTurn: prepare<
      [string],
      { readonly turn: number }
    >(`select turn from task indexed by task_scope_turn where ${WAITING} and scope = ?
      order by turn desc limit 1`),
    requestCancel: prepare<[number]>('update task set cancel_requested = 1 where number = ?'),
    findReply: prepare<[number, Buffer]>(
      'select 1 from reply where task_number = ? and reply_key = ?',
    ),
    insertReply: prepare<[number, Buffer]>(
      'insert into reply (task_number, reply_key) values (?, ?)',
    ),
    deleteTask: prepare<[number]>('delete from task where number = ?'),
    deleteReplies: prepare<[number]>('delete from reply where task_number = ?'),
  };
}

/** Makes the rows of events with consecutive ids from `first` on. */
function toRows(
  events: readonly EncodedEvent[],
  { first, time }: { readonly first: number; readonly time: number },
): readonly NewEventRow[] {
  return events.map(({ text }, index) => ({ id: first + index, time, text }));
}
