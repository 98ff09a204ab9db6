import { sql, type Transaction } from 'kysely';
import {
  KEPT_CHANGES,
  type CheckOutcome,
  type HearOptions,
  type Heartbeat,
  type StoredAgent,
} from '../registry-store.ts';
import { insertTerms } from './search.ts';
import { fromAgentRow, type Tables } from './tables.ts';

/**
 * The highest number of ids in one statement, below the limits of SQLite and PostgreSQL for
 * parameters.
 */
const IDS_AT_ONCE = 1_000;

/**
 * Stores heartbeats, with one statement for many agents of the same owner, and returns their
 * agents.
 */
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
  for (const [owner, agentIds] of byOwner) {
    // The ids are always in the same order, so that two of these transactions cannot deadlock.
    const ids = [...agentIds].toSorted();
    for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
      const some = ids.slice(start, start + IDS_AT_ONCE);
      heard.push(...(await storeHeartbeats(transaction, { owner, ids: some, options })));
    }
  }
  return heard;
}

async function storeHeartbeats(
  transaction: Transaction<Tables>,
  {
    owner,
    ids,
    options: { time, healthyUntil, checkGapMs },
  }: {
    readonly owner: string;
    readonly ids: readonly string[];
    readonly options: HearOptions;
  },
): Promise<readonly StoredAgent[]> {
  // The check of an agent that could not be reached is moved forward, but never before this time.
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

/** Stores the outcome of a check of an agent's card. */
export async function settleCheck(
  transaction: Transaction<Tables>,
  { agentId, time, nextCheck, signature, result }: CheckOutcome,
): Promise<void> {
  const update = transaction
    .updateTable('registry_agent')
    .set({
      checked_at: time,
      next_check: nextCheck,
      ...(signature !== undefined && { signature: JSON.stringify(signature) }),
    })
    .where('agent_id', '=', agentId);
  if (result.kind === 'failed') {
    await update
      .set({ healthy_until: 0, failures: sql`failures + 1`, problem: result.problem })
      .execute();
    return;
  }
  const good = update.set({
    seen_at: time,
    healthy_until: result.healthyUntil,
    failures: 0,
    problem: null,
  });
  if (result.kind === 'same') {
    await good.execute();
    return;
  }
  const row = await good
    .set({ changed_at: time, facts: JSON.stringify(result.facts) })
    .returning('number')
    .executeTakeFirst();
  if (row === undefined) return;
  const number = Number(row.number);
  await transaction.deleteFrom('registry_term').where('agent_number', '=', number).execute();
  await insertTerms(transaction, number, result.terms);
  await transaction
    .insertInto('registry_change')
    .values({ agent_number: number, text: JSON.stringify(result.change) })
    .execute();
  await sql`
    delete from registry_change where agent_number = ${number} and number not in (
      select number from registry_change where agent_number = ${number}
      order by number desc limit ${KEPT_CHANGES}
    )
  `.execute(transaction);
}
