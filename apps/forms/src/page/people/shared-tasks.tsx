import { PeopleClientError, type SharedTask, type SharedTaskView } from '@formwork/people/client';
import { toVisibleText } from '@formwork/react';
import { lazyPart } from '@formwork/react/internal';
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { formatDay } from '../parts/format-time.ts';
import { useTexts } from '../texts/use-texts.ts';
import { readSharedToken } from './history-filter.ts';
import { usePeopleTexts } from './people-texts.ts';
import type { KnownPerson } from './use-people.ts';

const SharedDialog = lazyPart(async () => (await import('./shared-dialog.tsx')).SharedDialog);

/** A task to show: the share that it was found by, or why there is none. */
type Shown = SharedTask | 'gone' | 'failed';

/** Draws what others show to the person, and the task that a link in the address shows. */
export function SharedTasks({ person }: { readonly person: KnownPerson }): ReactNode {
  const peopleTexts = usePeopleTexts();
  const { language } = useTexts();
  const { people } = person;
  const [list, setList] = useState<readonly SharedTaskView[]>([]);
  const [shown, setShown] = useState<Shown>();
  const newest = useRef<Promise<SharedTask>>(undefined);
  const show = useCallback((loading: Promise<SharedTask>) => {
    newest.current = loading;
    const take = (next: Shown): void => {
      if (newest.current === loading) setShown(next);
    };
    loading.then(take, (error: unknown) => take(isMissingShare(error) ? 'gone' : 'failed'));
  }, []);
  useEffect(() => {
    people.listShared().then(setList, () => undefined);
    const look = (): void => {
      const token = readSharedToken();
      if (token !== undefined) show(people.getLinked(token));
    };
    look();
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, [people, show]);
  return (
    <>
      {list.length > 0 && (
        <details open>
          <summary>{peopleTexts.sharedWithMe}</summary>
          <ul className="shares">
            {list.map(({ share, sharedBy = '', summary, expiresAt }) => (
              <li key={share}>
                <button
                  type="button"
                  className="quiet"
                  onClick={() => show(people.getShared(share))}
                >
                  <span className="two-lines">
                    <span className="name" dir="auto">
                      {toVisibleText(summary)}
                    </span>
                    <span className="line">
                      {peopleTexts.sharedBy(toVisibleText(sharedBy))}{' '}
                      {peopleTexts.until(formatDay(expiresAt.slice(0, 10), language) ?? '')}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
      {shown !== undefined && (
        <Suspense>
          <SharedDialog
            shown={shown}
            onClose={() => {
              newest.current = undefined;
              dropToken();
              setShown(undefined);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** True if the agent says that there is no such share for the person, who may try anything else again. */
function isMissingShare(error: unknown): boolean {
  return error instanceof PeopleClientError && [403, 404, 410].includes(error.status);
}

/** Takes the token out of the address, so that the task does not come back with the next screen. */
function dropToken(): void {
  const search = new URLSearchParams(window.location.hash.slice(1));
  search.delete('shared');
  window.history.replaceState(window.history.state, '', `#${search.toString()}`);
}
