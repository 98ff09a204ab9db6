import type { PeopleClient, TaskEntry, TaskFilter } from '@formwork/people/client';

/** The number of tasks by which the history grows each time that the person asks for more. */
export const PAGE_SIZE = 20;

/** The largest page that the people door gives. */
const MAX_PAGE_SIZE = 100;

/** The first tasks that a filter selects, each once. */
export interface ListedTasks {
  readonly tasks: readonly TaskEntry[];
  /** The number of all tasks that the filter selects. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
}

/** Lists the first tasks of a person, over as many pages as they take. */
export async function listTasks(
  people: Pick<PeopleClient, 'listTasks'>,
  {
    filter,
    count,
    signal,
  }: {
    readonly filter: TaskFilter;
    readonly count: number;
    readonly signal: AbortSignal;
  },
): Promise<ListedTasks> {
  // A task that has moved between two requests may be on two pages.
  const tasksById = new Map<string, TaskEntry>();
  let total: number | undefined;
  let pageToken: string | undefined;
  let remaining = count;
  do {
    const pageSize = Math.min(remaining, MAX_PAGE_SIZE);
    const page = await people.listTasks(
      { ...filter, pageSize, ...(pageToken !== undefined && { pageToken }) },
      signal,
    );
    for (const task of page.tasks) if (!tasksById.has(task.id)) tasksById.set(task.id, task);
    total ??= page.total;
    pageToken = page.nextPageToken;
    // A search may end a page before it is full, so the pages count, not their tasks.
    remaining -= pageSize;
  } while (pageToken !== undefined && remaining > 0);
  return { tasks: [...tasksById.values()], total, hasMore: pageToken !== undefined };
}
