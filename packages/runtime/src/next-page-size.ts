import type { TaskEvent } from './engine/task-event.ts';

/** How many events the first page may have: of their size nothing is known yet. */
export const FIRST_PAGE_SIZE = 8;

/** The entry that is known already comes on top of it. */
const MAX_PAGE_SIZE = 99;

/** What a page is meant to hold, in characters. */
const PAGE_CHARACTERS = 262_144;

/**
 * How many events to read after a page of at most `size` was found to hold these: twice as many
 * while they are small, fewer when they are big. A reader that stops then holds a page of a few
 * hundred kilobytes, or one event if that is bigger, and not a hundred big events.
 */
export function toNextPageSize(size: number, entries: readonly TaskEvent[]): number {
  if (entries.length === 0) return size;
  const characters = entries.reduce((sum, { event }) => sum + toRoughSize(event), 0);
  const fitting = Math.floor((entries.length * PAGE_CHARACTERS) / Math.max(1, characters));
  return Math.max(1, Math.min(2 * size, fitting, MAX_PAGE_SIZE));
}

/** Of the strings in a value, as nothing else in an event grows big without them. */
function toRoughSize(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 8;
  for (const each of Object.values(value)) size += toRoughSize(each);
  return size;
}
