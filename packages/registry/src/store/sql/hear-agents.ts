import { sql, type Transaction } from 'kysely';
import type { HearOptions, Heartbeat, StoredAgent } from '../registry-store.ts';
import { fromAgentRow } from './agent-row.ts';
import type { Tables } from './tables.ts';

/** Below what SQLite and PostgreSQL take as parameters of one statement. */
const IDS_AT_ONCE = 1_000;

/** Notes heartbeats: one statement for many agents of one owner. */
export async function hearAgents(
  transaction: Transaction<Tables>,
  heartbeats: readonly Heartbeat[],
  options: HearOptions,
): Promise<readonly StoredAgent[]> {
  const heard: StoredAgent[] = [];
  const byOwner = new Map<string, Set<string>>();
  for (const { agentId, owner } of heartbeats) {
    const ids = byOwner.get(owner) ?? new Set();
    byOwner.set(owner, ids.add(agentId));
  }
  for (const [owner, own] of byOwner) {
    // In one order, so that two that do the same wait for each other and never in a circle.
    const ids = [...own].toSorted();
    for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
      const some = ids.slice(start, start + IDS_AT_ONCE);
      heard.push(...(await hearSome(transaction, { owner, ids: some, options })));
    }
  }
  return heard;
}

interface SomeAgents {
  readonly owner: string;
  readonly ids: readonly string[];
  readonly options: HearOptions;
}

async function hearSome(
  transaction: Transaction<Tables>,
  { owner, ids, options: { time, healthyUntil, checkGapMs } }: SomeAgents,
): Promise<readonly StoredAgent[]> {
  // Who could not be reached is looked at again, but not more often than that.
  const soonest = sql<number>`case when checked_at + ${checkGapMs} > ${time}
    then checked_at + ${checkGapMs} else ${time} end`;
  const rows = await transaction
    .updateTable('registry_agent')
    .set({
      seen_at: time,
      healthy_until: sql<number>`case when failures = 0 then ${healthyUntil} else healthy_until end`,
      next_check: sql<number>`case when failures > 0 and next_check > ${soonest}
        then ${soonest} else next_check end`,
    })
    .where('owner', '=', owner)
    .where('agent_id', 'in', ids)
    .returningAll()
    .execute();
  return rows.map(fromAgentRow);
}
