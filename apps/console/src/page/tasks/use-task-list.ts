import { useRef, useState } from 'react';
import type { ConsoleRow, ConsoleTasks } from '../../api/console-api.ts';
import { type ConsoleError, toConsoleError, useClient } from '../client/console-client.ts';
import { useLive } from '../live/use-live.ts';
import type { TaskFilter } from '../route/route.ts';

/** A row of the list: a task, and whether it still belongs to the list. */
export interface TaskRow {
  readonly task: ConsoleRow;
  /** True if the task no longer fits the filters, or later tasks have pushed it off the page. */
  readonly hasLeft: boolean;
}

const AGES: Readonly<Record<string, number>> = {
  '10m': 600_000,
  '1h': 3_600_000,
  '12h': 43_200_000,
  '1d': 86_400_000,
  '7d': 604_800_000,
};

/** The ages by which a list can be filtered. */
export const AGE_NAMES: readonly string[] = Object.keys(AGES);

/**
 * Reads a list of tasks again and again. Rows stay where they are: their tasks change in place, and
 * tasks that come wait until they are asked for.
 */
export function useTaskList(filter: TaskFilter): {
  readonly rows: readonly TaskRow[] | undefined;
  /** The time of the server when the rows were read last, in milliseconds since 1970. */
  readonly now: number;
  readonly fault: ConsoleError | undefined;
  /** The number of tasks that have come since, and are not shown. */
  readonly fresh: number;
  /** Shows the tasks that have come since. */
  readonly showFresh: () => void;
  /** Shows the next page below; absent on the last page. */
  readonly showMore: (() => void) | undefined;
} {
  const client = useClient();
  // The age counts from now on, so that the pages of the list fit together.
  const [openedAt] = useState(() => Date.now());
  const query = toQuery(filter, openedAt);
  const { value, fault: liveFault } = useLive<ConsoleTasks>(query, () => `tasks?${query}`);
  const [shown, setShown] = useState<readonly string[]>();
  const [further, setFurther] = useState<readonly ConsoleTasks[]>([]);
  /** The error of the last attempt to read a further page. */
  const [moreFault, setMoreFault] = useState<ConsoleError>();
  const tasksRef = useRef(new Map<string, ConsoleRow>());
  const listed = new Set(value?.tasks.map(({ taskId }) => taskId));
  for (const { tasks } of [...further, ...(value === undefined ? [] : [value])]) {
    for (const task of tasks) tasksRef.current.set(task.taskId, task);
  }
  const ids = shown ?? value?.tasks.map(({ taskId }) => taskId);
  if (shown === undefined && ids !== undefined && ids.length > 0) setShown(ids);
  // A page that was asked for twice, or a task that has moved, stands once.
  const below = [...new Set(further.flatMap(({ tasks }) => tasks.map(({ taskId }) => taskId)))];
  const all = ids && [...ids, ...below.filter((id) => !ids.includes(id))];
  const fresh = [...listed].filter((id) => all?.includes(id) === false);
  // A list that stays open for days forgets the tasks that it no longer shows or counts.
  for (const id of tasksRef.current.keys()) {
    if (all?.includes(id) === false && !listed.has(id)) tasksRef.current.delete(id);
  }
  const next = (further.at(-1) ?? value)?.nextPageToken;

  async function showMore(token: string): Promise<void> {
    setMoreFault(undefined);
    try {
      const path = `tasks?${query}&page=${encodeURIComponent(token)}`;
      const page = await client.read<ConsoleTasks>(path);
      setFurther((before) => [...before, page]);
    } catch (error) {
      setMoreFault(toConsoleError(error));
    }
  }

  return {
    rows: all?.flatMap((id) => {
      const task = tasksRef.current.get(id);
      const hasLeft = value !== undefined && !listed.has(id) && !below.includes(id);
      return task === undefined ? [] : [{ task, hasLeft }];
    }),
    now: value?.now ?? openedAt,
    fault: liveFault ?? moreFault,
    fresh: fresh.length,
    showFresh() {
      setFurther([]);
      setShown([...listed]);
    },
    showMore: next === undefined ? undefined : () => void showMore(next),
  };
}

function toQuery({ state, skill, scope, older, id }: TaskFilter, openedAt: number): string {
  const query = new URLSearchParams();
  if (state !== undefined) query.set('state', state);
  if (skill !== undefined) query.set('skill', skill);
  if (scope !== undefined) query.set('scope', scope);
  if (id !== undefined) query.set('id', id);
  const age = older === undefined ? undefined : AGES[older];
  if (age !== undefined) query.set('before', new Date(openedAt - age).toISOString());
  return query.toString();
}
