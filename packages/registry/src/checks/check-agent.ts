import { AbortedError } from '@formwork/client';
import type { TaskLogger } from '@formwork/core';
import { toCardChange } from '../agents/card-change.ts';
import { toTerms } from '../agents/term.ts';
import { toCleanText } from '../agents/to-clean-text.ts';
import type { AgentFacts } from '../agents/registered-agent.ts';
import { RegistryBusyError } from '../errors/registry-busy-error.ts';
import type { CheckOutcome, RegistryStore, StoredAgent } from '../store/registry-store.ts';
import { toNextCheck, type NextCheckOptions } from './to-next-check.ts';

/** Options of {@link checkAgent}. */
export interface CheckAgentOptions extends NextCheckOptions {
  readonly store: RegistryStore;
  /** What a card says now. */
  readonly read: (url: string) => Promise<AgentFacts>;
  readonly now: () => number;
  readonly ttlMs: number;
  readonly forgetAfterMs: number;
  readonly logger: TaskLogger | undefined;
}

/**
 * Looks at the card of an agent and notes what came of it. What is known of one that is not there, or
 * whose card will not do any more, stays as it was; whom nothing was heard of for long is removed.
 */
export async function checkAgent(agent: StoredAgent, options: CheckAgentOptions): Promise<void> {
  const { store, now, forgetAfterMs, logger } = options;
  const { agentId, url } = agent;
  const result = await look(agent, options);
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
  await store.settle({ agentId, time, nextCheck: time + toNextCheck(failures, options), result });
}

async function look(
  { url, facts }: StoredAgent,
  { read, now, ttlMs }: CheckAgentOptions,
): Promise<CheckOutcome['result'] | undefined> {
  try {
    const found = await read(url);
    const time = now();
    const healthyUntil = time + ttlMs;
    const change = toCardChange(facts, found, new Date(time).toISOString());
    return change === undefined
      ? { kind: 'same', healthyUntil }
      : { kind: 'changed', healthyUntil, facts: found, terms: toTerms(found), change };
  } catch (error) {
    // That is our end or our hurry, and says nothing of the agent.
    if (error instanceof RegistryBusyError || error instanceof AbortedError) return undefined;
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', problem: toCleanText(message, 300) };
  }
}
