import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Term, TermKind } from '../../agents/term.ts';
import type { SearchTerm } from '../registry-store.ts';
import type { Tables } from './tables.ts';

/** As they are stored: never changed, as rows have them. */
const KINDS: Readonly<Record<TermKind, number>> = {
  capability: 1,
  tag: 2,
  schema: 3,
  fingerprint: 4,
  word: 5,
};

/** Below what SQLite and PostgreSQL take as parameters of one statement. */
const ROWS_AT_ONCE = 1_000;

/** Comes after every text that goes on after a prefix, as no text of Unicode has more in a place. */
const LAST = '\u{10FFFF}';

/** Stores the terms of an agent. */
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

/** The condition that an agent has a term, or one that begins with it. */
export function toTermCondition({ kind, text, isPrefix = false }: SearchTerm): RawBuilder<boolean> {
  const match = isPrefix ? sql`text >= ${text} and text <= ${text + LAST}` : sql`text = ${text}`;
  return sql<boolean>`number in (
    select agent_number from registry_term where kind = ${KINDS[kind]} and ${match}
  )`;
}
