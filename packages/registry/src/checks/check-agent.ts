import { AbortedError } from '@formwork/client';
import type { TaskLogger } from '@formwork/core';
import { findCardChange } from '../agents/card-change.ts';
import { toCleanText, type AgentFacts } from '../agents/registered-agent.ts';
import { toTerms } from '../agents/terms.ts';
import { RegistryBusyError } from '../errors.ts';
import type { CheckOutcome, RegistryStore, StoredAgent } from '../store/registry-store.ts';

/** Options of {@link checkAgent}. */
export interface CheckAgentOptions extends CheckPauseOptions {
  readonly store: RegistryStore;
  /** Reads the card at an address. */
  readonly read: (url: string) => Promise<AgentFacts>;
  readonly now: () => number;
  readonly ttlMs: number;
  readonly forgetAfterMs: number;
  readonly logger: TaskLogger | undefined;
}

/**
 * Reads the card of an agent and notes the outcome. An agent whose card is gone or refused keeps the
 * facts that were known of it; one that was silent for too long is removed.
 */
export async function checkAgent(agent: StoredAgent, options: CheckAgentOptions): Promise<void> {
  const { store, now, forgetAfterMs, logger } = options;
  const { agentId, url } = agent;
  const result = await readAgain(agent, options);
  if (result === undefined) return;
  const time = now();
  if (result.kind === 'failed' && time - agent.seenAt > forgetAfterMs) {
    await store.remove(agentId, agent.owner);
    logger?.info('An agent of which nothing is heard is removed', { agentId, url });
    return;
  }
  const failures = result.kind === 'failed' ? agent.failures + 1 : 0;
  if (result.kind === 'changed') logger?.info('A card has changed', { agentId, url });
  if (failures === 1 && result.kind === 'failed') {
    logger?.warn('An agent is not healthy', { agentId, url, problem: result.problem });
  }
  await store.settle({
    agentId,
    time,
    nextCheck: time + pauseUntilCheck(failures, options),
    result,
  });
}

async function readAgain(
  { url, facts }: StoredAgent,
  { read, now, ttlMs }: CheckAgentOptions,
): Promise<CheckOutcome['result'] | undefined> {
  try {
    const found = await read(url);
    const time = now();
    const healthyUntil = time + ttlMs;
    const change = findCardChange(facts, found, new Date(time).toISOString());
    return change === undefined
      ? { kind: 'same', healthyUntil }
      : { kind: 'changed', healthyUntil, facts: found, terms: toTerms(found), change };
  } catch (error) {
    // The registry is closing or busy, which says nothing about the agent.
    if (error instanceof RegistryBusyError || error instanceof AbortedError) return undefined;
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', problem: toCleanText(message, 300) };
  }
}

/** Options of {@link pauseUntilCheck}. */
export interface CheckPauseOptions {
  readonly checkIntervalMs: number;
  readonly maxCheckIntervalMs: number;
  readonly random: () => number;
}

/**
 * Returns how long to wait until a card is read again, in milliseconds: longer with each failure, and
 * spread out. The wait after a first failure is shorter because most are over soon.
 */
export function pauseUntilCheck(
  failures: number,
  { checkIntervalMs, maxCheckIntervalMs, random }: CheckPauseOptions,
): number {
  const factor = failures === 0 ? 1 : 2 ** Math.min(failures, 40) / 4;
  const interval = Math.min(
    checkIntervalMs * factor,
    Math.max(maxCheckIntervalMs, checkIntervalMs),
  );
  return Math.round(interval * (0.9 + random() * 0.2));
}
