import type { Scope } from './scope.ts';
import { hash } from 'node:crypto';
import { ANONYMOUS_SCOPE } from './scope.ts';

declare const KEY: unique symbol;

/** The key under which a repeated request finds what the first one made. */
export type IdempotencyKey = string & { readonly [KEY]: true };

/** Options of {@link createIdempotencyKey}. */
export interface IdempotencyKeyOptions {
  /** The scope of the caller. */
  readonly scope: Scope;
  /** The id that the caller gave the request. */
  readonly id: string;
  /** The content of the request, which must be the same, too. Default: the id alone counts. */
  readonly content?: unknown;
}

/**
 * The length up to which an idempotency key stands as it is, in characters; longer ones are hashed.
 */
const SHORT_LENGTH = 512;

/**
 * Makes the key of a request; `undefined` if it must never find another one's.
 *
 * The key covers the content as well as the id: two different requests that share an id are two.
 * Callers who did not say who they are share one scope, so for them only ids count that nobody else
 * can guess: whoever repeats such a request has a right to what it made.
 */
export function createIdempotencyKey({
  scope,
  id,
  content,
}: IdempotencyKeyOptions): IdempotencyKey | undefined {
  if (scope === ANONYMOUS_SCOPE && !isRandom(id)) return undefined;
  if (content === undefined) return id as IdempotencyKey;
  const text = JSON.stringify(content);
  // Most requests are short; hashing them costs more than keeping them.
  const told = text.length <= SHORT_LENGTH ? text : hash('sha256', text, 'base64url');
  return `${id}:${told}` as IdempotencyKey;
}

/** Matches UUIDs of the random versions 4 and 7. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/iu;

/** Matches ULIDs: 26 characters of Crockford's base 32. */
const ULID = /^[0-7][\da-hjkmnp-tv-z]{25}$/iu;

const HEX = /^[\da-f]{32,}$/iu;

/** A random id repeats few of its characters: fewer than one in a million have so few different ones. */
const MIN_DIFFERENT = 8;

/** True for an id that looks as if it was drawn at random, with 80 bits or more. */
function isRandom(id: string): boolean {
  if (new Set(id).size < MIN_DIFFERENT) return false;
  return UUID.test(id) || ULID.test(id) || HEX.test(id);
}

/**
 * Hashes a key of any length to 16 bytes. The lengths keep apart what would be equal when joined.
 */
export function hashKey(...parts: readonly string[]): Buffer {
  const text = parts.map((part) => `${part.length}:${part}`).join('');
  // Not as UTF-8, in which different broken texts are equal.
  return hash('sha256', Buffer.from(text, 'utf16le'), 'buffer').subarray(0, 16);
}
