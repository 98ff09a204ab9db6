import { sql, type Kysely, type Transaction } from 'kysely';
import {
  type AgentLimits,
  checkLimits,
  checkOwner,
  type NewAgent,
  type StoredAgent,
} from '../registry-store.ts';
import { insertTerms } from './search.ts';
import { fromAgentRow, type Tables } from './tables.ts';

/** Lets one transaction at a time add agents, until it ends. */
export type LockAdding = (transaction: Transaction<Tables>) => Promise<unknown>;

/**
 * Adds an agent, unless one with its id is stored already.
 *
 * @throws RegistryFullError if one more would exceed a limit; the transaction must then end without
 * its changes
 */
export async function insertAgent(
  transaction: Transaction<Tables>,
  fresh: NewAgent,
  {
    limits,
    lock,
  }: { readonly limits: AgentLimits | undefined; readonly lock: LockAdding | undefined },
): Promise<{ readonly agent: StoredAgent; readonly added: boolean }> {
  if (limits !== undefined) await lock?.(transaction);
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
    const agent = await findAgent(transaction, fresh.agentId);
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
}

/** Finds the agent with an id; `undefined` if there is none. */
export async function findAgent(
  from: Kysely<Tables>,
  agentId: string,
): Promise<StoredAgent | undefined> {
  const row = await from
    .selectFrom('registry_agent')
    .selectAll()
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row && fromAgentRow(row);
}

/**
 * Gives an agent to another owner; resolves with false if there is no such agent.
 *
 * @throws RegistryFullError if the owner would have more than `most`; the transaction must then end
 * without its changes
 */
export async function changeOwner(
  transaction: Transaction<Tables>,
  agentId: string,
  {
    owner,
    most,
    lock,
  }: { readonly owner: string; readonly most: number; readonly lock: LockAdding | undefined },
): Promise<boolean> {
  await lock?.(transaction);
  const { numUpdatedRows } = await transaction
    .updateTable('registry_agent')
    .set({ owner })
    .where('agent_id', '=', agentId)
    .where('owner', '!=', owner)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return (await findAgent(transaction, agentId)) !== undefined;
  // An error takes the change back.
  const count = await countAgents(transaction, { owner });
  checkOwner(count, { most, act: 'claim' });
  return true;
}

/** Removes an agent of which nothing was heard after `seenAt`, with its terms and changes. */
export async function deleteAgent(
  transaction: Transaction<Tables>,
  { agentId, owner, seenAt }: Pick<StoredAgent, 'agentId' | 'owner' | 'seenAt'>,
): Promise<boolean> {
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
}

/** Takes agents whose next check is due at `time`, and sets that of each to `until`. */
export async function takeDueAgents(
  transaction: Transaction<Tables>,
  { time, until, limit }: { readonly time: number; readonly until: number; readonly limit: number },
  lockRows: string,
): Promise<readonly StoredAgent[]> {
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
}

/** Counts the agents of one owner, or at one origin; all without either. */
export async function countAgents(
  from: Kysely<Tables>,
  { owner, origin }: { readonly owner?: string | undefined; readonly origin?: string } = {},
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
