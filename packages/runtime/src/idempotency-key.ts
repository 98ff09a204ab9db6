import { hash } from 'node:crypto';
import type { Scope } from './scope.ts';
import { ANONYMOUS_SCOPE } from './scope.ts';

declare const KEY: unique symbol;

/**
 * The key by which an engine recognizes that a request is a repetition, and returns the task that
 * the first one created.
 */
export type IdempotencyKey = string & { readonly [KEY]: true };

/**
 * The largest length of a request's content that the key contains unhashed, in characters of JSON.
 */
const SHORT_LENGTH = 512;

/**
 * Makes the idempotency key of a request; returns `undefined` if the request must count as new.
 *
 * The key covers the content as well as the id: requests with the same id and different contents
 * have different keys. Anonymous callers share one scope, so only their random ids give a key:
 * others cannot guess a random id and get the task.
 */
export function createIdempotencyKey({
  scope,
  id,
  content,
}: {
  /** The scope (owner) of the request. */
  readonly scope: Scope;
  /** The id that the caller gave the request. */
  readonly id: string;
  /**
   * The content of the request, which a repetition must also have. Default: only the id is
   * compared.
   */
  readonly content?: unknown;
}): IdempotencyKey | undefined {
  if (scope === ANONYMOUS_SCOPE && !isRandom(id)) return undefined;
  if (content === undefined) return id as IdempotencyKey;
  const text = JSON.stringify(content);
  // Most requests are short, and hashing one costs more than storing it.
  const contentKey = text.length <= SHORT_LENGTH ? text : hash('sha256', text, 'base64url');
  return `${id}:${contentKey}` as IdempotencyKey;
}

/**
 * The key of the only task of a scope, whatever begins it: of all that try at the same moment, the
 * engine lets in one, and the others get its task.
 */
export const ONLY_TASK = 'once' as IdempotencyKey;

/** Matches UUIDs of the random versions 4 and 7. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/iu;

/** Matches ULIDs: 26 characters of Crockford's base 32. */
const ULID = /^[0-7][\da-hjkmnp-tv-z]{25}$/iu;

const HEX = /^[\da-f]{32,}$/iu;

/**
 * The smallest number of different characters in an id that counts as random. Fewer than one random
 * id in a million has less.
 */
const MIN_DIFFERENT = 8;

/** Returns true for an id that looks random, with 80 random bits or more. */
function isRandom(id: string): boolean {
  return (UUID.test(id) || ULID.test(id) || HEX.test(id)) && hasVariety(id);
}

/** Returns true for an ASCII text with at least {@link MIN_DIFFERENT} different characters. */
function hasVariety(text: string): boolean {
  let alphabet = '';
  for (const character of text) {
    if (alphabet.includes(character)) continue;
    alphabet += character;
    if (alphabet.length === MIN_DIFFERENT) return true;
  }
  return false;
}

/**
 * Returns a hash of 16 bytes for a list of texts. Their lengths are hashed, too, so that different
 * lists never give the same input.
 */
export function hashKey(...parts: readonly string[]): Buffer {
  const text = parts.map((part) => `${part.length}:${part}`).join('');
  // UTF-8 would give the same bytes for different texts with half surrogate pairs.
  return hash('sha256', Buffer.from(text, 'utf16le'), 'buffer').subarray(0, 16);
}
