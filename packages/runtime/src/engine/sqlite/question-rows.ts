import { compareTexts } from '@formwork/schema/json';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import {
  type DueQuestion,
  findAddressees,
  type OpenQuestion,
  type QuestionPosition,
  type QuestionQuery,
  type QuestionStore,
} from '../question-store.ts';
import { toTimestamp } from '../requests.ts';
import { fromStoredScope, fromStoredText, toStoredText } from '../stored/stored-text.ts';
import type { NewTaskEvent } from '../task-event.ts';
import type { FileClock } from './file-clock.ts';
import type { GroupCommit } from './group-commit.ts';
import { prepareLateStatement, retryWhileBusy } from './statements.ts';

/**
 * Keeps the rows of open questions that were given to people. Methods that write MUST be called
 * inside a transaction.
 */
export interface QuestionRows {
  /** Adds the rows of the question that an event asks, unless it has no addressees. */
  open(taskNumber: number, event: NewTaskEvent | undefined, time: number): void;
  /** Deletes the rows of the question of a task. */
  close(taskNumber: number): void;
  list(query: QuestionQuery): readonly OpenQuestion[];
  /** Returns true if the time of a question has come. */
  hasDue(time: number): boolean;
  claimDue(
    claim: {
      readonly limit: number;
      readonly ttlMs: number;
    },
    time: number,
  ): readonly DueQuestion[];
  putOff(question: DueQuestion, wakesAt: number | null): void;
}

interface QuestionRow {
  readonly task_number: number;
  readonly id: string;
  readonly scope: string;
  readonly asked_at: number;
}

/** A place before all questions. */
const FIRST = { time: Number.MIN_SAFE_INTEGER, id: '' };

/** Makes the functions on the rows of questions. The table must exist when one is called. */
export function createQuestionRows(database: SqliteDatabase): QuestionRows {
  const insert = prepareLateStatement<[string, number, number, number | null]>(
    database,
    `insert into question (address, asked_at, task_number, wakes_at) values (?, ?, ?, ?)
    on conflict do nothing`,
  );
  const remove = prepareLateStatement<[number]>(
    database,
    'delete from question where task_number = ?',
  );
  // A program of an earlier version closes no questions, so the state of the task counts as well.
  // Each address is asked alone: only so is the order that of the key, and no row is read beyond the
  // limit.
  const select = prepareLateStatement<
    [
      {
        readonly address: string;
        readonly time: number;
        readonly id: string;
        readonly limit: number;
      },
    ],
    QuestionRow
  >(
    database,
    `select asked_at, task_number, id, scope
    from question join task on number = task_number
      and state in ('input-required', 'auth-required')
    where address = @address and asked_at >= @time and (asked_at > @time or id > @id)
    order by asked_at, id limit @limit`,
  );
  const findDue = prepareLateStatement<[number]>(
    database,
    'select 1 from question where wakes_at is not null and wakes_at <= ? limit 1',
  );
  const selectDue = prepareLateStatement<
    [number, number],
    QuestionRow & { readonly woke_at: number }
  >(
    database,
    `select task_number, id, scope, asked_at, min(wakes_at) as woke_at
    from question join task on number = task_number
      and state in ('input-required', 'auth-required')
    where wakes_at is not null and wakes_at <= ?
    group by task_number order by woke_at, task_number limit ?`,
  );
  const setWake = prepareLateStatement<[number, number]>(
    database,
    'update question set wakes_at = ? where task_number = ?',
  );
  const putOff = prepareLateStatement<[number | null, string, number]>(
    database,
    `update question set wakes_at = ?
    where task_number = (select number from task where id = ?) and wakes_at = ?`,
  );

  return {
    open(taskNumber, event, time) {
      const addressees = findAddressees(event, time);
      for (const address of addressees?.to ?? []) {
        const { askedAt = time, wakesAt = null } = addressees ?? {};
        insert.run(toStoredText(address), askedAt, taskNumber, wakesAt);
      }
    },
    close(taskNumber) {
      remove.run(taskNumber);
    },
    list({ to, limit, after }) {
      const cursor = after === undefined ? FIRST : toCursor(after);
      const rows = new Map<number, QuestionRow>();
      for (const address of to.map(toStoredText)) {
        for (const row of select.all({ ...cursor, address, limit })) rows.set(row.task_number, row);
      }
      return [...rows.values()]
        .toSorted((a, b) => a.asked_at - b.asked_at || compareTexts(a.id, b.id))
        .slice(0, limit)
        .map(toOpenQuestion);
    },
    hasDue: (time) => findDue.get(time) !== undefined,
    claimDue({ limit, ttlMs }, time) {
      const until = time + ttlMs;
      return selectDue.all(time, limit).map((row) => {
        setWake.run(until, row.task_number);
        return {
          ...toOpenQuestion(row),
          wokeAt: toTimestamp(row.woke_at),
          claimedAt: new Date(time).toISOString(),
          claimedUntil: new Date(until).toISOString(),
        };
      });
    },
    putOff({ taskId, claimedUntil }, wakesAt) {
      putOff.run(wakesAt, toStoredText(taskId), Date.parse(claimedUntil));
    },
  };
}

function toCursor({ askedAt, taskId }: QuestionPosition): typeof FIRST {
  return { time: Date.parse(askedAt), id: toStoredText(taskId) };
}

function toOpenQuestion({ id, scope, asked_at: askedAt }: QuestionRow): OpenQuestion {
  return {
    taskId: fromStoredText(id),
    scope: fromStoredScope(scope),
    askedAt: toTimestamp(askedAt),
  };
}

/** Makes the methods of the SQLite engine that find the questions which were given to people. */
export function createQuestionMethods(
  open: () => Promise<{
    readonly clock: Pick<FileClock, 'read'>;
    readonly commits: GroupCommit;
    readonly store: { readonly questions: QuestionRows };
  }>,
): QuestionStore {
  return {
    async listQuestions(query) {
      const { store } = await open();
      return retryWhileBusy(() => store.questions.list(query));
    },
    async claimDueQuestions(limit, ttlMs) {
      const { store, commits, clock } = await open();
      // Most calls find nothing, and must not write to the file.
      if (!(await retryWhileBusy(() => store.questions.hasDue(clock.read())))) return [];
      return commits.run((time) => store.questions.claimDue({ limit, ttlMs }, time));
    },
    async putOffQuestion(question, wakesAt) {
      const { store, commits } = await open();
      const next = wakesAt === undefined ? null : Date.parse(wakesAt);
      await commits.run(() => store.questions.putOff(question, next));
    },
  };
}
