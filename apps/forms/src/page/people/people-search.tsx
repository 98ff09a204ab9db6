import type { TaskEntry } from '@formwork/people/client';
import { useEffect } from 'react';
import { NO_FILTER, toTaskFilter } from './history-filter.ts';
import { usePerson } from './use-people.ts';

/** The tasks of a person that the agent has found for what was typed. */
export interface TaskMatches {
  readonly typed: string;
  readonly tasks: readonly TaskEntry[];
}

/** Milliseconds after the last key until the agent is asked. */
const TYPING_MS = 250;

/** The fewest characters that are searched for. */
const MIN_TYPED = 2;

const MOST = 8;

/** Searches the history of a person for what is typed into the search of the page. Draws nothing. */
export function PeopleSearch({
  typed,
  onFound,
}: {
  readonly typed: string;
  readonly onFound: (matches: TaskMatches) => void;
}): null {
  const people = usePerson()?.people;
  useEffect(() => {
    if (people === undefined || typed.trim().length < MIN_TYPED) return undefined;
    const control = new AbortController();
    const query = { ...toTaskFilter({ ...NO_FILTER, text: typed }), pageSize: MOST };
    const timer = setTimeout(() => {
      people.listTasks(query, control.signal).then(
        ({ tasks }) => onFound({ typed, tasks }),
        // What this browser knows is found without the agent.
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [people, typed, onFound]);
  return null;
}
