import { connect, type ConnectOptions, type RemoteAgent } from '@formwork/client';
import type { AgentPage, AgentQuery } from '../agents/agent-query.ts';
import type { RegisteredAgent } from '../agents/registered-agent.ts';
import { toPage } from './to-page.ts';

/** A registry somewhere else. */
export interface RegistryClient {
  /** @throws what `connect` and calls of skills throw. */
  discover(query?: AgentQuery): Promise<AgentPage>;
  /** Agents of as many pages as it takes, at most `max` of them. */
  list(
    query: Omit<AgentQuery, 'cursor' | 'limit'>,
    max: number,
  ): Promise<readonly RegisteredAgent[]>;
}

/** What a registry gives on one page at most. */
const PAGE_SIZE = 100;

/**
 * Finds agents in a registry at an address, over A2A. The registry is connected to when it is first
 * asked, and again after it failed. What it lists is as little trusted as any text from elsewhere:
 * whoever calls an agent of it MUST check where that leads.
 */
export function createRegistryClient(
  url: string,
  options: Omit<ConnectOptions, 'signal'> = {},
): RegistryClient {
  let connecting: Promise<RemoteAgent> | undefined;

  async function open(): Promise<RemoteAgent> {
    connecting ??= connect(url, options);
    try {
      return await connecting;
    } catch (error) {
      connecting = undefined;
      throw error;
    }
  }

  async function discover(query: AgentQuery = {}): Promise<AgentPage> {
    const agent = await open();
    try {
      return toPage(await agent.skill('discover').call(query));
    } catch (error) {
      connecting = undefined;
      throw error;
    }
  }

  return {
    discover,
    async list(query, max) {
      const agents: RegisteredAgent[] = [];
      let cursor: string | undefined;
      do {
        const limit = Math.min(PAGE_SIZE, max - agents.length);
        const page = await discover({ ...query, limit, ...(cursor !== undefined && { cursor }) });
        agents.push(...page.agents);
        // One that gives pages without agents would be asked for ever.
        cursor = page.agents.length === 0 ? undefined : page.nextCursor;
      } while (cursor !== undefined && agents.length < max);
      return agents.slice(0, max);
    },
  };
}
