import type { Selectable } from 'kysely';
import type { AgentFacts } from '../../agents/registered-agent.ts';
import type { StoredAgent } from '../registry-store.ts';
import type { AgentTable } from './tables.ts';

/** The agent of a row. */
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
