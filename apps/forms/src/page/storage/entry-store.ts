import type { KeyValueStore } from './key-value-store.ts';

/**
 * A list of entries of one kind in the browser's storage, newest first. It never throws; an entry
 * that cannot be stored is left out. Each entry has a key of its own: of tabs that store a whole
 * list at once, only the last one would be kept.
 */
export interface EntryStore<T> {
  list(): readonly T[];
  /**
   * Puts an entry first, replacing the one with the same id. Returns false if it could not be
   * stored; the one with the same id stays then.
   */
  put(entry: T): boolean;
  remove(id: string): void;
  clear(): void;
}

/** A stored entry, its key, and its length as JSON. */
interface Stored<T> {
  readonly name: string;
  /** The time at which it was put, in milliseconds since 1970. */
  readonly at: number;
  readonly entry: T;
  readonly length: number;
}

/** Returns the key of an entry of a list; no address of an agent has a line break. */
export function toEntryKey(key: string, id: string): string {
  return `${key}\n${id}`;
}

/** Returns what is stored for an entry: the time of now, unless another is given, and its JSON. */
export function toEntryText(json: string, at: number = Date.now()): string {
  return `${at} ${json}`;
}

/** Makes a list of entries in the browser's storage, bounded by their number and length. */
export function createEntryStore<T>(options: {
  readonly store: KeyValueStore;
  /** The beginning of the keys of all entries. */
  readonly key: string;
  /** Converts a stored value, which may be anything, into an entry; `undefined` drops it. */
  readonly read: (value: unknown) => T | undefined;
  readonly toId: (entry: T) => string;
  /** The maximum number of entries; the oldest are dropped. Default 50. */
  readonly maxEntries?: number;
  /**
   * The maximum length of all entries as JSON, in UTF-16 units, beyond which the oldest are dropped.
   * A longer entry is not stored. Default 500,000.
   */
  readonly maxLength?: number;
  /** True for an entry that is never dropped, because it exists nowhere else. Default: none. */
  readonly isHeld?: (entry: T) => boolean;
}): EntryStore<T> {
  const { store, key, read, toId, isHeld, maxEntries = 50, maxLength = 500_000 } = options;

  const readEntry = (name: string): readonly Stored<T>[] =>
    attempt([], () => {
      const text = store.getItem(name) ?? '';
      const start = text.indexOf(' ');
      const json = text.slice(start + 1);
      const entry = read(JSON.parse(json));
      const at = Number(text.slice(0, start));
      return entry === undefined ? [] : [{ name, at, entry, length: json.length }];
    });
  const listKeys = (): readonly string[] =>
    attempt([], () => store.keys().filter((name) => name.startsWith(toEntryKey(key, ''))));
  const readAll = (): readonly Stored<T>[] =>
    listKeys()
      .flatMap(readEntry)
      .toSorted((a, b) => b.at - a.at);
  const removeKey = (name: string): void => attempt(undefined, () => store.removeItem(name));

  return {
    list: () => readAll().map(({ entry }) => entry),
    put(entry) {
      const name = toEntryKey(key, toId(entry));
      const json = JSON.stringify(entry);
      let { length } = json;
      if (length > maxLength) return store.onFull?.(name) ?? false;
      const otherEntries = readAll().filter((stored) => stored.name !== name);
      // A clock that was set back must not put the newest entry behind others.
      const at = Math.max(Date.now(), (otherEntries[0]?.at ?? 0) + 1);
      const text = toEntryText(json, at);
      const isKept = attempt(false, () => {
        store.setItem(name, text);
        return true;
      });
      if (!isKept && store.onFull?.(name, text) !== true) return false;
      let count = 1;
      for (const stored of otherEntries) {
        const isOver = count >= maxEntries || length + stored.length > maxLength;
        if (isOver && isHeld?.(stored.entry) !== true) removeKey(stored.name);
        else {
          count += 1;
          length += stored.length;
        }
      }
      return true;
    },
    remove: (id) => removeKey(toEntryKey(key, id)),
    clear: () => listKeys().forEach(removeKey),
  };
}

/** Runs what a storage that is full or forbidden lets fail. */
function attempt<T>(otherwise: T, run: () => T): T {
  try {
    return run();
  } catch {
    return otherwise;
  }
}
