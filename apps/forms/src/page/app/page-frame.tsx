import { lazy, useEffect, useMemo, useState, type ReactNode } from 'react';
import { AgentPlaces } from './agent-places.tsx';
import { openSavedAgents } from './saved-agents.ts';
import { useServices, type ListedAgent, type PageConfig } from './services.ts';
import { go, useRoute } from './use-route.ts';
import { Welcome } from './welcome.tsx';

const CheckScreen = lazy(async () => ({
  default: (await import('../check/check-screen.tsx')).CheckScreen,
}));

/** Which agent is worked with, and which there are. */
export function PageFrame({ config }: { readonly config: PageConfig }): ReactNode {
  const { store } = useServices();
  const route = useRoute();
  const saved = useMemo(() => openSavedAgents(store), [store]);
  const [own, setOwn] = useState(() => saved.list());
  const isMany = config.mode === 'many';
  const [first] = config.agents;
  const agent = isMany ? (route.agent ?? first?.url) : first?.url;
  const routeAgent = useMemo(
    () => (isMany && agent !== undefined ? { agent } : {}),
    [isMany, agent],
  );
  const listed = config.agents.filter(({ url }) => !own.some((other) => other.url === url));

  useEffect(() => {
    if (agent === undefined) document.title = 'Formwork';
  }, [agent]);

  const agents = {
    isMany,
    current: agent,
    list: [...own, ...listed],
    isOwn: (url: string) => own.some((other) => other.url === url),
    open(url: string) {
      go({ agent: url });
    },
    remember(listedAgent: ListedAgent) {
      if (!isMany) return;
      saved.put(listedAgent);
      setOwn(saved.list());
    },
    remove(url: string) {
      saved.remove(url);
      setOwn(saved.list());
      if (url === agent) go({});
    },
  };

  // Needs no agent.
  if (route.view === 'check' && route.run === undefined) return <CheckScreen />;
  return agent === undefined ? (
    <Welcome agents={agents} />
  ) : (
    <AgentPlaces key={agent} agent={agent} routeAgent={routeAgent} agents={agents} route={route} />
  );
}
