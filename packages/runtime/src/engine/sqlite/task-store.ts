import type { Scope } from '../../scope.ts';
import type { Lease } from '../lease.ts';
import { isLeaseEnd } from '../requests.ts';
import type { NewTask } from '../task-engine.ts';
import { isInterruptedState, isTerminalState } from '../task-event.ts';
import { createBlobRows, createUsageRows } from './blob-rows.ts';
import { type EncodedEvent, encodeEvent } from '../stored/event-codec.ts';
import { checkLogLength, eventIdOf } from './event-id.ts';
import { createEventRows, type EventBytes, type NewEventRow } from './event-rows.ts';
import type { FileClock } from './file-clock.ts';
import { createPushRows, type PushRows } from './push-rows.ts';
import { createQuestionRows, type QuestionRows } from './question-rows.ts';
import { BY_ID, type CreationIndex, createCreationIndex, createIdIndex } from './id-index.ts';
import { createOwnerCheck } from './owner-check.ts';
import { prepareLate } from './statements.ts';
import { toStoredText } from '../stored/stored-text.ts';
import {
  createClaimFinder,
  createNextLease,
  OPEN,
  type FindClaimableOptions,
  type PlacedRow,
  type TaskRow,
} from './task-row.ts';
import type Database from 'better-sqlite3';

/**
 * Reads and writes the rows of tasks and their logs. Methods that write MUST be called inside a
 * transaction. Searches by id, and by the key of a message, throw `EngineStorageError` if their
 * index is damaged, and those in a scope `TaskDamagedError` if the task may be of that scope.
 */
export interface TaskStore {
  readonly pushes: PushRows;
  readonly questions: QuestionRows;
  /** Finds a task in any scope. */
  find(taskId: string): TaskRow | undefined;
  findIn(scope: Scope, taskId: string): TaskRow | undefined;
  /** Finds a task and the end of its log in one query, so that both are of the same moment. */
  findPlaced(scope: Scope, taskId: string): PlacedRow | undefined;
  /** The search by the keys of messages that created tasks. */
  readonly creations: CreationIndex;
  /** Adds a task. Returns false, and adds nothing, if a task has this id or creation key. */
  insert(task: InsertedTask, time: number): boolean;
  /** Returns the position of the last event in a task's log. */
  getLastSeq(row: Pick<TaskRow, 'number'>): number;
  /** Returns true for the place of a log's last event, not counting memos that were kept late. */
  isLast(row: Pick<TaskRow, 'number'>, seq: number): boolean;
  /**
   * Adds events to a task's log without checking a lease, and returns the position of the last
   * event.
   */
  write(row: TaskRow, events: readonly EncodedEvent[], time: number): number;
  /** Returns the place in the order of waiting tasks for a new one of a scope. */
  nextTurn(scope: Scope): number;
  /**
   * Finds submitted and working tasks that have no lease and no pause before a retry, in the order
   * in which they wait.
   */
  findClaimable(time: number, options: FindClaimableOptions): readonly TaskRow[];
  /** Finds the tasks whose newest leases the claim with this id gave, and which still count. */
  findClaimed(claimId: string): readonly TaskRow[];
  /** Leases a task until the time `leaseEnd`, and returns the lease. */
  grant(row: TaskRow, leaseEnd: number, claimId?: string): Lease;
  setLeaseEnd(row: TaskRow, leaseEnd: number): void;
  /**
   * Ends the lease of a task, or with `end` lets it run out at that time, in milliseconds since
   * 1970; its attempt is not counted.
   */
  release(row: TaskRow, end: number | null): void;
  /**
   * Ends the lease of a task for a retry, which nobody can claim before the time `end`, and adds to
   * the number of its failures.
   */
  rest(row: TaskRow, counts: { readonly end: number; readonly failures: number }): void;
  requestCancel(row: TaskRow): void;
  /** Sets the number of a task's attempts to 0, and its place in the order; returns the row. */
  resetAttempts(row: TaskRow, turn: number): TaskRow;
  /** Sets the number of a task's attempts to 1, because its present attempt got on. */
  countAnew(row: TaskRow): void;
  hasReply(row: TaskRow, replyKey: Buffer): boolean;
  addReply(row: Pick<TaskRow, 'number'>, replyKey: Buffer): void;
  /** Adds events to a log without any other change, and returns their size. */
  addEvents(events: readonly NewEventRow[]): EventBytes;
  /** Adds to the stored bytes of a scope, given as the text in the database. */
  addBytes(scope: string, bytes: number): void;
  /** Deletes a task with its log, and returns the number of deleted events. */
  delete(row: TaskRow): number;
  /**
   * Returns the number of bytes of a scope's logs, without the latest small events of running
   * tasks.
   */
  countBytes(scope: Scope): number;
}

/** The new task that {@link TaskStore.insert} stores, and the texts for its rows. */
interface InsertedTask {
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
}

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
 * Makes the store of the rows of tasks and logs. The tables must exist when a method is called.
 */
export function createTaskStore(
  database: Database.Database,
  clock: Pick<FileClock, 'mark'>,
): TaskStore {
  const find = prepareLate<[string], TaskRow>(database, `select ${ROW} from task where ${BY_ID}`);
  const findPlaced = prepareLate<[string], PlacedRow>(
    database,
    `select ${ROW}, (select max(event.id) from event
      where event.id < (task.number + 1) * ${eventIdOf(1, 0)}) as last_event
    from task where ${BY_ID}`,
  );
  const insertTask = prepareLate<
    [
      ...[string, string, string, string, number, number, number],
      ...[number | null, Buffer | null, string | null, number, number],
    ]
  >(
    database,
    `insert into task (id, scope, context_id, state, status_time, epoch, attempts, lease_end,
      cancel_requested, creation_key, skill, turn, counted) values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)
    on conflict do nothing`,
  );
  const setState = prepareLate<[string, number, number, number]>(
    database,
    'update task set state = ?, status_time = ?, counted = ? where number = ?',
  );
  const endLease = prepareLate<[string, number, number, number]>(
    database,
    'update task set state = ?, status_time = ?, counted = ?, lease_end = null where number = ?',
  );
  // This leaves `status_time` out: setting a column to its old value also updates the indexes.
  const endLeaseAtOnce = prepareLate<[string, number, number]>(
    database,
    'update task set state = ?, counted = ?, lease_end = null where number = ?',
  );
  const setCounted = prepareLate<[number, number]>(
    database,
    'update task set counted = ? where number = ?',
  );
  const findClaimable = createClaimFinder(database, ROW);
  const grant = prepareLate<[number, string | null, number]>(
    database,
    `update task set epoch = epoch + 1, attempts = attempts + 1, lease_end = ?, resting = 0,
      claim = (epoch + 1) || ':' || ? where number = ?`,
  );
  // With the epoch, a claim no longer matches once a program has claimed that knows no ids.
  const findClaimed = prepareLate<[string], TaskRow>(
    database,
    `select ${ROW} from task indexed by task_claim where ${OPEN} and lease_end is not null
      and resting = 0 and claim = epoch || ':' || ? order by turn, number`,
  );
  const setLeaseEnd = prepareLate<[number, number]>(
    database,
    'update task set lease_end = ? where number = ?',
  );
  const release = prepareLate<[number | null, number]>(
    database,
    'update task set attempts = attempts - 1, lease_end = ? where number = ?',
  );
  const rest = prepareLate<[number, number, number]>(
    database,
    `update task set attempts = attempts - 1, failures = failures + ?, lease_end = ?, resting = 1
      where number = ?`,
  );
  const resetAttempts = prepareLate<[number, number]>(
    database,
    'update task set attempts = 0, failures = 0, turn = ? where number = ?',
  );
  const countAnew = prepareLate<[number]>(
    database,
    'update task set attempts = 1, failures = 0 where number = ?',
  );
  const findFirstTurn = prepareLate<[], { readonly turn: number }>(
    database,
    `select turn from task indexed by task_turn where ${WAITING} order by turn limit 1`,
  );
  const findLastTurn = prepareLate<[string], { readonly turn: number }>(
    database,
    `select turn from task indexed by task_scope_turn where ${WAITING} and scope = ?
      order by turn desc limit 1`,
  );
  const requestCancel = prepareLate<[number]>(
    database,
    'update task set cancel_requested = 1 where number = ?',
  );
  const findReply = prepareLate<[number, Buffer]>(
    database,
    'select 1 from reply where task_number = ? and reply_key = ?',
  );
  const insertReply = prepareLate<[number, Buffer]>(
    database,
    'insert into reply (task_number, reply_key) values (?, ?)',
  );
  const deleteTask = prepareLate<[number]>(database, 'delete from task where number = ?');
  const deleteReplies = prepareLate<[number]>(database, 'delete from reply where task_number = ?');
  const ids = createIdIndex(database);
  const owners = createOwnerCheck(database);
  const creations = createCreationIndex(database);
  const usage = createUsageRows(database);
  const pushes = createPushRows(database, clock);
  const questions = createQuestionRows(database);
  const blobs = createBlobRows(database);
  const log = createEventRows(database, blobs);

  function findRow(taskId: string): TaskRow | undefined {
    const id = toStoredText(taskId);
    return ids.check(id, find.get(id));
  }

  function nextTurn(scope: Scope): number {
    const first = findFirstTurn.get()?.turn ?? 0;
    const last = findLastTurn.get(toStoredText(scope));
    return last === undefined ? first : Math.max(first, last.turn + 1);
  }

  return {
    pushes,
    questions,
    find: findRow,
    findIn(scope, taskId) {
      return owners.filter(findRow(taskId), toStoredText(scope));
    },
    findPlaced(scope, taskId) {
      const id = toStoredText(taskId);
      return owners.filter(ids.check(id, findPlaced.get(id)), toStoredText(scope));
    },
    creations,
    insert({ task, origin, creationKey, leaseEnd, ending = [] }, time) {
      clock.mark();
      const claims = leaseEnd === undefined ? 0 : 1;
      const { skillId } = task.invocation;
      const last = ending.at(-1)?.event;
      const [id = '', scope = '', contextId = ''] = [task.id, task.scope, task.contextId].map(
        toStoredText,
      );
      const { lastInsertRowid, changes } = insertTask.run(
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
        leaseEnd === undefined ? nextTurn(task.scope) : 0,
        ending.length + 1,
      );
      if (changes === 0) {
        return false;
      }
      const number = Number(lastInsertRowid);
      const owner = { id, scope, context_id: contextId };
      const { ofText, ofBlob } = log.add([
        { id: eventIdOf(number, 0), time, text: origin, owner },
        ...toRows([CREATION, ...ending], { first: eventIdOf(number, 1), time }),
      ]);
      usage.add(scope, ofText + ofBlob);
      if (task.push !== undefined) {
        pushes.insert(number, task.push, 0);
        pushes.makeDue(number, time);
      }
      return true;
    },
    getLastSeq: ({ number }) => log.findLast(number).seq,
    isLast({ number }, seq) {
      const last = log.findLast(number).seq;
      return seq === last || (seq < last && log.areMemos(number, seq));
    },
    write(row, events, now) {
      const { seq, time: before } = log.findLast(row.number);
      // The clock may be behind after a start; an event must not be older than the one before it.
      const time = Math.max(now, before);
      const last = events.at(-1)?.event;
      const isEnd = last?.kind === 'status' && isTerminalState(last.state);
      checkLogLength(seq, { count: events.length, isEnd });
      const first = eventIdOf(row.number, seq + 1);
      const { ofText, ofBlob } = log.add(toRows(events, { first, time }));
      const status = events.findLast(({ event }) => event.kind === 'status')?.event;
      const end = seq + events.length;
      const isCounted =
        status !== undefined ||
        ofText >= MIN_COUNTED_BYTES ||
        end - row.counted >= MAX_UNCOUNTED_EVENTS;
      const earlier = isCounted ? log.measure(row.number, { after: row.counted, end: seq }) : 0;
      usage.add(row.scope, (isCounted ? earlier + ofText : 0) + ofBlob);
      if (status?.kind === 'status') {
        clock.mark();
        if (isInterruptedState(row.state)) questions.close(row.number);
        questions.open(row.number, last, time);
        if (!isLeaseEnd(status)) {
          setState.run(status.state, time, end, row.number);
        } else if (row.status_time === time) {
          endLeaseAtOnce.run(status.state, end, row.number);
        } else {
          endLease.run(status.state, time, end, row.number);
        }
      } else if (isCounted) setCounted.run(end, row.number);
      if (row.push === 1) {
        pushes.makeDue(row.number, time);
      }
      return end;
    },
    nextTurn,
    findClaimable,
    findClaimed: (claimId) => findClaimed.all(claimId),
    grant(row, leaseEnd, claimId) {
      clock.mark();
      grant.run(leaseEnd, claimId ?? null, row.number);
      return createNextLease(row);
    },
    setLeaseEnd(row, leaseEnd) {
      clock.mark();
      setLeaseEnd.run(leaseEnd, row.number);
    },
    release(row, end) {
      release.run(end, row.number);
    },
    rest(row, { end, failures }) {
      rest.run(failures, end, row.number);
    },
    resetAttempts(row, turn) {
      resetAttempts.run(turn, row.number);
      return { ...row, attempts: 0, failures: 0, turn };
    },
    requestCancel(row) {
      requestCancel.run(row.number);
    },
    countAnew(row) {
      countAnew.run(row.number);
    },
    hasReply: (row, replyKey) => findReply.get(row.number, replyKey) !== undefined,
    addReply(row, replyKey) {
      insertReply.run(row.number, replyKey);
    },
    addEvents: (events) => log.add(events),
    addBytes(scope, bytes) {
      usage.add(scope, bytes);
    },
    delete({ number, scope, state, push, counted }) {
      const bytes = log.measure(number, { after: -1, end: counted }) + blobs.freeOf(number);
      const deleted = log.deleteAll(number);
      deleteReplies.run(number);
      if (isInterruptedState(state)) questions.close(number);
      if (push === 1) {
        pushes.deleteAll(number);
      }
      deleteTask.run(number);
      usage.add(scope, -bytes);
      return deleted;
    },
    countBytes: (scope) => usage.get(toStoredText(scope)),
  };
}

/** Makes the rows of events with consecutive ids from `first` on. */
function toRows(
  events: readonly EncodedEvent[],
  { first, time }: { readonly first: number; readonly time: number },
): readonly NewEventRow[] {
  return events.map(({ text }, index) => ({ id: first + index, time, text }));
}
