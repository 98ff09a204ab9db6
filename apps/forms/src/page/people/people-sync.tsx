import { type ReactNode, useEffect } from 'react';
import { useWorkspace } from '../workspace/workspace.ts';
import { fromTask } from './from-task.ts';
import { type KnownPerson, useDraftSync, usePerson } from './use-people.ts';

/**
 * Keeps this browser and the person's other devices alike while the page is shown, and fetches the
 * task that the address names. Draws nothing.
 */
export function PeopleSync({ current }: { readonly current: string | undefined }): ReactNode {
  const person = usePerson();
  useDraftSync(person);
  return person === undefined ? null : <Adoption person={person} current={current} />;
}

function Adoption({
  person,
  current,
}: {
  readonly person: KnownPerson;
  readonly current: string | undefined;
}): ReactNode {
  useAdoption(person, current);
  return null;
}

/** Fetches the task that the address names if this browser does not know it. */
function useAdoption({ people }: KnownPerson, current: string | undefined): void {
  const { threads, runs, description } = useWorkspace();
  const isKnown = runs.some(({ id }) => id === current);
  useEffect(() => {
    if (threads === undefined || current === undefined || isKnown) return undefined;
    const control = new AbortController();
    people.getTask(current, control.signal).then(
      (task) => threads.adopt(fromTask(task, description)),
      // The page says already that it does not know the run.
      () => undefined,
    );
    return () => control.abort();
  }, [people, threads, current, isKnown, description]);
}
