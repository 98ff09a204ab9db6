import type { SharedRecords } from '@formwork/runtime';
import { isRecord } from '@formwork/schema/json';
import { createHash } from 'node:crypto';
import { PeopleError } from './people-error.ts';

/** The time for which records of people are kept after their last use, in milliseconds: 400 days. */
export const KEEP_MS = 34_560_000_000;

/** The longest text of a record, in UTF-16 units: that of `SharedRecords`. */
const MAX_TEXT = 65_536;

/** A day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** The age from which a record that is used is stored again, so that it does not expire. */
const RENEW_MS = 30 * DAY_MS;

type Fields = Readonly<Record<string, unknown>>;

/** Reads an object from the text of a record; `undefined` if it is none. */
export function parseRecord(text: string | undefined): Fields | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Writes an object as the text of a record. @throws PeopleError if it is too long */
export function writeRecord(what: string, value: object): string {
  // Half of a surrogate pair is escaped by JSON, so that the text is well-formed.
  const text = JSON.stringify(value);
  if (text.length <= MAX_TEXT) return text;
  throw new PeopleError(
    'PAYLOAD_TOO_LARGE',
    `Cannot keep ${what} because it must have at most ${MAX_TEXT} characters as JSON: current value has ${text.length}`,
  );
}

/**
 * Stores a record again that is used after a long time, so that it does not expire, unless another
 * device has changed it meanwhile.
 */
export async function renewRecord(
  records: Pick<SharedRecords, 'set'>,
  {
    key,
    value,
    storedAt,
    owner,
  }: {
    readonly key: string;
    readonly value: string;
    /** The time in milliseconds since 1970. */
    readonly storedAt: number;
    /** The part of keys that stands for its person. */
    readonly owner: string;
  },
): Promise<void> {
  if (Date.now() - storedAt < RENEW_MS) return;
  await records.set(key, { value, ttlMs: KEEP_MS, owner }, { replaces: value });
}

/**
 * Returns the digest by which a record names a text that it does not hold, such as the token of a
 * link, which no reader of the records can use then.
 */
export function toDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
