import type { AgentDescription } from '@formwork/client';
import type { ReactNode } from 'react';
import { createPagePeople } from '../people/page-people.ts';
import { AnswerScreen } from './answer-screen.tsx';
import { InboxScreen } from './inbox-screen.tsx';
import { createInboxStore, type InboxStore } from './inbox-store.ts';

/** The inbox of an agent, whose code is loaded after the page. */
export interface StartedInbox {
  readonly store: InboxStore;
  /** Draws the list, or the question of a task. */
  readonly drawScreen: (task: string | undefined) => ReactNode;
  /** Draws the question of a link. */
  readonly drawAnswer: (token: string) => ReactNode;
}

/** Options of {@link startInbox}. */
export interface StartInboxOptions {
  readonly agent: string;
  readonly routeAgent: { readonly agent?: string };
  readonly description: AgentDescription;
  readonly readHeaders: () => Readonly<Record<string, string>>;
}

/** Opens the inbox of an agent. */
export function startInbox(options: StartInboxOptions): StartedInbox {
  const { agent, routeAgent, description, readHeaders } = options;
  const people = createPagePeople(agent, readHeaders);
  const store = createInboxStore(people);
  const parts = { people, store, description, routeAgent };
  return {
    store,
    drawScreen: (task) => <InboxScreen {...parts} task={task} />,
    drawAnswer: (token) => (
      <AnswerScreen key={token} people={people} description={description} token={token} />
    ),
  };
}
