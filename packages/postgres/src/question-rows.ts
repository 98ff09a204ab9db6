import type { NewTaskEvent, OpenQuestion, QuestionStore } from '@formwork/runtime';
import { type EncodedEvent, findAddressees, toTimestamp } from '@formwork/runtime/internal';
import type { Connection, Run } from './connection.ts';
import { fromColumn, fromScopeColumn, toColumn } from './stored-text.ts';

interface QuestionRow {
  readonly id: string;
  readonly scope: string;
  readonly asked_at: number;
  readonly now: number;
}

/** A position before all questions. */
const FIRST = { askedAt: '-271821-04-20T00:00:00.000Z', taskId: '' };

/** The SQL condition for tasks that wait for an answer. */
const WAITS = "state in ('input-required', 'auth-required')";

/** Makes the methods of the engine that find the questions which were given to people. */
export function createQuestionMethods(
  { schema, run, transact }: Connection,
  open: () => Promise<void>,
): QuestionStore {
  // A program of an earlier version closes no questions, so the state of the task counts as well.
  const select = {
    // Each address is asked alone: only so is the order that of the key, and no row is read beyond
    // the limit.
    text: `select distinct f.asked_at, f.id, f.scope, 0::bigint as now
      from unnest($1::text[]) as given(address) cross join lateral (
        select q.asked_at, t.id, t.scope
        from ${schema}.question q join ${schema}.task t on t.number = q.task_number and t.${WAITS}
        where q.address = given.address and q.asked_at >= $3::bigint
          and (q.asked_at > $3 or t.id > $4)
        order by q.asked_at, t.id limit $2) f
      order by f.asked_at, f.id limit $2`,
  };
  const selectDue = {
    text: `select t.number, t.id, t.scope, ${schema}.now_ms() as now,
        (select min(q.asked_at) from ${schema}.question q where q.task_number = t.number) as asked_at
      from ${schema}.task t
      where t.${WAITS} and t.number in (
        select q.task_number
        from ${schema}.question q join ${schema}.task w on w.number = q.task_number and w.${WAITS}
        where q.wakes_at is not null and q.wakes_at <= ${schema}.now_ms()
        group by q.task_number order by min(q.wakes_at), q.task_number limit $1)
      order by t.number for no key update skip locked`,
  };
  // The lock of a task does not tell that another process has claimed its question and has already
  // let go, so the time is read again.
  const setWake = {
    text: `with woken as (
        select task_number, min(wakes_at) as woke_at from ${schema}.question
        where task_number = any($1::bigint[]) and wakes_at <= $3 group by task_number)
      update ${schema}.question q set wakes_at = $2
      from woken where q.task_number = woken.task_number and q.wakes_at <= $3
      returning q.task_number, woken.woke_at`,
  };
  const putOff = {
    text: `update ${schema}.question set wakes_at = $1
      where task_number = (select number from ${schema}.task where id = $2) and wakes_at = $3`,
  };

  return {
    async listQuestions({ to, limit, after }) {
      await open();
      const { askedAt, taskId } = after ?? FIRST;
      const cursor = [Date.parse(askedAt), toColumn(taskId)];
      const rows = await run<QuestionRow>(select, [to.map(toColumn), limit, ...cursor]);
      return rows.map(toOpenQuestion);
    },

    async claimDueQuestions(limit, ttlMs) {
      await open();
      return transact(async (step) => {
        const rows = await step<QuestionRow & { readonly number: number }>(selectDue, [limit]);
        const now = rows[0]?.now ?? 0;
        const until = now + ttlMs;
        if (rows.length === 0) return [];
        const numbers = rows.map(({ number }) => number);
        const set = await step<{
          readonly task_number: number;
          readonly woke_at: number;
        }>(setWake, [numbers, until, now]);
        const woken = new Map(set.map((row) => [row.task_number, row.woke_at]));
        // The rows are locked in the order of their numbers, so that two claims never wait in a ring.
        const due = rows.flatMap((row) => {
          const wokeAt = woken.get(row.number);
          return wokeAt === undefined ? [] : [{ row, wokeAt }];
        });
        return due
          .toSorted((a, b) => a.wokeAt - b.wokeAt || a.row.number - b.row.number)
          .map(({ row, wokeAt }) => ({
            ...toOpenQuestion(row),
            wokeAt: toTimestamp(wokeAt),
            claimedAt: new Date(now).toISOString(),
            claimedUntil: new Date(until).toISOString(),
          }));
      });
    },

    async putOffQuestion({ taskId, claimedUntil }, wakesAt) {
      await open();
      const next = wakesAt === undefined ? null : Date.parse(wakesAt);
      await run(putOff, [next, toColumn(taskId), Date.parse(claimedUntil)]);
    },
  };
}

function toOpenQuestion({ id, scope, asked_at: askedAt }: QuestionRow): OpenQuestion {
  return {
    taskId: fromColumn(id),
    scope: fromScopeColumn(scope),
    askedAt: toTimestamp(askedAt),
  };
}

/** Returns true for events whose last one gives a question to people. */
export function givesQuestion(events: readonly EncodedEvent[]): boolean {
  return findAddressees(events.at(-1)?.event, 0) !== undefined;
}

/**
 * Closes the question that a task had and opens the one that it asks now, inside the transaction
 * that has written the events.
 */
export async function changeQuestion(
  run: Run,
  {
    schema,
    taskId,
    last,
    closes,
  }: {
    readonly schema: string;
    readonly taskId: string;
    readonly last: NewTaskEvent | undefined;
    /** True if the task may have had an open question before these events. */
    readonly closes: boolean;
  },
): Promise<void> {
  if (closes) {
    const text = `delete from ${schema}.question
      where task_number = (select number from ${schema}.task where id = $1)`;
    await run({ text }, [toColumn(taskId)]);
  }
  const addressees = findAddressees(last, -1);
  if (addressees === undefined) return;
  const { to, askedAt, wakesAt } = addressees;
  // The time of the event is known to the database alone, as that of the task's status: -1 stands
  // for it.
  const text = `insert into ${schema}.question (address, asked_at, task_number, wakes_at)
    select address, case when $3::bigint = -1 then t.status_time else $3 end, t.number,
      case when $4::bigint = -1 then t.status_time else $4 end
    from ${schema}.task t, unnest($2::text[]) as address
    where t.id = $1 and t.${WAITS} on conflict do nothing`;
  await run({ text }, [toColumn(taskId), to.map(toColumn), askedAt, wakesAt]);
}
