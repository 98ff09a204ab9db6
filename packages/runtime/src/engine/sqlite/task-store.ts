import type { Scope } from '../../scope.ts';
import { EngineStorageError } from '../../errors.ts';
import { createSkillQuota } from '../claim-queue.ts';
import type { Lease, WorkRequest } from '../lease.ts';
import { isLeaseEnd } from '../requests.ts';
import type { NewTask } from '../task-engine.ts';
import { isTerminalState } from '../task-event.ts';
import { createBlobRows, createUsageRows } from './blob-rows.ts';
import { type CheckedEvent, type CheckedOwner, computeChecksum } from './checksums.ts';
import { type EncodedEvent, encodeEvent } from './event-codec.ts';
import { checkLogLength, eventIdOf, toSeq, toTaskNumber } from './event-id.ts';
import type { FileClock } from './file-clock.ts';
import { createPushRows, type PushRows } from './push-rows.ts';
import { type LateStatement, prepareLate } from './statements.ts';
import { fromBlobReference, fromStoredText, toStoredText } from './stored-text.ts';
import { createNextLease, type PlacedRow, type TaskRow } from './task-row.ts';
import type Database from 'better-sqlite3';
import { hash } from 'node:crypto';

const OPEN = "state in ('submitted', 'working')";

/** The rows of tasks and of their logs. Everything that writes MUST be called inside a transaction. */
export interface TaskStore {
  readonly pushes: PushRows;
  /** Finds a task in any scope. */
  find(taskId: string): TaskRow | undefined;
  findIn(scope: Scope, taskId: string): TaskRow | undefined;
  /** Finds a task and the end of its log in one look, so that both are of one moment. */
  findPlaced(scope: Scope, taskId: string): PlacedRow | undefined;
  /** Returns the id of the task that was created under this key. */
  findCreated(creationKey: Buffer): string | undefined;
  /** Adds a task. False, with nothing done, when there is a task of this id or key. */
  insert(task: InsertedTask, time: number): boolean;
  /** Returns the position of the last event. */
  getLastSeq(row: Pick<TaskRow, 'number'>): number;
  /** Adds to the log, without asking who may, and returns the position of the last event. */
  write(row: TaskRow, events: readonly EncodedEvent[], time: number): number;
  /** Returns the turn of a task of this scope that begins to wait. */
  nextTurn(scope: Scope): number;
  /**
   * Finds submitted and working tasks that no lease protects and that do not rest, by their turns.
   */
  findClaimable(time: number, options: FindClaimableOptions): readonly TaskRow[];
  /** Gives out the next lease. */
  grant(row: TaskRow, leaseEnd: number): Lease;
  setLeaseEnd(row: TaskRow, leaseEnd: number): void;
  /** Takes the lease back, and the attempt with it. */
  release(row: TaskRow): void;
  /** Takes the lease back; nobody gets it before the time `end`. */
  rest(row: TaskRow, end: number): void;
  requestCancel(row: TaskRow): void;
  /** Lets the count of attempts begin anew, and the task wait for that turn. Returns the row as it is then. */
  resetAttempts(row: TaskRow, turn: number): TaskRow;
  hasReply(row: TaskRow, replyKey: Buffer): boolean;
  addReply(row: TaskRow, replyKey: Buffer): void;
  /** Deletes a task with its log, and returns how many entries that had. */
  delete(row: TaskRow): number;
  /** Returns how many bytes of logs a scope has. */
  countBytes(scope: Scope): number;
}

/** The task that {@link TaskStore.insert} stores. */
interface InsertedTask {
  readonly task: NewTask;
  /** See `encodeOrigin`; or the reference to it. */
  readonly origin: string;
  readonly creationKey: Buffer | null;
  /** Present when the task comes leased. */
  readonly leaseEnd: number | undefined;
  /** Events that its first holder has written by then; the last of them ends the task. */
  readonly ending?: readonly EncodedEvent[] | undefined;
}

const CREATION = encodeEvent({ kind: 'status', state: 'submitted' });
const WAITING = "state in ('submitted', 'working') and lease_end is null";
const ROW =
  'number, id, scope, context_id, state, status_time, epoch, attempts, lease_end, cancel_requested, skill, turn, resting, push';

/**
 * Hashes a key of any length to 16 bytes. The lengths keep apart what would be equal when joined.
 */
export function hashKey(...parts: readonly string[]): Buffer {
  const text = parts.map((part) => `${part.length}:${part}`).join('');
  // Not as UTF-8, in which different broken texts are equal.
  return hash('sha256', Buffer.from(text, 'utf16le'), 'buffer').subarray(0, 16);
}

/** Makes the store. Its tables must exist when it is used. */
export function createTaskStore(
  database: Database.Database,
  clock: Pick<FileClock, 'mark'>,
): TaskStore {
  const find = prepareLate<[string], TaskRow>(database, `select ${ROW} from task where id = ?`);
  const findPlaced = prepareLate<[string], PlacedRow>(
    database,
    `select ${ROW}, (select max(event.id) from event
      where event.id < (task.number + 1) * ${eventIdOf(1, 0)}) as last_event
    from task where id = ?`,
  );
  const findCreated = prepareLate<[Buffer], { readonly id: string }>(
    database,
    'select id from task where creation_key = ?',
  );
  const insertTask = prepareLate<
    [
      ...[string, string, string, string, number, number, number],
      ...[number | null, Buffer | null, string | null, number],
    ]
  >(
    database,
    `insert into task (id, scope, context_id, state, status_time, epoch, attempts, lease_end,
      cancel_requested, creation_key, skill, turn) values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)
    on conflict do nothing`,
  );
  const insertEvent = prepareLate<[number, number, string, number]>(
    database,
    'insert into event (id, time, text, checksum) values (?, ?, ?, ?)',
  );
  const findLastEvent = prepareLate<[number], { readonly id: number; readonly time: number }>(
    database,
    'select id, time from event where id < ? order by id desc limit 1',
  );
  const setState = prepareLate<[string, number, number]>(
    database,
    'update task set state = ?, status_time = ? where number = ?',
  );
  const endLease = prepareLate<[string, number, number]>(
    database,
    'update task set state = ?, status_time = ?, lease_end = null where number = ?',
  );
  // A column that is set is taken out of its indexes and put in again, whatever the value.
  const endLeaseAtOnce = prepareLate<[string, number]>(
    database,
    'update task set state = ?, lease_end = null where number = ?',
  );
  const findClaimable = createClaimFinder(database, ROW);
  const grant = prepareLate<[number, number]>(
    database,
    `update task set epoch = epoch + 1, attempts = attempts + 1, lease_end = ?, resting = 0
      where number = ?`,
  );
  const setLeaseEnd = prepareLate<[number, number]>(
    database,
    'update task set lease_end = ? where number = ?',
  );
  const release = prepareLate<[number]>(
    database,
    'update task set attempts = attempts - 1, lease_end = null where number = ?',
  );
  const rest = prepareLate<[number, number]>(
    database,
    'update task set lease_end = ?, resting = 1 where number = ?',
  );
  const resetAttempts = prepareLate<[number, number]>(
    database,
    'update task set attempts = 0, turn = ? where number = ?',
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
  const deleteEvents = prepareLate<[number, number]>(
    database,
    'delete from event where id >= ? and id < ?',
  );

  const measureEvents = prepareLate<[number, number], { readonly bytes: number | null }>(
    database,
    'select sum(octet_length(text)) as bytes from event where id >= ? and id < ?',
  );

  const usage = createUsageRows(database);
  const pushes = createPushRows(database, clock);
  const blobs = createBlobRows(database);

  function nextTurn(scope: Scope): number {
    const first = findFirstTurn.get()?.turn ?? 0;
    const last = findLastTurn.get(toStoredText(scope));
    return last === undefined ? first : Math.max(first, last.turn + 1);
  }

  /** Adds an event, and returns its bytes; its text may be a reference to a blob. */
  function addEvent(event: CheckedEvent, owner?: CheckedOwner): number {
    const { id, time, text } = event;
    const blob = fromBlobReference(text);
    const ofBlob = blob === undefined ? 0 : blobs.keep(blob.blobId, toTaskNumber(id));
    if (ofBlob === undefined) throw new EngineStorageError('BLOB_EXPIRED');
    insertEvent.run(id, time, text, computeChecksum(event, owner));
    return Buffer.byteLength(text) + ofBlob;
  }

  function findLast({ number }: Pick<TaskRow, 'number'>): {
    readonly seq: number;
    readonly time: number;
  } {
    const { id, time } = findLastEvent.get(eventIdOf(number + 1, 0)) ?? { id: 0, time: 0 };
    return { seq: toSeq(id), time };
  }

  return {
    pushes,
    find: (taskId) => find.get(toStoredText(taskId)),
    findIn(scope, taskId) {
      const row = find.get(toStoredText(taskId));
      return row?.scope === toStoredText(scope) ? row : undefined;
    },
    findPlaced(scope, taskId) {
      const row = findPlaced.get(toStoredText(taskId));
      return row?.scope === toStoredText(scope) ? row : undefined;
    },
    findCreated(creationKey) {
      const row = findCreated.get(creationKey);
      return row && fromStoredText(row.id);
    },
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
      );
      if (changes === 0) {
        return false;
      }
      const number = Number(lastInsertRowid);
      const owner = { id, scope, context_id: contextId };
      let bytes = addEvent({ id: eventIdOf(number, 0), time, text: origin }, owner);
      for (const [index, { text }] of [CREATION, ...ending].entries()) {
        bytes += addEvent({ id: eventIdOf(number, index + 1), time, text });
      }
      usage.add(scope, bytes);
      if (task.push !== undefined) {
        pushes.insert(number, task.push, 0);
        pushes.makeDue(number, time);
      }
      return true;
    },
    getLastSeq: (row) => findLast(row).seq,
    write(row, events, now) {
      const { seq, time: before } = findLast(row);
      // Not every time is kept by the clock, but none may be before the last of its own task.
      const time = Math.max(now, before);
      const last = events.at(-1)?.event;
      const isEnd = last?.kind === 'status' && isTerminalState(last.state);
      checkLogLength(seq, { count: events.length, isEnd });
      const first = eventIdOf(row.number, seq + 1);
      let bytes = 0;
      for (const [index, { text }] of events.entries()) {
        bytes += addEvent({ id: first + index, time, text });
      }
      usage.add(row.scope, bytes);
      const status = events.findLast(({ event }) => event.kind === 'status')?.event;
      if (status?.kind === 'status') {
        clock.mark();
        if (!isLeaseEnd(status)) {
          setState.run(status.state, time, row.number);
        } else if (row.status_time === time) {
          endLeaseAtOnce.run(status.state, row.number);
        } else {
          endLease.run(status.state, time, row.number);
        }
      }
      if (row.push === 1) {
        pushes.makeDue(row.number, time);
      }
      return seq + events.length;
    },
    nextTurn,
    findClaimable,
    grant(row, leaseEnd) {
      clock.mark();
      grant.run(leaseEnd, row.number);
      return createNextLease(row);
    },
    setLeaseEnd(row, leaseEnd) {
      clock.mark();
      setLeaseEnd.run(leaseEnd, row.number);
    },
    release(row) {
      release.run(row.number);
    },
    rest(row, end) {
      rest.run(end, row.number);
    },
    resetAttempts(row, turn) {
      resetAttempts.run(turn, row.number);
      return { ...row, attempts: 0, turn };
    },
    requestCancel(row) {
      requestCancel.run(row.number);
    },
    hasReply: (row, replyKey) => findReply.get(row.number, replyKey) !== undefined,
    addReply(row, replyKey) {
      insertReply.run(row.number, replyKey);
    },
    delete({ number, scope, push }) {
      const range = [eventIdOf(number, 0), eventIdOf(number + 1, 0)] as const;
      const bytes = (measureEvents.get(...range)?.bytes ?? 0) + blobs.freeOf(number);
      const { changes } = deleteEvents.run(...range);
      usage.add(scope, -bytes);
      deleteReplies.run(number);
      if (push === 1) {
        pushes.deleteAll(number);
      }
      deleteTask.run(number);
      return changes;
    },
    countBytes: (scope) => usage.get(toStoredText(scope)),
  };
}

/** Options of a search for tasks that can be claimed: how many, and of which skills. */
interface FindClaimableOptions extends Pick<WorkRequest, 'skillLimits'> {
  readonly limit: number;
}

/**
 * Makes the function that finds the tasks that a runner can claim, in the order of their turns. A
 * search costs as much as it finds; with limits for skills, it also passes over the tasks that have
 * to go on waiting.
 */
function createClaimFinder(
  database: Database.Database,
  columns: string,
): (time: number, options: FindClaimableOptions) => readonly TaskRow[] {
  function prepare(
    condition: string,
  ): LateStatement<[{ time: number; limit: number; skills: string }], TaskRow> {
    return prepareLate(
      database,
      `select * from (select ${columns} from task indexed by task_turn
        where ${OPEN} and lease_end is null
        and ${condition} order by turn, number limit @limit)
      union all
      select * from (select ${columns} from task indexed by task_claim
        where ${OPEN} and lease_end <= @time
        and ${condition} order by turn, number limit @limit)
      order by turn, number limit @limit`,
    );
  }

  const findAll = prepare('@skills is not null');
  const findOf = prepare('skill = @skills');
  const findOthers = prepare(
    '(skill is null or skill not in (select value from json_each(@skills)))',
  );

  return (time, { limit, skillLimits }) => {
    const page = { time, limit: Math.max(0, limit) };
    if (skillLimits === undefined) return findAll.all({ ...page, skills: '' });
    const isWithin = createSkillQuota(skillLimits);
    const names = [...skillLimits.keys()].map(toStoredText);
    const limited = [...skillLimits].flatMap(([skillId, count]) =>
      findOf.all({
        time,
        limit: Math.min(page.limit, Math.max(0, count)),
        skills: toStoredText(skillId),
      }),
    );
    return [...findOthers.all({ ...page, skills: JSON.stringify(names) }), ...limited]
      .toSorted((a, b) => a.turn - b.turn || a.number - b.number)
      .filter(({ skill }) => isWithin(skill === null ? undefined : fromStoredText(skill)))
      .slice(0, page.limit);
  };
}
