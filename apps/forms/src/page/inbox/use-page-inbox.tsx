import { codeLoader } from '@formwork/react/internal';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { Route } from '../permalink/route.ts';
import { type ListedAgent, useServices } from '../workspace/services.ts';
import type { DescribedAgent } from './inboxes.ts';
import type { StartedInbox } from './start-inbox.tsx';

/** The inbox of the page: the questions of all agents that wait for the person. */
export interface PageInbox {
  /** The number of questions. */
  readonly count: number;
  /** Draws the inbox; `onAccess` asks the open agent again. */
  readonly draw: (onAccess: () => void) => ReactNode;
  /** Reads the inbox at the open agent again. */
  readonly refresh: () => void;
  /** The link to the inbox where the open agent has no places. */
  readonly link: ReactNode;
}

const nothing = (): (() => void) => () => undefined;

/**
 * Returns the inbox of the page, `undefined` if no agent has one, and a function by which the page
 * says how the open agent describes itself.
 */
export function usePageInbox({
  agents,
  agent: open,
  routeAgent,
  route,
}: {
  /** The agents that the page lists. */
  readonly agents: readonly ListedAgent[];
  /** The address of the open agent. */
  readonly agent: string | undefined;
  readonly routeAgent: { readonly agent?: string };
  readonly route: Route;
}): readonly [PageInbox | undefined, (learned: DescribedAgent) => void] {
  const { openSource, credentials, store, isForOne } = useServices();
  const [started, setStarted] = useState<StartedInbox>();
  const [learned, learn] = useState<DescribedAgent>();
  const hasDoor = learned?.agent === open && learned?.description?.peopleUrl !== undefined;
  const isNeeded = hasDoor || agents.some(({ url }) => url !== open);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const effect = new AbortController();
    const start = async (): Promise<void> => {
      const { startInbox } = await codeLoader.load(() => import('./start-inbox.tsx'));
      const isOwnAgent = isForOne();
      if (!effect.signal.aborted)
        setStarted(startInbox({ openSource, credentials, store, isOwnAgent }));
    };
    // Code that is there and fails is no reason to show nothing else.
    start().catch(() => undefined);
    return () => {
      effect.abort();
    };
  }, [isNeeded, openSource, credentials, store, isForOne]);
  useEffect(() => started?.inboxes.setAgents(agents, open), [started, agents, open]);
  useEffect(() => learned && started?.inboxes.learn(learned), [started, learned]);
  const summary = useSyncExternalStore(started?.inboxes.subscribe ?? nothing, () =>
    started?.inboxes.read(),
  );
  // A link to the inbox must not show something else before the agents have answered.
  const isAwaited = route.view === 'inbox' && isNeeded && summary?.isRead !== true;
  if (!hasDoor && summary?.hasDoor !== true && !isAwaited) return [undefined, learn];
  const inboxPlace: PageInbox = {
    count: summary?.count ?? 0,
    draw: (onAccess) =>
      started?.draw({ open, routeAgent, route, onAccess }) ?? <div className="skeleton" />,
    refresh: () => open !== undefined && started?.inboxes.refresh(open),
    link: started?.drawLink(routeAgent),
  };
  return [inboxPlace, learn];
}
