import { isRecord } from '@formwork/schema/internal';
import type { KeyValueStore } from './key-value-store.ts';

/**
 * A list of entries of one kind in the browser's storage, newest first. It never throws; an entry
 * that cannot be stored is left out.
 */
export interface Shelf<T> {
  list(): readonly T[];
  /**
   * Puts an entry first, replacing the one with the same id. Returns false if it could not be
   * stored.
   */
  put(entry: T): boolean;
  remove(id: string): void;
  clear(): void;
}

/** Options of {@link createShelf}: the key of the list in the browser's storage, and its limits. */
export interface ShelfOptions<T> {
  readonly store: KeyValueStore;
  readonly key: string;
  /** Converts a stored value, which may be anything, into an entry; `undefined` drops it. */
  readonly read: (value: unknown) => T | undefined;
  readonly toId: (entry: T) => string;
  /** The maximum number of entries; the oldest are dropped. Default 50. */
  readonly maxEntries?: number;
  /** The maximum length of all entries as JSON, in UTF-16 units. Default 500,000. */
  readonly maxLength?: number;
}

/**
 * The version of the format of stored lists. A list of another version counts as empty until a new
 * entry replaces it.
 */
const VERSION = 1;

/** Makes a list of entries in the browser's storage, bounded by their number and length. */
export function createShelf<T>(options: ShelfOptions<T>): Shelf<T> {
  const { store, key, read, toId, maxEntries = 50, maxLength = 500_000 } = options;

  function list(): readonly T[] {
    try {
      const value: unknown = JSON.parse(store.getItem(key) ?? 'null');
      if (!isRecord(value) || value['version'] !== VERSION) return [];
      const entries = value['entries'];
      if (!Array.isArray(entries)) return [];
      return entries.map((entry) => read(entry)).filter((entry) => entry !== undefined);
    } catch {
      return [];
    }
  }

  function write(entries: readonly T[]): boolean {
    let texts = takeWithin(
      entries.slice(0, maxEntries).map((entry) => JSON.stringify(entry)),
      maxLength,
    );
    while (texts.length > 0) {
      try {
        store.setItem(key, `{"version":${VERSION},"entries":[${texts.join(',')}]}`);
        return true;
      } catch {
        // The storage is full, perhaps with data of others, so the older half of the entries is
        // dropped.
        texts = texts.slice(0, Math.floor(texts.length / 2));
      }
    }
    return false;
  }

  function remove(id: string): void {
    const rest = list().filter((entry) => toId(entry) !== id);
    if (rest.length === 0) clear();
    else write(rest);
  }

  function clear(): void {
    try {
      store.removeItem(key);
    } catch {
      // A browser that stores nothing has nothing to remove.
    }
  }

  return {
    list,
    put(entry) {
      if (JSON.stringify(entry).length > maxLength) return false;
      const id = toId(entry);
      return write([entry, ...list().filter((other) => toId(other) !== id)]);
    },
    remove,
    clear,
  };
}

function takeWithin(texts: readonly string[], maxLength: number): readonly string[] {
  let length = 0;
  return texts.filter((text) => (length += text.length) <= maxLength);
}
