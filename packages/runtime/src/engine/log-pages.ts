import type { Scope } from '../scope.ts';
import type { TaskEngine } from './task-engine.ts';
import type { TaskEvent } from './task-event.ts';

/** The largest number of events on the first page, because their size is not known yet. */
export const FIRST_PAGE_SIZE = 8;

/** The number of characters that the events of a page should not exceed in total. */
const PAGE_CHARACTERS = 262_144;

/**
 * The largest number of events on a page of a log, besides the first one, which is known already.
 */
const MAX_PAGE_SIZE = 99;

/**
 * Returns the number of events for the next page of a log, from the events of this page: twice as
 * many while events are small, fewer when they are big. So a page in memory has at most a few
 * hundred kilobytes, or one bigger event.
 */
export function choosePageSize(size: number, entries: readonly TaskEvent[]): number {
  if (entries.length === 0) return size;
  const characters = entries.reduce((sum, { event }) => sum + estimateSize(event), 0);
  const fitting = Math.floor((entries.length * PAGE_CHARACTERS) / Math.max(1, characters));
  return Math.max(1, Math.min(2 * size, fitting, MAX_PAGE_SIZE));
}

/**
 * Estimates the size of an event in characters from its strings, because nothing else in an event
 * gets big.
 */
function estimateSize(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 8;
  for (const member of Object.values(value)) size += estimateSize(member);
  return size;
}

/**
 * Reads the log of a task after a position, the oldest event first. Keeps one page of events in
 * memory, not the log.
 */
export async function* readLog(
  engine: Pick<TaskEngine, 'read'>,
  { scope, taskId }: { readonly scope: Scope; readonly taskId: string },
  start = 0,
): AsyncGenerator<TaskEvent, void, undefined> {
  let limit = FIRST_PAGE_SIZE;
  for (let after = start; ;) {
    const entries = await engine.read(scope, taskId, { after, limit });
    yield* entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < limit) return;
    after = last.seq;
    limit = choosePageSize(limit, entries);
  }
}
