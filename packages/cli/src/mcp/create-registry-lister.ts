import type { AgentSettings } from '@formwork/mcp';
import type { RegisteredAgent, RegistryClient } from '@formwork/registry';
import type { RegistrySettings } from './read-registry.ts';

/** Asks a registry for the agents whose skills become tools. */
export function createRegistryLister(
  settings: RegistrySettings,
): () => Promise<readonly AgentSettings[]> {
  const { agent, query, max } = settings;
  let client: RegistryClient | undefined;

  async function open(): Promise<RegistryClient> {
    const { createRegistryClient } = await import('@formwork/registry');
    const { headers } = agent.connect ?? {};
    const url = typeof agent.url === 'function' ? agent.url() : agent.url;
    return createRegistryClient(url, {
      cardTimeoutMs: 5_000,
      retry: { attempts: 2 },
      ...(headers !== undefined && { headers }),
    });
  }

  return async () => {
    client ??= await open();
    const listed = await client.list(query, max);
    return listed.map((one) => toSettings(one, settings));
  };
}

/** Nothing of it is the operator's word but what is said of all listed agents. */
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
 * A short name of its host and its id, such as `rates-3f2a1`: no agent chooses its own, and none
 * depends on what else is listed.
 */
function toAlias(agentId: string, url: string): string {
  const { hostname } = new URL(url);
  const [first = ''] = hostname.split('.');
  const host = /^[a-z]/u.test(first) ? first.replaceAll(/[^a-z0-9]+/gu, '-').slice(0, 13) : 'agent';
  const id = agentId.replaceAll(/[^A-Za-z0-9]/gu, '').slice(-6);
  return `${host.replaceAll(/-+$/gu, '')}-${id}`;
}
