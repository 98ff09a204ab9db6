import { sql, type Kysely, type Transaction } from 'kysely';
import type { Pin } from '@formwork/trust';
import {
  checkLimits,
  checkOwned,
  KEPT_CHANGES,
  PIN_DAYS,
  type RegistryStore,
  type StoredAgent,
} from '../registry-store.ts';
import type { CardChange } from '../../agents/card-change.ts';
import { hearAgents, settleCheck } from './health.ts';
import { insertTerms, searchAgents } from './search.ts';
import { fromAgentRow, type Tables } from './tables.ts';

/** Options of {@link createSqlStore}: what differs between databases. */
export interface SqlStoreOptions {
  /** Makes the tables that are missing; called once, before anything else. */
  readonly migrate: () => Promise<void>;
  /**
   * The end of a `select` whose rows nobody else may take: `for update skip locked`, or `''` if the
   * database needs none.
   */
  readonly lockRows: string;
  /**
   * Lets one transaction at a time add agents, until it ends. Default: a transaction that has
   * written keeps others from writing.
   */
  readonly lockAdding?: (transaction: Transaction<Tables>) => Promise<unknown>;
  /**
   * Runs a function that uses the database: tries again while the storage is busy, and throws
   * `RegistryStorageError` when it refuses.
   */
  readonly guard: <Result>(run: () => Promise<Result>) => Promise<Result>;
}

const DAY_MS = 86_400_000;

type Work<Result> = (transaction: Transaction<Tables>) => Promise<Result>;

/** Makes a store in any database that Kysely supports and that has `returning`. */
export function createSqlStore(
  database: Kysely<Tables>,
  { migrate, lockRows, lockAdding, guard }: SqlStoreOptions,
): RegistryStore {
  let ready: Promise<void> | undefined;

  async function open(): Promise<void> {
    ready ??= guard(migrate);
    try {
      await ready;
    } catch (error) {
      // The next call tries again.
      ready = undefined;
      throw error;
    }
  }

  async function write<Result>(work: Work<Result>): Promise<Result> {
    await open();
    return guard(() => database.transaction().execute(work));
  }

  async function find(from: Kysely<Tables>, agentId: string): Promise<StoredAgent | undefined> {
    const row = await from
      .selectFrom('registry_agent')
      .selectAll()
      .where('agent_id', '=', agentId)
      .executeTakeFirst();
    return row && fromAgentRow(row);
  }

  return {
    add: (fresh, limits) =>
      write(async (transaction) => {
        if (limits !== undefined) await lockAdding?.(transaction);
        const row = await transaction
          .insertInto('registry_agent')
          .values({
            agent_id: fresh.agentId,
            url: fresh.url,
            owner: fresh.owner,
            facts: JSON.stringify(fresh.facts),
            signature: JSON.stringify(fresh.signature),
            registered_at: fresh.time,
            changed_at: fresh.time,
            seen_at: fresh.time,
            checked_at: fresh.time,
            healthy_until: fresh.healthyUntil,
            failures: 0,
            problem: null,
            next_check: fresh.nextCheck,
          })
          .onConflict((conflict) => conflict.column('agent_id').doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) {
          const agent = await find(transaction, fresh.agentId);
          if (agent !== undefined) return { agent, added: false };
          throw new Error('An agent that stood in the way of a new one is gone.');
        }
        if (limits !== undefined) {
          // An error takes the new row back.
          const { origin } = new URL(fresh.url);
          const counts = {
            all: await countAgents(transaction),
            ofOwner: await countAgents(transaction, { owner: fresh.owner }),
            atOrigin: await countAgents(transaction, { origin }),
          };
          checkLimits(counts, { limits, origin });
        }
        const agent = fromAgentRow(row);
        await insertTerms(transaction, agent.number, fresh.terms);
        return { agent, added: true };
      }),

    async get(agentId) {
      await open();
      return guard(() => find(database, agentId));
    },

    hear: (heartbeats, options) =>
      heartbeats.length === 0
        ? Promise.resolve([])
        : write((transaction) => hearAgents(transaction, heartbeats, options)),

    settle: (outcome) => write((transaction) => settleCheck(transaction, outcome)),

    setOwner: (agentId, owner, most = Infinity) =>
      write(async (transaction) => {
        await lockAdding?.(transaction);
        const { numUpdatedRows } = await transaction
          .updateTable('registry_agent')
          .set({ owner })
          .where('agent_id', '=', agentId)
          .where('owner', '!=', owner)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return (await find(transaction, agentId)) !== undefined;
        // An error takes the change back.
        const count = await countAgents(transaction, { owner });
        checkOwned(count, { most, act: 'claim' });
        return true;
      }),

    remove: (agentId, owner, seenAt = Number.MAX_SAFE_INTEGER) =>
      write(async (transaction) => {
        const row = await transaction
          .deleteFrom('registry_agent')
          .where('agent_id', '=', agentId)
          .where('owner', '=', owner)
          .where('seen_at', '<=', seenAt)
          .returning('number')
          .executeTakeFirst();
        if (row === undefined) return false;
        for (const table of ['registry_term', 'registry_change'] as const) {
          await transaction.deleteFrom(table).where('agent_number', '=', row.number).execute();
        }
        return true;
      }),

    takeDue: ({ time, until, limit }) =>
      write(async (transaction) => {
        const rows = await sql<{ number: number }>`
          select number from registry_agent where next_check <= ${time}
          order by next_check, number limit ${limit} ${sql.raw(lockRows)}
        `.execute(transaction);
        const numbers = rows.rows.map(({ number }) => number);
        if (numbers.length === 0) return [];
        const due = await transaction
          .selectFrom('registry_agent')
          .selectAll()
          .where('number', 'in', numbers)
          .orderBy('next_check')
          .orderBy('number')
          .execute();
        await transaction
          .updateTable('registry_agent')
          .set({ next_check: until })
          .where('number', 'in', numbers)
          .execute();
        return due.map(fromAgentRow);
      }),

    async nextDue() {
      await open();
      const row = await guard(() =>
        database
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
      await open();
      const rows = await guard(() =>
        database
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

    async count(owner) {
      await open();
      return guard(() => countAgents(database, { owner }));
    },

    async countAt(origin) {
      await open();
      return guard(() => countAgents(database, { origin }));
    },

    pins: {
      async get(cardUrl) {
        await open();
        const row = await guard(() =>
          database
            .selectFrom('registry_pin')
            .select('pin')
            .where('card_url', '=', cardUrl)
            .executeTakeFirst(),
        );
        // The text was written by `JSON.stringify` from a pin.
        return row && (JSON.parse(row.pin) as Pin);
      },
      set: (cardUrl, pin) =>
        write(async (transaction) => {
          const seenAt = Date.parse(pin.seenAt);
          const fields = { pin: JSON.stringify(pin), seen_at: seenAt };
          await transaction
            .insertInto('registry_pin')
            .values({ card_url: cardUrl, ...fields })
            .onConflict((conflict) => conflict.column('card_url').doUpdateSet(fields))
            .execute();
          // Pins that no longer count are deleted, so that the table does not grow without end.
          await transaction
            .deleteFrom('registry_pin')
            .where('seen_at', '<', seenAt - PIN_DAYS * DAY_MS)
            .execute();
        }),
    },

    async close() {
      await ready?.catch(() => undefined);
      await database.destroy();
    },
  };
}

/** The agents that are counted: those of one owner, or at one origin. Default: all. */
interface CountedAgents {
  readonly owner?: string | undefined;
  readonly origin?: string;
}

async function countAgents(
  from: Kysely<Tables>,
  { owner, origin }: CountedAgents = {},
): Promise<number> {
  let some = from.selectFrom('registry_agent').select((eb) => eb.fn.countAll().as('count'));
  if (owner !== undefined) some = some.where('owner', '=', owner);
  if (origin !== undefined) {
    // The origin itself, or a text that begins with it and a slash; "0" sorts right after "/".
    some = some.where((eb) =>
      eb.or([
        eb('url', '=', origin),
        eb.and([eb('url', '>=', `${origin}/`), eb('url', '<', `${origin}0`)]),
      ]),
    );
  }
  return Number((await some.executeTakeFirstOrThrow()).count);
}
