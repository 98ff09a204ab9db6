import type { StoredAgent } from '../store/registry-store.ts';
import type { RegisteredAgent } from './registered-agent.ts';

/** A stored agent as everybody may see it: not whose it is. */
export function toRegisteredAgent(agent: StoredAgent, time: number): RegisteredAgent {
  const { agentId, url, facts, healthyUntil, problem } = agent;
  return {
    agentId,
    url,
    ...facts,
    status: time < healthyUntil ? 'healthy' : 'unhealthy',
    ...(problem !== undefined && { problem }),
    registeredAt: toText(agent.registeredAt),
    changedAt: toText(agent.changedAt),
    lastSeenAt: toText(agent.seenAt),
  };
}

function toText(time: number): string {
  return new Date(time).toISOString();
}
