import type { Principal } from '@formwork/core';
import { createHash, randomBytes } from 'node:crypto';

/** Who asks for something to be changed: by name, by a key, by both, or neither. */
export interface Caller {
  /** As the server knows it. Default: nobody. */
  readonly principal?: Principal | undefined;
  /** What `register` gave to a caller without a name, or one made by a caller; a secret. */
  readonly key?: string | undefined;
}

/** Shorter keys can be guessed. */
const MIN_KEY_LENGTH = 20;

/** A new key: 128 random bits. */
export function createKey(): string {
  return randomBytes(16).toString('base64url');
}

/** Whom a caller can be: what is stored of an owner is a name, or the hash of a key. */
export function toOwners({ principal, key }: Caller): readonly string[] {
  return [
    ...(principal === undefined ? [] : [`user:${principal.id}`]),
    ...(key === undefined || key.length < MIN_KEY_LENGTH ? [] : [`key:${toHash(key)}`]),
  ];
}

/** How an origin names this owner in its proof: a name as it is, a key by its hash. */
export function toProofName(owner: string): string {
  return owner.startsWith('user:')
    ? owner.slice('user:'.length)
    : `sha256:${owner.slice('key:'.length)}`;
}

function toHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
