import { codeLoader, lazyPart, showPageAppearance } from '@formwork/react/internal';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { type PageInbox, usePageInbox } from '../inbox/use-page-inbox.tsx';
import { Logo } from '../parts/badge.tsx';
import { PageBoundary } from '../parts/page-boundary.tsx';
import { go, useRoute } from '../permalink/route.ts';
import { TopBar } from '../side/top-bar.tsx';
import { ENGLISH_TEXTS } from '../texts/english.ts';
import { TEXT_LOADERS } from '../texts/load-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { TextsContext, useTexts } from '../texts/use-texts.ts';
import type { AgentList } from '../workspace/agent-list.ts';
import { openSavedAgents } from '../workspace/saved-agents.ts';
import { type ListedAgent, type PageConfig, useServices } from '../workspace/services.ts';
import { readSettings, type Settings, writeSettings } from '../workspace/settings.ts';
import { SettingsContext } from '../workspace/use-settings.ts';
import { AgentScreen } from './agent-screen.tsx';

const OtherAgents = lazyPart(async () => (await import('../side/other-agents.tsx')).OtherAgents);
const CheckScreen = lazyPart(async () => (await import('../check/check-screen.tsx')).CheckScreen);

/** Draws the whole page, with its language, its colours and the agents that can be chosen. */
export function App(): ReactNode {
  const { store, loadConfig } = useServices();
  const [settings, setSettings] = useState(() => readSettings(store));
  const [texts, setTexts] = useState<Texts>();
  const [config, setConfig] = useState<PageConfig>();
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const effect = new AbortController();
    async function take(): Promise<void> {
      const load = (): Promise<Texts> => TEXT_LOADERS[settings.language]();
      // While the texts of another language cannot be loaded, the page is in English.
      const first = await load().catch(() => undefined);
      if (!effect.signal.aborted) setTexts(first ?? ENGLISH_TEXTS);
      const loaded = first ?? (await codeLoader.load(load));
      if (!effect.signal.aborted) setTexts(loaded);
    }
    void take();
    return () => {
      effect.abort();
    };
  }, [settings.language]);

  useEffect(() => {
    setFailed(false);
    loadConfig().then(setConfig, () => setFailed(true));
  }, [loadConfig, attempt]);

  useEffect(() => {
    showPageAppearance(texts?.language ?? 'en', settings.scheme);
  }, [texts, settings.scheme]);

  const value = useMemo(
    () => ({
      settings,
      change(changes: Partial<Settings>) {
        setSettings({ ...settings, ...changes });
        writeSettings(store, changes);
      },
    }),
    [settings, store],
  );

  if (texts === undefined) return null;
  return (
    <TextsContext value={texts}>
      <SettingsContext value={value}>
        <PageBoundary text={texts.pageFailed}>
          {config === undefined ? (
            <main className="alone">
              <h1>{isFailed ? texts.agentFailed : texts.lookingAt('…')}</h1>
              {isFailed && (
                <>
                  <p role="alert">{texts.serverFailed}</p>
                  <button
                    type="button"
                    className="main-button"
                    onClick={() => setAttempt(attempt + 1)}
                  >
                    {texts.retry}
                  </button>
                </>
              )}
            </main>
          ) : (
            <Suspense>
              <PageFrame config={config} />
            </Suspense>
          )}
        </PageBoundary>
      </SettingsContext>
    </TextsContext>
  );
}

/** Chooses the agent to work with and draws the page for it, with the list of others. */
function PageFrame({ config }: { readonly config: PageConfig }): ReactNode {
  const { store } = useServices();
  const route = useRoute();
  const saved = useMemo(() => openSavedAgents(store), [store]);
  const [savedAgents, setSavedAgents] = useState(() => saved.list());
  const isMany = config.mode === 'many';
  const [first] = config.agents;
  const list = useMemo(() => {
    const listed = config.agents.filter(
      ({ url }) => !savedAgents.some((entry) => entry.url === url),
    );
    return [...savedAgents, ...listed];
  }, [config, savedAgents]);
  // An agent asks the person nothing beside others before they have opened it.
  const asker = isMany ? route.asker : undefined;
  const isStranger = asker !== undefined && !list.some(({ url }) => url === asker);
  const named = isStranger ? asker : (route.agent ?? asker);
  const agent = isMany ? (named ?? first?.url) : first?.url;
  const routeAgent = useMemo(
    () => (isMany && agent !== undefined ? { agent } : {}),
    [isMany, agent],
  );
  const [inbox, learn] = usePageInbox({ agents: list, agent, routeAgent, route });

  useEffect(() => {
    if (agent === undefined) document.title = 'Formwork';
  }, [agent]);

  const agents = {
    isMany,
    current: agent,
    list,
    isOwn: (url: string) => savedAgents.some((entry) => entry.url === url),
    open(url: string) {
      go({ agent: url });
    },
    remember(listedAgent: ListedAgent) {
      if (!isMany) return;
      saved.put(listedAgent);
      setSavedAgents(saved.list());
    },
    remove(url: string) {
      saved.remove(url);
      setSavedAgents(saved.list());
      if (url === agent) go({});
    },
  };

  // The screen that checks documents works without an agent.
  if (route.view === 'check' && route.run === undefined) return <CheckScreen />;
  return agent === undefined ? (
    <Welcome agents={agents} inbox={inbox} isInbox={route.view === 'inbox'} />
  ) : (
    <AgentScreen key={agent} {...{ agent, routeAgent, agents, route, inbox }} onDescribed={learn} />
  );
}

/** Draws the page while no agent is chosen: the first visit, or the inbox. */
function Welcome({
  agents,
  inbox,
  isInbox,
}: {
  readonly agents: AgentList;
  readonly inbox: PageInbox | undefined;
  /** True if the route leads to the inbox. */
  readonly isInbox: boolean;
}): ReactNode {
  const texts = useTexts();
  return (
    <>
      <TopBar agents={agents} />
      <main className="alone">
        {isInbox && inbox !== undefined ? (
          // No agent is open that could be asked.
          inbox.draw(() => undefined)
        ) : (
          <>
            <Logo />
            <h1 tabIndex={-1}>{texts.welcome}</h1>
            <p className="lead">{texts.welcomeHelp}</p>
            {inbox?.link}
          </>
        )}
        <Suspense>
          <OtherAgents agents={agents} />
        </Suspense>
      </main>
    </>
  );
}
