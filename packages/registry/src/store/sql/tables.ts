import { EngineSchemaUnknownError } from '@formwork/runtime';
import { sql, type ColumnType, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { AgentFacts, ListedSignature } from '../../agents/registered-agent.ts';
import type { StoredAgent } from '../registry-store.ts';

/**
 * The type of a column with an integer of eight bytes, which some drivers return as text to keep it
 * exact.
 */
type BigColumn = ColumnType<number | string, number, number>;

/** The type of a column whose number the database itself assigns. */
type NumberColumn = ColumnType<number | string, never, never>;

/** A row of the table of agents. */
export interface AgentTable {
  readonly number: NumberColumn;
  readonly agent_id: string;
  readonly url: string;
  readonly owner: string;
  /** The facts of the agent's card, `AgentFacts`, as JSON. */
  readonly facts: string;
  /** The signature of the agent's card, a `ListedSignature`, as JSON. */
  readonly signature: string | null;
  readonly registered_at: BigColumn;
  readonly changed_at: BigColumn;
  readonly seen_at: BigColumn;
  readonly checked_at: BigColumn;
  readonly healthy_until: BigColumn;
  readonly failures: number;
  readonly problem: string | null;
  readonly next_check: BigColumn;
}

/** A row of the table of search terms: one term of one agent. */
interface TermTable {
  readonly kind: number;
  readonly text: string;
  readonly agent_number: BigColumn;
}

/** A row of the table of card changes: one change of one agent's card. */
interface ChangeTable {
  readonly number: NumberColumn;
  readonly agent_number: BigColumn;
  /** The change, a `CardChange`, as JSON. */
  readonly text: string;
}

/** A row of the table of pins: the keys that one card was signed with. */
interface PinTable {
  readonly card_url: string;
  /** The pin, a `Pin`, as JSON. */
  readonly pin: string;
  readonly seen_at: BigColumn;
}

/**
 * The tables of a registry. The prefix of their names keeps them apart from those of a task engine
 * in the same database.
 */
export interface Tables {
  readonly registry_agent: AgentTable;
  readonly registry_term: TermTable;
  readonly registry_change: ChangeTable;
  readonly registry_pin: PinTable;
}

/** Turns a row of the database into an agent. */
export function fromAgentRow(row: Selectable<AgentTable>): StoredAgent {
  return {
    number: Number(row.number),
    agentId: row.agent_id,
    url: row.url,
    owner: row.owner,
    // The JSON was written from such facts.
    facts: JSON.parse(row.facts) as AgentFacts,
    ...(row.signature !== null && { signature: JSON.parse(row.signature) as ListedSignature }),
    registeredAt: Number(row.registered_at),
    changedAt: Number(row.changed_at),
    seenAt: Number(row.seen_at),
    checkedAt: Number(row.checked_at),
    healthyUntil: Number(row.healthy_until),
    failures: row.failures,
    ...(row.problem !== null && { problem: row.problem }),
  };
}

/** The kinds of databases in which a registry can be kept. */
export type SqlKind = 'sqlite' | 'postgres';

/**
 * Makes the tables that are missing. Rejects with the database's own error.
 *
 * @throws EngineSchemaUnknownError when a newer program has changed the tables
 */
export async function migrate(database: Kysely<Tables>, kind: SqlKind): Promise<void> {
  const migrations: Readonly<Record<string, Migration>> = {
    '0001-agents': { up: (db) => createTables(db, kind) },
    '0002-signatures': { up: (db) => addSignatures(db, kind) },
  };
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    // Otherwise the tables of a registry in another schema would be taken for this one's.
    ...(kind === 'postgres' && { migrationTableSchema: await readSchema(database) }),
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: 'formwork_registry_migration_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const applied = await sql<{
    readonly name: string;
  }>`select name from ${sql.table(MIGRATION_TABLE)}`
    .execute(database)
    .catch(() => ({ rows: [] }));
  const unknown = applied.rows
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) throw new EngineSchemaUnknownError('the registry', unknown);
  throw error;
}

/** The table of the migrations that were made. */
const MIGRATION_TABLE = 'formwork_registry_migration';

/** Returns the name of the schema in which PostgreSQL makes new tables by default. */
async function readSchema(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(
    database,
  );
  return rows[0]?.name ?? 'public';
}

/**
 * Makes the tables of a registry. Their numbers are never used again, so that cursors stay valid
 * after agents are removed.
 */
async function createTables(database: Kysely<unknown>, kind: SqlKind): Promise<void> {
  const isPostgres = kind === 'postgres';
  const number = sql.raw(
    isPostgres
      ? 'bigint generated always as identity primary key'
      : 'integer primary key autoincrement',
  );
  // Compares by code points, as SQLite does, so that a prefix is a range of the index.
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

async function addSignatures(database: Kysely<unknown>, kind: SqlKind): Promise<void> {
  const text = sql.raw(kind === 'postgres' ? 'text collate "C"' : 'text');
  await sql`alter table registry_agent add column signature text`.execute(database);
  await sql`
    create table registry_pin (
      card_url ${text} primary key,
      pin text not null,
      seen_at bigint not null
    )
  `.execute(database);
  await sql`create index registry_pin_seen on registry_pin (seen_at)`.execute(database);
}
