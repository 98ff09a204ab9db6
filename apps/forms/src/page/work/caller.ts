import { createId } from '@formwork/react/internal';
import { toRecord } from '@formwork/schema/json';
import type { KeyValueStore } from '../storage/key-value-store.ts';

const SALT_KEY = 'formwork.salt';

/** Returns a mark of the person in whose name the page calls an agent; `''` without one. */
export function toCaller({
  headers,
  person,
  store,
}: {
  /** The headers with the credentials that the person has entered for the agent. */
  readonly headers: Readonly<Record<string, string>>;
  /** The mark of the person who has signed in at the provider of the page; `''` without one. */
  readonly person: string;
  readonly store: KeyValueStore;
}): string {
  const named = Object.entries(headers).map(([name, value]) => [name, toSubject(value)]);
  if (named.length === 0) return person;
  const mark = toMark(JSON.stringify([readSalt(store), ...named]));
  return `${'authorization' in headers ? '' : person}#${mark}`;
}

/**
 * Returns 16 bits of a hash (FNV-1a), which tell people of one browser apart and are too few to find
 * a key by.
 */
function toMark(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return ((hash ^ (hash >>> 16)) & 0xffff).toString(16).padStart(4, '0');
}

/** Returns the subject of a token (JWT), whose person gets new ones; else the whole credential. */
function toSubject(credential: string): string {
  const [, payload = ''] = credential.split('.');
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const { iss, sub } = toRecord(claims);
    return typeof sub === 'string' ? JSON.stringify([iss, sub]) : credential;
  } catch {
    return credential;
  }
}

/** The salts of this page, whose marks stay the same while the storage is full or is cleared. */
const salts = new WeakMap<KeyValueStore, string>();

function readSalt(store: KeyValueStore): string {
  const stored = store.getItem(SALT_KEY);
  const salt = salts.get(store) ?? stored ?? createId();
  salts.set(store, salt);
  try {
    if (stored === null) store.setItem(SALT_KEY, salt);
  } catch {
    // A browser that stores nothing keeps no runs either.
  }
  return salt;
}
