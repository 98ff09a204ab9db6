import type { Lease, ReleaseOptions, RenewResult, WorkRequest } from '@formwork/runtime';
import { SUSPECT_ATTEMPTS } from '@formwork/runtime/internal';
import { compareTexts } from '@formwork/schema/json';
import type { Connection, Run } from './connection.ts';
import { fromScopeColumn, fromColumn, toColumn } from './stored-text.ts';
import { OPEN } from './tables.ts';

/** The columns of a task's row from which a lease is made. */
export interface LeaseRow {
  readonly id: string;
  readonly scope: string;
  readonly skill: string | null;
  readonly epoch: number;
  readonly attempts: number;
  readonly failures: number;
  readonly cancel_requested: boolean;
}

interface ClaimedRow extends LeaseRow {
  readonly turn: number;
  readonly number: number;
}

/** The SQL names of the columns of {@link LeaseRow}, from the table of tasks with the alias `t`. */
export const LEASE_COLUMNS =
  't.id, t.scope, t.skill, t.epoch, t.attempts, t.failures, t.cancel_requested';

/** Grants, extends and releases leases on tasks. Each method is one statement. */
export class Leases {
  readonly #run: Run;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor({ schema, prepare, run }: Connection) {
    this.#run = run;
    this.#statements = prepareStatements({ schema, prepare });
  }

  async claim(request: WorkRequest, limit: number): Promise<readonly Lease[]> {
    const isRepeat = request.isRepeat === true;
    if (limit <= 0 && !isRepeat) return [];
    const rows = await (isRepeat ? this.#repeatClaim(request) : this.#claimRows(request, limit));
    const isOnly = request.suspects === 'only' && !isRepeat;
    return rows
      .toSorted(
        (a, b) => (isOnly ? b.attempts - a.attempts : 0) || a.turn - b.turn || a.number - b.number,
      )
      .map(readLease);
  }

  async renew(leases: readonly Lease[], ttlMs: number): Promise<RenewResult> {
    if (leases.length === 0) return { lost: [], cancel: [] };
    const rows = await this.#run<Pick<LeaseRow, 'id' | 'epoch' | 'cancel_requested'>>(
      this.#statements.renewHeld,
      [...toColumns(leases), ttlMs],
    );
    const rowsById = new Map(rows.map((row) => [fromColumn(row.id), row]));
    // If a process gives two leases on one task, the one with the older epoch is lost.
    const isKept = ({ taskId, epoch }: Lease): boolean => rowsById.get(taskId)?.epoch === epoch;
    return {
      lost: leases.filter((lease) => !isKept(lease)).map(({ taskId }) => taskId),
      cancel: leases
        .filter((lease) => isKept(lease) && rowsById.get(lease.taskId)?.cancel_requested === true)
        .map(({ taskId }) => taskId),
    };
  }

  /** Releases leases, and returns the ids of the tasks whose leases were still valid. */
  async release(
    leases: readonly Lease[],
    { retryAfterMs, runOut = false, uncounted = false }: ReleaseOptions,
  ): Promise<readonly string[]> {
    if (leases.length === 0) return [];
    const columns = toColumns(leases);
    const rows =
      retryAfterMs === undefined
        ? await this.#run<Pick<LeaseRow, 'id'>>(this.#statements.releaseHeld, [...columns, runOut])
        : await this.#run<Pick<LeaseRow, 'id'>>(this.#statements.restHeld, [
            ...columns,
            retryAfterMs,
            uncounted ? 0 : 1,
          ]);
    return rows.map(({ id }) => fromColumn(id));
  }

  #claimRows(
    { ttlMs, skillLimits, taskIds, suspects, id }: WorkRequest,
    limit: number,
  ): Promise<readonly ClaimedRow[]> {
    const isOnly = suspects === undefined ? null : suspects === 'only';
    const common = [limit, ttlMs, isOnly, id ?? null];
    if (taskIds !== undefined) {
      return this.#run<ClaimedRow>(this.#statements.claimNamed, [...common, taskIds.map(toColumn)]);
    }
    if (skillLimits === undefined) return this.#run<ClaimedRow>(this.#statements.claimAll, common);
    return this.#run<ClaimedRow>(this.#statements.claimSome, [
      ...common,
      [...skillLimits.keys()].map(toColumn),
      [...skillLimits.values()].map((count) => Math.max(0, count)),
    ]);
  }

  async #repeatClaim({ ttlMs, id }: WorkRequest): Promise<readonly ClaimedRow[]> {
    return id === undefined ? [] : this.#run<ClaimedRow>(this.#statements.repeatGiven, [ttlMs, id]);
  }
}

/** Prepares the statements of {@link Leases}. */
function prepareStatements({ schema, prepare }: Pick<Connection, 'schema' | 'prepare'>) {
  // Each row is looked up on its own, in the order of the ids: see `event-writer.ts`.
  const heldLeases = `held as materialized (
    select t.number, t.cancel_requested, i.now
    from (
      select i.*, ${schema}.now_ms() as now
      from unnest($1::text[], $2::text[], $3::int[]) as i(id, scope, epoch)
    ) i cross join lateral (
      select number, cancel_requested from ${schema}.task t
      where t.id = i.id and t.scope = i.scope and t.epoch = i.epoch
        and t.lease_end is not null and not t.resting
      for no key update
    ) t
  )`;
  return {
    claimAll: prepare('claim', toClaim(schema)),
    claimSome: prepare('claim_by_skill', toClaimBySkill(schema)),
    claimNamed: prepare('claim_by_id', toClaimById(schema)),
    // With the epoch, a claim no longer matches once a program has claimed that knows no ids.
    repeatGiven: prepare(
      'claim_repeat',
      `update ${schema}.task t set lease_end = ${schema}.now_ms() + $1
    where ${OPEN} and t.lease_end is not null and not t.resting
      and t.claim = t.epoch || ':' || $2::text
    returning ${LEASE_COLUMNS}, t.turn, t.number`,
    ),
    renewHeld: prepare(
      'renew',
      `with ${heldLeases} update ${schema}.task t set lease_end = h.now + $4
    from held h where t.number = h.number returning t.id, t.epoch, t.cancel_requested`,
    ),
    releaseHeld: prepare(
      'release',
      `with ${heldLeases} update ${schema}.task t set attempts = t.attempts - 1,
      lease_end = case when $4::bool then h.now end
    from held h where t.number = h.number returning t.id`,
    ),
    restHeld: prepare(
      'rest',
      `with ${heldLeases} update ${schema}.task t
    set attempts = t.attempts - 1, failures = t.failures + $5::int,
      lease_end = case when h.cancel_requested then h.now else h.now + $4 end, resting = true
    from held h where t.number = h.number returning t.id`,
    ),
  };
}

/** Converts the row of a leased task to the lease that a claim returns. */
export function readLease(row: LeaseRow): Lease {
  return {
    taskId: fromColumn(row.id),
    scope: fromScopeColumn(row.scope),
    ...(row.skill !== null && { skillId: fromColumn(row.skill) }),
    epoch: row.epoch,
    attempt: row.attempts + row.failures,
    ...(row.failures > 0 && { failures: row.failures }),
    cancelRequested: row.cancel_requested,
  };
}

function toColumns(leases: readonly Lease[]): readonly (readonly unknown[])[] {
  const sorted = leases.toSorted((a, b) => compareTexts(a.taskId, b.taskId));
  return [
    sorted.map(({ taskId }) => toColumn(taskId)),
    sorted.map(({ scope }) => toColumn(scope)),
    sorted.map(({ epoch }) => epoch),
  ];
}

/**
 * Returns two SQL queries for tasks to claim: those without a lease, and those whose lease has
 * expired.
 */
function toSearches(schema: string, { condition = '', limit = '$1' } = {}): readonly string[] {
  const task = `select number, turn, attempts, skill from ${schema}.task where ${OPEN} ${condition}`;
  const end = `limit ${limit} for update skip locked`;
  return [
    `${task} and lease_end is null and $3::bool is not true order by turn, number ${end}`,
    `${task} and lease_end <= (select ${schema}.now_ms()) and ${WANTED} ${ORDER} ${end}`,
  ];
}

/**
 * The condition that a task that can be claimed is wanted: the third parameter is true for suspects
 * only, false for others, or null for all.
 */
const WANTED = `($3::bool is null or $3::bool =
  (lease_end is not null and not resting and attempts >= ${SUSPECT_ATTEMPTS}))`;

const ORDER = 'order by case when $3::bool then -attempts else 0 end, turn, number';

function toGrant(schema: string): string {
  return `update ${schema}.task t
    set epoch = t.epoch + 1, attempts = t.attempts + 1, lease_end = ${schema}.now_ms() + $2,
      resting = false, claim = (t.epoch + 1) || ':' || $4::text
    from taken where t.number = taken.number
    returning ${LEASE_COLUMNS}, t.turn, t.number`;
}

function toClaim(schema: string): string {
  const [openSearch, lateSearch] = toSearches(schema);
  return `with open as materialized (${openSearch}), late as materialized (${lateSearch}), taken as (
      select number from (select * from open union all select * from late) as found
      ${ORDER} limit $1
    ) ${toGrant(schema)}`;
}

/** Returns the SQL statement that claims only tasks with the given ids, which are few. */
function toClaimById(schema: string): string {
  return `with taken as materialized (
      select number from ${schema}.task where id = any($5::text[]) and ${OPEN}
        and (lease_end is null or lease_end <= (select ${schema}.now_ms())) and ${WANTED}
      ${ORDER} limit $1 for update skip locked
    ) ${toGrant(schema)}`;
}

/**
 * Returns the SQL statement that claims tasks, but at most a given number of each limited skill.
 */
function toClaimBySkill(schema: string): string {
  const [openSearch, lateSearch] = toSearches(schema, {
    condition: 'and (skill is null or skill <> all($5::text[]))',
  });
  const limited = toSearches(schema, {
    condition: 'and skill = s.skill',
    limit: 'least(s.count, $1)',
  }).map(
    (search) => `select found.* from unnest($5::text[], $6::int[]) as s(skill, count)
      cross join lateral (${search}) as found`,
  );
  return `with open as materialized (${openSearch}), late as materialized (${lateSearch}),
    limited_open as materialized (${limited[0]}), limited_late as materialized (${limited[1]}),
    ranked as (
      select found.*, row_number() over (partition by skill ${ORDER}) as place
      from (select * from limited_open union all select * from limited_late) as found
    ), taken as (
      select number from (
        select number, turn, attempts from open
        union all
        select number, turn, attempts from late
        union all
        select r.number, r.turn, r.attempts from ranked r
        join unnest($5::text[], $6::int[]) as s(skill, count) using (skill)
        where r.place <= s.count
      ) as found ${ORDER} limit $1
    ) ${toGrant(schema)}`;
}
