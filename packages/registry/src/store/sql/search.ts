import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Term, TermKind } from '../../agents/terms.ts';
import type { SearchTerm, StorePage, StoreSearch } from '../registry-store.ts';
import { fromAgentRow, type Tables } from './tables.ts';

/**
 * Finds a page of agents, and counts all that match. MUST run inside a transaction, so that the
 * count fits the page.
 */
export async function searchAgents(
  database: Kysely<Tables>,
  { terms, status, time, after, limit }: StoreSearch,
): Promise<StorePage> {
  const base = database
    .selectFrom('registry_agent')
    .where((eb) =>
      eb.and([
        ...terms.map(createTermCondition),
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

/**
 * The numbers that stand for the kinds of terms in the database. They MUST NOT change, or stored
 * rows lose their meaning.
 */
const KINDS: Readonly<Record<TermKind, number>> = {
  capability: 1,
  tag: 2,
  schema: 3,
  fingerprint: 4,
  word: 5,
};

/**
 * The highest number of rows in one statement, below the limits of SQLite and PostgreSQL for
 * parameters.
 */
const ROWS_AT_ONCE = 1_000;

/**
 * The highest code point: a prefix with it appended sorts after every text that begins with the
 * prefix.
 */
const LAST = '\u{10FFFF}';

/** Stores the search terms of an agent. */
export async function insertTerms(
  database: Kysely<Tables>,
  agentNumber: number,
  terms: readonly Term[],
): Promise<void> {
  for (let start = 0; start < terms.length; start += ROWS_AT_ONCE) {
    const rows = terms.slice(start, start + ROWS_AT_ONCE).map(({ kind, text }) => ({
      kind: KINDS[kind],
      text,
      agent_number: agentNumber,
    }));
    await database.insertInto('registry_term').values(rows).execute();
  }
}

/**
 * Makes the SQL condition that an agent has a term or, for a prefix, a term that begins with it.
 */
function createTermCondition({ kind, text, isPrefix = false }: SearchTerm): RawBuilder<boolean> {
  // No card has such a term, and PostgreSQL refuses to look for it.
  if (text.includes('\0')) return sql<boolean>`1 = 0`;
  const match = isPrefix ? sql`text >= ${text} and text <= ${text + LAST}` : sql`text = ${text}`;
  return sql<boolean>`number in (
    select agent_number from registry_term where kind = ${KINDS[kind]} and ${match}
  )`;
}
