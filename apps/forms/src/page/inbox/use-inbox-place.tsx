import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useServices } from '../workspace/services.ts';
import type { Inbox } from '../workspace/workspace.ts';
import type { StartedInbox, StartInboxOptions } from './start-inbox.tsx';

/** The part of a route that the inbox reads. */
interface InboxRoute {
  readonly task?: string;
  readonly token?: string;
  readonly view?: string;
}

type InboxPlaceOptions = Omit<StartInboxOptions, 'readHeaders'> & { readonly route: InboxRoute };

const nothing = (): (() => void) => () => undefined;

/** Returns the inbox of the person at an agent; `undefined` for an agent that has none. */
export function useInboxPlace(options: InboxPlaceOptions): Inbox | undefined {
  const { agent, routeAgent, description, route } = options;
  const { credentials } = useServices();
  const [started, setStarted] = useState<StartedInbox>();
  const hasDoor = description.peopleUrl !== undefined;
  useEffect(() => {
    if (!hasDoor) return undefined;
    let isCurrent = true;
    async function start(): Promise<void> {
      const { startInbox } = await import('./start-inbox.tsx');
      const readHeaders = (): Readonly<Record<string, string>> => credentials.read(agent);
      if (isCurrent) setStarted(startInbox({ agent, routeAgent, description, readHeaders }));
    }
    // Without its code, the page has no inbox; a reload tries again.
    start().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [hasDoor, agent, routeAgent, description, credentials]);
  const state = useSyncExternalStore(started?.store.subscribe ?? nothing, () =>
    started?.store.read(),
  );
  if (!hasDoor) return undefined;
  const inbox =
    state?.kind === 'ready' ? state.inbox : state?.kind === 'failed' ? state.last : undefined;
  return { count: inbox?.questions.length ?? 0, screen: draw(started, route) };
}

function draw(started: StartedInbox | undefined, { view, task, token }: InboxRoute): ReactNode {
  if (started === undefined) return <div className="skeleton" />;
  return view === 'answer' ? started.drawAnswer(token ?? '') : started.drawScreen(task);
}
