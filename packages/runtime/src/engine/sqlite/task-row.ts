import type { Scope } from '../../scope.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import { createSkillQuota } from '../claim-queue.ts';
import { type Lease, SUSPECT_ATTEMPTS, type WorkRequest } from '../lease.ts';
import type { PagePosition } from '../page-token.ts';
import { toTimestamp } from '../requests.ts';
import { fromStoredScope, fromStoredText, toStoredText } from '../stored/stored-text.ts';
import type { TaskStateName } from '../task-event.ts';
import { type LazyStatement, prepareLateStatement } from './statements.ts';

/** The SQL condition for tasks that a runner runs, or that wait for one. */
export const OPEN = "state in ('submitted', 'working')";

/** The states of tasks that have ended. One index has the tasks of each in the order of time. */
export const FINISHED_STATES = ['completed', 'failed', 'canceled', 'rejected'] as const;

/**
 * The SQL condition that a task has ended, as the index `task_ended` has it: SQLite uses a partial
 * index only for statements that contain its condition. The states are compared one by one, because
 * SQLite builds a temporary table for a list of more than two.
 */
export const HAS_ENDED: string = `(${FINISHED_STATES.map((state) => `state = '${state}'`).join(' or ')})`;

/** A row of the table `task`, with texts as the database stores them. */
export interface TaskRow {
  readonly number: number;
  readonly id: string;
  readonly scope: Scope;
  readonly context_id: string;
  readonly state: TaskStateName;
  readonly status_time: number;
  readonly epoch: number;
  /** The number of claims that were not given back, and after which the task did not rest. */
  readonly attempts: number;
  /** The number of attempts after which the task rested. */
  readonly failures: number;
  readonly lease_end: number | null;
  readonly cancel_requested: number;
  readonly skill: string | null;
  /** The task's place in the order of the tasks that wait for a runner: see `TaskEngine.claim`. */
  readonly turn: number;
  /**
   * 1 while the task is without a lease, and no runner may claim it before `lease_end`; else 0.
   */
  readonly resting: number;
  /** 1 if the task has push configs, else 0. */
  readonly push: number;
  /** The position in the task's log up to which events are included in the bytes of its scope. */
  readonly counted: number;
}

/** A row of a task, with the id of the last event in its log. */
export interface PlacedRow extends TaskRow {
  /** The id of the last event in the task's log. */
  readonly last_event: number;
}

/**
 * Returns true while a lease is the newest of its task and was not ended. A lease whose time has
 * run out still counts.
 */
export function isHeldBy(row: TaskRow, lease: Lease): boolean {
  return (
    row.lease_end !== null &&
    row.resting === 0 &&
    row.epoch === lease.epoch &&
    row.scope === toStoredText(lease.scope)
  );
}

/** Returns true while a lease that has not expired protects a task from being claimed. */
export function isLeased({ lease_end: leaseEnd, resting }: TaskRow, time: number): boolean {
  return leaseEnd !== null && resting === 0 && leaseEnd > time;
}

/**
 * Makes the lease for the next claim of a task: its epoch and attempt are one above those in the
 * row.
 */
export function createNextLease(row: TaskRow): Lease {
  return readLease({ ...row, epoch: row.epoch + 1, attempts: row.attempts + 1 });
}

/** Returns the newest lease of a task. */
export function readLease(row: TaskRow): Lease {
  return {
    taskId: fromStoredText(row.id),
    scope: fromStoredScope(row.scope),
    ...(row.skill !== null && { skillId: fromStoredText(row.skill) }),
    epoch: row.epoch,
    attempt: row.attempts + row.failures,
    ...(row.failures > 0 && { failures: row.failures }),
    cancelRequested: row.cancel_requested === 1,
  };
}

/** Returns the position of a task in a list, from which the next page starts. */
export function positionOf(row: TaskRow): PagePosition {
  return {
    statusTimestamp: toTimestamp(row.status_time),
    taskId: fromStoredText(row.id),
  };
}

/** Options of a search for tasks that can be claimed: how many, and of which skills. */
export interface FindClaimableOptions extends Pick<
  WorkRequest,
  'skillLimits' | 'taskIds' | 'suspects'
> {
  readonly limit: number;
}

/** The parameters of a search; `suspects` is 1 for suspects only, 0 for others, or null for all. */
interface Search {
  readonly time: number;
  readonly limit: number;
  readonly suspects: number | null;
}

/** The condition that a task is wanted by `suspects`, for tasks that can be claimed. */
const WANTED = `(@suspects is null or @suspects =
  (lease_end is not null and resting = 0 and attempts >= ${SUSPECT_ATTEMPTS}))`;

const ORDER = 'order by case when @suspects = 1 then -attempts else 0 end, turn, number';

/**
 * Makes the function that finds the tasks that a runner can claim, in the order in which they wait.
 * The time of a search grows with the tasks that it finds, and with those that it passes over
 * because of limits for skills.
 */
export function createClaimFinder(
  database: SqliteDatabase,
  columns: string,
): (time: number, options: FindClaimableOptions) => readonly TaskRow[] {
  function prepare(condition: string): LazyStatement<[Search & { skills: string }], TaskRow> {
    return prepareLateStatement(
      database,
      `select * from (select * from (select ${columns} from task indexed by task_turn
        where ${OPEN} and lease_end is null and @suspects is not 1
        and ${condition} order by turn, number limit @limit)
      union all
      select * from (select ${columns} from task indexed by task_claim
        where ${OPEN} and lease_end <= @time and ${WANTED}
        and ${condition} ${ORDER} limit @limit))
      ${ORDER} limit @limit`,
    );
  }

  const findAll = prepare('@skills is not null');
  const findOf = prepare('skill = @skills');
  const findOthers = prepare(
    '(skill is null or skill not in (select value from json_each(@skills)))',
  );

  const findNamed = prepareLateStatement<[Search & { ids: string }], TaskRow>(
    database,
    `select ${columns} from task where id in (select value from json_each(@ids))
      and ${OPEN} and (lease_end is null or lease_end <= @time) and ${WANTED}
      ${ORDER} limit @limit`,
  );

  return (time, { limit, skillLimits, taskIds, suspects: selection }) => {
    const suspects = selection === undefined ? null : Number(selection === 'only');
    const page = { time, limit: Math.max(0, limit), suspects };
    if (taskIds !== undefined) {
      return findNamed.all({ ...page, ids: JSON.stringify(taskIds.map(toStoredText)) });
    }
    if (skillLimits === undefined) return findAll.all({ ...page, skills: '' });
    const isWithin = createSkillQuota(skillLimits);
    const names = [...skillLimits.keys()].map(toStoredText);
    const limited = [...skillLimits].flatMap(([skillId, count]) =>
      findOf.all({
        ...page,
        limit: Math.min(page.limit, Math.max(0, count)),
        skills: toStoredText(skillId),
      }),
    );
    return [...findOthers.all({ ...page, skills: JSON.stringify(names) }), ...limited]
      .toSorted(
        (a, b) =>
          (suspects === 1 ? b.attempts - a.attempts : 0) || a.turn - b.turn || a.number - b.number,
      )
      .filter(({ skill }) => isWithin(skill === null ? undefined : fromStoredText(skill)))
      .slice(0, page.limit);
  };
}
