import { createGatewaySource } from '@formwork/react';
import type { AgentSource } from '@formwork/client';
import '@formwork/react/theme.css';
import './page.css';
import './thread.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { API, takeDescription } from './early.ts';
import { loadConfig } from './app/load-config.ts';
import { ServicesContext, type PageServices, type PageSignIn } from './workspace/services.ts';
import { createCredentialBox } from './workspace/credential-box.ts';
import { loadFormCard } from './form/load-form-card.ts';
import { openStore } from './storage/open-store.ts';

const credentials = createCredentialBox();

/** Speaks to the agent through the server, with the headers of the moment. */
function openSource(agent: string): AgentSource {
  const readHeaders = (): Readonly<Record<string, string>> => credentials.read(agent);
  const open = (): AgentSource => createGatewaySource(API, agent, { headers: readHeaders() });
  return {
    async describe(options) {
      // Of somebody who has not said who they are yet.
      const early =
        Object.keys(readHeaders()).length === 0 ? await takeDescription(agent) : undefined;
      if (early === undefined) return open().describe(options);
      return createGatewaySource(API, agent, { fetch: async () => early }).describe(options);
    },
    send: (message, options) => open().send(message, options),
    watch: (task, options) => open().watch(task, options),
    cancel: (task, options) => open().cancel(task, options),
  };
}

let signIn: PageSignIn | undefined;

const services: PageServices = {
  async loadConfig() {
    const config = await loadConfig();
    ({ signIn } = config);
    return config;
  },
  signIn: () => signIn,
  openSource,
  store: openStore(),
  credentials,
};

// Beside the first questions to the server; if it fails, it is asked for again when it is needed.
loadFormCard().catch(() => undefined);

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <ServicesContext value={services}>
      <App />
    </ServicesContext>,
  );
}
