import type Database from 'better-sqlite3';
import { createSkillQuota } from '../claim-queue.ts';
import type { WorkRequest } from '../lease.ts';
import { prepareLate, type LateStatement } from './statements.ts';
import { fromStoredText, toStoredText } from './stored-text.ts';
import type { TaskRow } from './task-row.ts';

/** Options of what {@link createClaimFinder} makes. */
export interface FindClaimableOptions extends Pick<WorkRequest, 'skillLimits'> {
  readonly limit: number;
}

const OPEN = "state in ('submitted', 'working')";

/**
 * Makes the function that finds what can be claimed, in the order of turns. Costs what it finds; with limits
 * also what waits longer than that and has to go on waiting.
 */
export function createClaimFinder(
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
