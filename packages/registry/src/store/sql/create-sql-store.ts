import type { Kysely } from 'kysely';
import type { CardChange } from '../../agents/card-change.ts';
import { KEPT_CHANGES, type RegistryStore } from '../registry-store.ts';
import {
  changeOwner,
  countAgents,
  deleteAgent,
  findAgent,
  insertAgent,
  type LockAdding,
  takeDueAgents,
} from './agent-rows.ts';
import { DatabaseAccess, type DatabaseAccessOptions } from './database-access.ts';
import { hearAgents, settleCheck } from './health.ts';
import { createSqlPins } from './pins.ts';
import { searchAgents } from './search.ts';
import type { Tables } from './tables.ts';

/** Makes a store in any database that Kysely supports and that has `returning`. */
export function createSqlStore(
  database: Kysely<Tables>,
  {
    migrate,
    lockRows,
    lockAdding,
    guard,
  }: DatabaseAccessOptions & {
    /**
     * The end of a `select` whose rows no one else may take: `for update skip locked`, or `''` if the
     * database needs none.
     */
    readonly lockRows: string;
    /**
     * Lets one transaction at a time add agents, until it ends. Default: a transaction that has
     * written keeps others from writing.
     */
    readonly lockAdding?: LockAdding;
  },
): RegistryStore {
  const access = new DatabaseAccess(database, { migrate, guard });
  const write: DatabaseAccess['write'] = (work) => access.write(work);
  return {
    add: (fresh, limits) =>
      write((transaction) => insertAgent(transaction, fresh, { limits, lock: lockAdding })),

    get: (agentId) => access.read((from) => findAgent(from, agentId)),

    hear: (heartbeats, options) =>
      heartbeats.length === 0
        ? Promise.resolve([])
        : write((transaction) => hearAgents(transaction, heartbeats, options)),

    settle: (outcome) => write((transaction) => settleCheck(transaction, outcome)),

    setOwner: (agentId, owner, most = Infinity) =>
      write((transaction) => changeOwner(transaction, agentId, { owner, most, lock: lockAdding })),

    remove: (agentId, owner, seenAt = Number.MAX_SAFE_INTEGER) =>
      write((transaction) => deleteAgent(transaction, { agentId, owner, seenAt })),

    takeDue: (options) => write((transaction) => takeDueAgents(transaction, options, lockRows)),

    async nextDue() {
      const row = await access.read((from) =>
        from
          .selectFrom('registry_agent')
          .select('next_check')
          .orderBy('next_check')
          .limit(1)
          .executeTakeFirst(),
      );
      return row && Number(row.next_check);
    },

    search: (search) => write((transaction) => searchAgents(transaction, search)),

    async listChanges(agentId) {
      const rows = await access.read((from) =>
        from
          .selectFrom('registry_change')
          .innerJoin('registry_agent', 'registry_agent.number', 'registry_change.agent_number')
          .select('text')
          .where('agent_id', '=', agentId)
          .orderBy('registry_change.number', 'desc')
          .limit(KEPT_CHANGES)
          .execute(),
      );
      // The JSON was written from such changes.
      return rows.map(({ text }) => JSON.parse(text) as CardChange);
    },

    count: (owner) => access.read((from) => countAgents(from, { owner })),

    countAt: (origin) => access.read((from) => countAgents(from, { origin })),

    pins: createSqlPins(access),

    close: () => access.close(),
  };
}
