import { compareText } from './compare-text.ts';
import type { ListedPage, Operation } from './operation.ts';
import { toReferenceSnapshot } from './reference-snapshot.ts';
import type { ReferenceTask } from './reference-task.ts';

/** Returns all pages that `list` should give for the tasks of the reference engine. */
export function toReferencePages(
  tasks: readonly ReferenceTask[],
  { scope, query }: Operation & { readonly kind: 'list' },
): readonly ListedPage[] {
  const { contextId, state, statusTimestampAfter = '', pageSize } = query;
  const fitting = tasks
    .filter(({ task }) => task.scope === scope)
    .map(toReferenceSnapshot)
    .filter((each) => contextId === undefined || each.contextId === contextId)
    .filter((each) => state === undefined || each.state === state)
    .filter((each) => each.statusTimestamp >= statusTimestampAfter)
    .toSorted(
      (a, b) => compareText(b.statusTimestamp, a.statusTimestamp) || compareText(a.id, b.id),
    );
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(fitting.length / pageSize)) },
    (_, page) => page * pageSize,
  );
  return starts.map((start) => ({
    tasks: fitting.slice(start, start + pageSize),
    totalSize: fitting.length,
  }));
}
