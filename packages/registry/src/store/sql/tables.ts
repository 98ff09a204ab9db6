import { sql, type ColumnType, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { StoredAgent } from '../registry-store.ts';
import type { AgentFacts } from '../../agents/registered-agent.ts';

/** An integer of eight bytes: a text from drivers that keep it exact. */
type BigColumn = ColumnType<number | string, number, number>;

/** One that the database gives. */
type NumberColumn = ColumnType<number | string, never, never>;

/** A row of an agent. */
export interface AgentTable {
  readonly number: NumberColumn;
  readonly agent_id: string;
  readonly url: string;
  readonly owner: string;
  /** JSON of `AgentFacts`. */
  readonly facts: string;
  readonly registered_at: BigColumn;
  readonly changed_at: BigColumn;
  readonly seen_at: BigColumn;
  readonly checked_at: BigColumn;
  readonly healthy_until: BigColumn;
  readonly failures: number;
  readonly problem: string | null;
  readonly next_check: BigColumn;
}

/** A row of a term that an agent can be found by. */
interface TermTable {
  readonly kind: number;
  readonly text: string;
  readonly agent_number: BigColumn;
}

/** A row of a change of a card. */
interface ChangeTable {
  readonly number: NumberColumn;
  readonly agent_number: BigColumn;
  /** JSON of `CardChange`. */
  readonly text: string;
}

/** The tables of a registry. Their names leave room for those of an engine in the same database. */
export interface Tables {
  readonly registry_agent: AgentTable;
  readonly registry_term: TermTable;
  readonly registry_change: ChangeTable;
}

/** Reads an agent from its row. */
export function fromAgentRow(row: Selectable<AgentTable>): StoredAgent {
  return {
    number: Number(row.number),
    agentId: row.agent_id,
    url: row.url,
    owner: row.owner,
    // Written by `JSON.stringify` of such facts.
    facts: JSON.parse(row.facts) as AgentFacts,
    registeredAt: Number(row.registered_at),
    changedAt: Number(row.changed_at),
    seenAt: Number(row.seen_at),
    checkedAt: Number(row.checked_at),
    healthyUntil: Number(row.healthy_until),
    failures: row.failures,
    ...(row.problem !== null && { problem: row.problem }),
  };
}

/** The databases that a registry can be kept in. */
export type SqlKind = 'sqlite' | 'postgres';

/** Makes the tables that are missing. Rejects with the error of the database. */
export async function migrate(database: Kysely<Tables>, kind: SqlKind): Promise<void> {
  const migrations: Readonly<Record<string, Migration>> = {
    '0001-agents': { up: (db) => createTables(db, kind) },
  };
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    // Without it the tables of another registry, in another schema, pass for those of this one.
    ...(kind === 'postgres' && { migrationTableSchema: await readSchema(database) }),
    migrationTableName: 'formwork_registry_migration',
    migrationLockTableName: 'formwork_registry_migration_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Finds the schema that new tables go to by default. */
async function readSchema(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(
    database,
  );
  return rows[0]?.name ?? 'public';
}

/** Numbers are never given again, so that a cursor stays where it is. */
async function createTables(database: Kysely<unknown>, kind: SqlKind): Promise<void> {
  const isPostgres = kind === 'postgres';
  const number = sql.raw(
    isPostgres
      ? 'bigint generated always as identity primary key'
      : 'integer primary key autoincrement',
  );
  // As SQLite compares by itself: by code points, so that beginnings are ranges of an index.
  const text = sql.raw(isPostgres ? 'text collate "C"' : 'text');
  const run = (query: RawBuilder<unknown>): Promise<unknown> => query.execute(database);
  await run(sql`
    create table registry_agent (
      number ${number},
      agent_id ${text} not null unique,
      url text not null,
      owner text not null,
      facts text not null,
      registered_at bigint not null,
      changed_at bigint not null,
      seen_at bigint not null,
      checked_at bigint not null,
      healthy_until bigint not null,
      failures integer not null,
      problem text,
      next_check bigint not null
    )
  `);
  await run(sql`create index registry_agent_due on registry_agent (next_check)`);
  await run(sql`create index registry_agent_health on registry_agent (healthy_until)`);
  await run(sql`create index registry_agent_owner on registry_agent (owner)`);
  await run(sql`
    create table registry_term (
      kind smallint not null,
      text ${text} not null,
      agent_number bigint not null,
      primary key (kind, text, agent_number)
    ) ${sql.raw(isPostgres ? '' : 'without rowid')}
  `);
  await run(sql`create index registry_term_agent on registry_term (agent_number)`);
  await run(sql`
    create table registry_change (
      number ${number},
      agent_number bigint not null,
      text text not null
    )
  `);
  await run(sql`create index registry_change_agent on registry_change (agent_number, number)`);
}
