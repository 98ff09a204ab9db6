import { sql, type Kysely } from 'kysely';
import type { StorePage, StoreSearch } from '../registry-store.ts';
import { fromAgentRow } from './agent-row.ts';
import type { Tables } from './tables.ts';
import { toTermCondition } from './terms.ts';

/** Finds a page of agents. MUST be called inside a transaction, for the count to be that of the page. */
export async function searchAgents(
  database: Kysely<Tables>,
  { terms, status, time, after, limit }: StoreSearch,
): Promise<StorePage> {
  const base = database
    .selectFrom('registry_agent')
    .where((eb) =>
      eb.and([
        ...terms.map(toTermCondition),
        ...(status === 'healthy' ? [sql<boolean>`healthy_until > ${time}`] : []),
        ...(status === 'unhealthy' ? [sql<boolean>`healthy_until <= ${time}`] : []),
      ]),
    );
  const { count } = await base
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const totalCount = Number(count);
  if (totalCount === 0) return { agents: [], totalCount, isLast: true };
  const rows = await base
    .selectAll()
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit + 1)
    .execute();
  return {
    agents: rows.slice(0, limit).map(fromAgentRow),
    totalCount,
    isLast: rows.length <= limit,
  };
}
