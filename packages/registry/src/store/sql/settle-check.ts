import { sql, type Transaction } from 'kysely';
import { KEPT_CHANGES, type CheckOutcome } from '../registry-store.ts';
import type { Tables } from './tables.ts';
import { insertTerms } from './terms.ts';

/** Notes what a check has shown. */
export async function settleCheck(
  transaction: Transaction<Tables>,
  { agentId, time, nextCheck, result }: CheckOutcome,
): Promise<void> {
  const update = transaction
    .updateTable('registry_agent')
    .set({ checked_at: time, next_check: nextCheck })
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
