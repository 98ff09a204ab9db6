import type { AgentSettings } from '@formwork/mcp';
import type { RegisteredAgent, RegistryClient } from '@formwork/registry';
import type { RegistrySettings } from './read-registry.ts';

/** Makes a function that asks a registry for the agents whose skills become tools. */
export function createRegistryLister(
  settings: RegistrySettings,
): () => Promise<readonly AgentSettings[]> {
  const { agent, query, max } = settings;

  async function open(): Promise<RegistryClient> {
    const { createRegistryClient } = await import('@formwork/registry');
    const { headers } = agent.connect ?? {};
    const { url: address = '' } = agent;
    const url = typeof address === 'function' ? address() : address;
    return createRegistryClient(url, {
      cardTimeoutMs: 5_000,
      retry: { attempts: 2 },
      ...(headers !== undefined && { headers }),
    });
  }

  const opened: { client?: Promise<RegistryClient> } = {};
  return async () => {
    opened.client ??= open().catch((error: unknown): never => {
      // The next list tries again, as that of a registry which was away does.
      delete opened.client;
      throw error;
    });
    const client = await opened.client;
    const agents = await client.list(query, max);
    return agents.map((listed) => toSettings(listed, settings));
  };
}

/**
 * Makes the settings of an agent that a registry lists. Only the settings for all listed agents are
 * the operator's; the address comes from the registry and is not trusted.
 */
function toSettings(
  { agentId, url }: RegisteredAgent,
  { agent, trusted }: RegistrySettings,
): AgentSettings {
  const { allow, deny, ask, results } = agent;
  return {
    alias: toAlias(agentId, url),
    url,
    addresses: trusted.has(new URL(url).origin) ? 'any' : 'public',
    ...(allow !== undefined && { allow }),
    ...(deny !== undefined && { deny }),
    ...(ask !== undefined && { ask }),
    ...(results !== undefined && { results }),
  };
}

/**
 * Makes an alias from an agent's host and id, such as `rates-3f2a1`. No agent can choose its alias,
 * and it does not depend on the other agents in the list.
 */
function toAlias(agentId: string, url: string): string {
  const { hostname } = new URL(url);
  const [first = ''] = hostname.split('.');
  const host = /^[a-z]/u.test(first) ? first.replaceAll(/[^a-z0-9]+/gu, '-').slice(0, 13) : 'agent';
  const id = agentId.replaceAll(/[^A-Za-z0-9]/gu, '').slice(-6);
  return `${host.replace(/(?<!-)-+$/u, '')}-${id}`;
}
