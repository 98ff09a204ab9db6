import type { Scope, TaskPage, TaskQuery } from '@formwork/runtime';
import { hasWords, parseTextSearch } from '@formwork/runtime/internal';
import { hideSecrets } from '@formwork/schema/internal';
import type { AdapterHost } from '@formwork/server';

/**
 * Finds a page of a person's tasks. A search finds no task by its secrets: the engine knows none, so
 * what it has found is searched again without them.
 */
export async function findTasks(
  { engine, listSecrets }: Pick<AdapterHost, 'engine' | 'listSecrets'>,
  scope: Scope,
  query: TaskQuery,
): Promise<TaskPage> {
  const page = await engine.list(scope, query);
  if (query.text === undefined) return page;
  const search = parseTextSearch(query.text);
  const tasks = page.tasks.filter((task) => {
    const secrets = listSecrets(task);
    return secrets.length === 0 || hasWords(task, search, (text) => hideSecrets(text, secrets));
  });
  return { ...page, tasks };
}
