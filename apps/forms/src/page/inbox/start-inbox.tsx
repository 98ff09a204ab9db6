import type { ReactNode } from 'react';
import { Icon } from '../parts/icon.tsx';
import { type Route, toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { openAnswerDrafts } from './answer-drafts.ts';
import { AnswerScreen } from './answer-screen.tsx';
import { InboxScreen } from './inbox-screen.tsx';
import { Inboxes, type InboxesOptions } from './inboxes.ts';

/** The inboxes of a person, whose code is loaded after the page. */
export interface StartedInbox {
  readonly inboxes: Inboxes;
  /** Draws the list of all questions, the question of a task, or that of a link. */
  readonly draw: (drawing: {
    /** The address of the open agent. */
    readonly open: string | undefined;
    readonly routeAgent: { readonly agent?: string };
    readonly route: Route;
    /** Asks the open agent again. */
    readonly onAccess: () => void;
  }) => ReactNode;
  /** Draws the link to the inbox where the open agent has no places. */
  readonly drawLink: (routeAgent: { readonly agent?: string }) => ReactNode;
}

/** Opens the inboxes of a person. */
export function startInbox(options: InboxesOptions): StartedInbox {
  const inboxes = new Inboxes(options);
  return {
    inboxes,
    draw({ route, ...rest }) {
      const { view, task, asker, token = '' } = route;
      if (view !== 'answer') return <InboxScreen {...rest} {...{ inboxes, task, asker }} />;
      const inbox = inboxes.list().find(({ agent }) => agent === rest.open);
      if (inbox?.description === undefined) return <div className="skeleton" />;
      const { agent, people, description } = inbox;
      const openDrafts = (owner: string) => openAnswerDrafts(options.store, { agent, owner });
      return <AnswerScreen key={token} {...{ people, openDrafts, description, token }} />;
    },
    drawLink: (routeAgent) => (
      <InboxLink href={toHash({ ...routeAgent, view: 'inbox' })} count={inboxes.read().count} />
    ),
  };
}

function InboxLink({
  href,
  count,
}: {
  readonly href: string | undefined;
  readonly count: number;
}): ReactNode {
  const texts = useTexts();
  return (
    <ul className="links">
      <li>
        <a href={href}>
          <Icon name="inbox" />
          <span className="name">{texts.places.inbox}</span>
          {count > 0 && <span className="count">{count}</span>}
        </a>
      </li>
    </ul>
  );
}
