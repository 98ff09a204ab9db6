import type { PeopleClient } from '@formwork/people/client';
import { useEffect, useMemo, useState } from 'react';
import { useServices } from '../workspace/services.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { createPagePeople } from './page-people.ts';
import { DraftSync } from './sync-drafts.ts';

/** The people door of the agent, and who the person is there. */
export interface KnownPerson {
  readonly people: PeopleClient;
  /** The id of the person; `undefined` for the one person of an agent without authentication. */
  readonly id: string | undefined;
}

/** The interval at which drafts of this browser that have changed are sent, in milliseconds. */
const PUSH_MS = 2_000;

/** The events at which a person may leave the page. */
const LEAVING = ['visibilitychange', 'pagehide'] as const;

/**
 * Returns the people door of the agent once it knows the person; `undefined` until then, and for a
 * person who has not signed in.
 */
export function usePerson(): KnownPerson | undefined {
  const visitor = useVisitor();
  return visitor === 'guest' ? undefined : visitor;
}

/**
 * Returns a person, or `guest` for a person who has not signed in; `undefined` until that is known.
 */
export function useVisitor(): KnownPerson | 'guest' | undefined {
  const { credentials } = useServices();
  const { agent, description } = useWorkspace();
  // The description is a new one after the person has signed in, or has entered another key; what
  // was read for one person is read again for the next.
  const people = useMemo(() => {
    // What was begun for one person never goes on in the name of the next.
    const headers = credentials.read(agent);
    return createPagePeople(agent, () => headers);
  }, [agent, credentials, description]);
  const [identity, setIdentity] = useState<{
    readonly of: PeopleClient;
    readonly visitor: KnownPerson | 'guest';
  }>();
  useEffect(() => {
    const control = new AbortController();
    people.who(control.signal).then(
      ({ id }) => setIdentity({ of: people, visitor: { people, id } }),
      () => control.signal.aborted || setIdentity({ of: people, visitor: 'guest' }),
    );
    return () => control.abort();
  }, [people]);
  return identity?.of === people ? identity.visitor : undefined;
}

/** Keeps the drafts of this browser and those of the person the same, while the page is shown. */
export function useDraftSync(person: KnownPerson | undefined): void {
  const { drafts } = useWorkspace();
  useEffect(() => {
    if (person === undefined) return undefined;
    const sync = new DraftSync({ people: person.people, drafts, owner: person.id ?? '' });
    // What could not be read or sent is tried again.
    const push = (): void => void sync.run().catch(() => undefined);
    const timer = setInterval(push, PUSH_MS);
    // Forms store their drafts at the same events, but before the window hears of them.
    for (const kind of LEAVING) window.addEventListener(kind, push);
    push();
    return () => {
      clearInterval(timer);
      for (const kind of LEAVING) window.removeEventListener(kind, push);
      push();
    };
  }, [person, drafts]);
}

/** Says once in this browser that what it had is now with the person everywhere. */
export function useMoveNote(person: KnownPerson | undefined): boolean {
  const { store } = useServices();
  const { agent, runs } = useWorkspace();
  const key = `formwork.moved:${agent}`;
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    if (person === undefined || runs.length === 0 || store.getItem(key) !== null) return;
    try {
      store.setItem(key, '1');
    } catch {
      // A browser that stores nothing shows the note again.
    }
    setNew(true);
    // The note is about the runs that were there when the person was found.
    // eslint-disable-next-line
  }, [person, store, key]);
  return isNew;
}
