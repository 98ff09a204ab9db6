import { isRecord } from '@formwork/schema/internal';
import { fetchConfig } from '../early.ts';
import type { ListedAgent, PageConfig } from '../workspace/services.ts';

/** Asks the server which agents there are. @throws Error if it does not answer as it should. */
export async function loadConfig(): Promise<PageConfig> {
  const response = await fetchConfig();
  if (!response.ok) throw new Error(`The server of this page answered with ${response.status}.`);
  const config: unknown = await response.json();
  if (!isRecord(config)) throw new Error('The server of this page gave no list of agents.');
  const { mode, agents, signIn } = config;
  return {
    mode: mode === 'one' ? 'one' : 'many',
    ...(isRecord(signIn) && {
      signIn: { provider: String(signIn['provider']), isSignedIn: signIn['isSignedIn'] === true },
    }),
    agents: (Array.isArray(agents) ? agents : []).flatMap(toListed),
  };
}

function toListed(agent: unknown): readonly ListedAgent[] {
  if (!isRecord(agent) || typeof agent['url'] !== 'string') return [];
  const { url, name } = agent;
  return [{ url, ...(typeof name === 'string' && { name }) }];
}
