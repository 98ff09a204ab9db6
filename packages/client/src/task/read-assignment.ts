import { isPeopleAddress } from '@formwork/core/protocol';
import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { Assignment } from '../outcome.ts';

/** The most addresses that are read: those of the question, and those that it was escalated to. */
const MAX_ADDRESSES = 100;

/** The most characters in the id of a person. */
const MAX_ID = 300;

/** The most characters of JSON that a question shows beside itself. */
const MAX_ABOUT = 100_000;

/** The longest time until a question is due, in milliseconds: ten years. */
const MAX_MS = 315_360_000_000;

/**
 * Reads the people who get a question from the `assignment` of its metadata, which the agent wrote
 * and which may be anything. `undefined` if it names none, so that the caller is asked.
 */
export function readAssignment(
  assignment: unknown,
  {
    statusAt,
  }: {
    /** The time of the status that asks the question; `undefined` if the agent gives none. */
    readonly statusAt: string | undefined;
  },
): Assignment | undefined {
  if (!isRecord(assignment)) return undefined;
  const { to, about, fourEyes, claimedBy, dueInMs, stage } = assignment;
  const addresses = Array.isArray(to) ? to.slice(0, MAX_ADDRESSES).filter(isPeopleAddress) : [];
  if (addresses.length === 0) return undefined;
  // The status that first asks the question does not repeat its own time.
  const askedAt = toTime(assignment['askedAt'] ?? statusAt);
  const isDue = typeof dueInMs === 'number' && dueInMs > 0 && dueInMs <= MAX_MS;
  return {
    to: [...new Set(addresses)],
    about: toAbout(about),
    fourEyes: fourEyes === true,
    claimedBy: isId(claimedBy) ? claimedBy : undefined,
    askedAt,
    dueAt: isDue && askedAt !== undefined ? toTime(Date.parse(askedAt) + dueInMs) : undefined,
    isOverdue: stage === 'overdue',
  };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID;
}

/** Returns a time as ISO 8601; `undefined` for anything else. */
function toTime(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function toAbout(value: unknown): Json | undefined {
  if (value === undefined) return undefined;
  // The metadata came as JSON.
  return JSON.stringify(value).length <= MAX_ABOUT ? (value as Json) : undefined;
}
