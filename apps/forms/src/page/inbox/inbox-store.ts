import { type InboxView, type PeopleClient, PeopleClientError } from '@formwork/people/client';

/** The state of the inbox: being read, not readable at the moment, or read. */
export type InboxState =
  | { readonly kind: 'loading' }
  /** The agent does not know who the person is. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly last?: InboxView }
  | { readonly kind: 'ready'; readonly inbox: InboxView };

/** The inbox of a person, which the list, the count beside it and the open question share. */
export interface InboxStore {
  readonly read: () => InboxState;
  /** Reads the inbox again at once. */
  readonly refresh: () => void;
  /**
   * Calls a function after each change, and looks at the inbox from time to time while somebody
   * listens and the page is visible. Returns a function that ends it.
   */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The time between two looks at the inbox while the page is visible, in milliseconds. */
const EVERY_MS = 15_000;

/** Makes the inbox of a person at an agent. */
export function createInboxStore(people: Pick<PeopleClient, 'listInbox'>): InboxStore {
  const listeners = new Set<() => void>();
  let state: InboxState = { kind: 'loading' };
  let round = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  function change(next: InboxState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function load(): Promise<void> {
    round += 1;
    const own = round;
    try {
      const inbox = await people.listInbox();
      if (own === round) change({ kind: 'ready', inbox });
    } catch (error) {
      if (own !== round) return;
      if (error instanceof PeopleClientError && error.status === 401) {
        change({ kind: 'unknown' });
        return;
      }
      const last = state.kind === 'ready' ? state.inbox : state.kind === 'failed' && state.last;
      change(last ? { kind: 'failed', last } : { kind: 'failed' });
    }
  }

  function look(): void {
    if (document.visibilityState === 'visible') void load();
  }

  return {
    read: () => state,
    refresh: () => void load(),
    subscribe(listener) {
      listeners.add(listener);
      if (timer === undefined) {
        void load();
        timer = setInterval(look, EVERY_MS);
        document.addEventListener('visibilitychange', look);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        document.removeEventListener('visibilitychange', look);
      };
    },
  };
}
