import type { AgentSource, SourceEvent } from '@formwork/client';
import type { GatewaySourceOptions } from '@formwork/react';
import { codeLoader, createGatewayRequests } from '@formwork/react/internal';
import { isRecord } from '@formwork/schema/json';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadFormScreen } from './form/load-form-screen.tsx';
import { API, fetchAsPerson, fetchConfig, setPagePerson, takeDescription } from './preload.ts';
import { openStore } from './storage/key-value-store.ts';
import { createCredentialStore } from './workspace/credential-store.ts';
import {
  ServicesContext,
  type PageServices,
  type ListedAgent,
  type PageConfig,
} from './workspace/services.ts';
import '@formwork/react/form.css';
import '@formwork/react/roomy.css';
import '@formwork/react/beside.css';
import '@formwork/react/page.css';
import './page.css';
import './thread.css';

const credentials = createCredentialStore();

/**
 * Makes the source of an agent, which is called through the page's server with the current
 * credentials.
 */
function openSource(agent: string): AgentSource {
  const readHeaders = (): Readonly<Record<string, string>> => credentials.read(agent);
  const readOptions = (): GatewaySourceOptions => ({
    headers: readHeaders(),
    fetch: fetchAsPerson,
  });
  async function* stream(
    call: (source: AgentSource) => AsyncIterable<SourceEvent>,
  ): AsyncGenerator<SourceEvent, void, undefined> {
    const options = readOptions();
    // Only what follows tasks reads streams, so that it comes with that.
    const { createGatewaySource } = await codeLoader.load(() => import('./work/start-work.ts'));
    yield* call(createGatewaySource(API, agent, options));
  }
  return {
    async describe(options) {
      // The early response holds the description for a caller without credentials.
      const early =
        Object.keys(readHeaders()).length === 0 ? await takeDescription(agent) : undefined;
      const requestOptions = early === undefined ? readOptions() : { fetch: async () => early };
      return createGatewayRequests(API, agent, requestOptions).describe(options);
    },
    send: (message, options) => stream((source) => source.send(message, options)),
    watch: (task, options) => stream((source) => source.watch(task, options)),
    cancel: (task, options) => stream((source) => source.cancel(task, options)),
  };
}

let pageConfig: PageConfig | undefined;

const services: PageServices = {
  async loadConfig() {
    pageConfig = await loadConfig();
    setPagePerson(pageConfig.signIn?.person);
    return pageConfig;
  },
  signIn: () => pageConfig?.signIn,
  isForOne: () => pageConfig?.mode === 'one',
  consoleUrl: () => pageConfig?.consoleUrl,
  openSource,
  store: openStore(),
  credentials,
};

// Forms are loaded while the first requests are on their way; after a failure they are loaded when
// they are needed.
loadFormScreen().catch(() => undefined);

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <ServicesContext value={services}>
      <App />
    </ServicesContext>,
  );
}

/**
 * Loads the server's settings for the page. @throws Error if the response is not what the page
 * expects.
 */
async function loadConfig(): Promise<PageConfig> {
  const response = await fetchConfig();
  const config: unknown = response.ok && (await response.json());
  if (!isRecord(config)) throw new Error();
  const { mode, agents, signIn, consoleUrl } = config;
  return {
    mode: mode === 'one' ? 'one' : 'many',
    ...(isRecord(signIn) && {
      signIn: {
        provider: String(signIn['provider']),
        isSignedIn: signIn['isSignedIn'] === true,
        person: typeof signIn['person'] === 'string' ? signIn['person'] : '',
      },
    }),
    ...(typeof consoleUrl === 'string' && { consoleUrl }),
    agents: (Array.isArray(agents) ? agents : []).flatMap(toListedAgents),
  };
}

function toListedAgents(agent: unknown): readonly ListedAgent[] {
  if (!isRecord(agent) || typeof agent['url'] !== 'string') return [];
  const { url, name, isSuggested } = agent;
  return [
    {
      url,
      ...(typeof name === 'string' && { name }),
      ...(isSuggested === true && { isSuggested }),
    },
  ];
}
