/**
 * The browser's storage as the page uses it. Any call may throw, because storage may be full or
 * forbidden.
 */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Lists all keys, also those that others have stored. */
  keys(): readonly string[];
  /**
   * Called with the key and the text of what could not be stored, without the text for what is too
   * long. Returns true if it is stored now. Absent until the code that makes room is loaded.
   */
  onFull?: (key: string, value?: string) => boolean;
}

/**
 * Opens the browser's storage; if the browser forbids it, a store in memory that lasts as long as
 * the page.
 */
export function openStore(): KeyValueStore {
  try {
    const { localStorage } = window;
    const key = 'formwork.probe';
    localStorage.setItem(key, key);
    localStorage.removeItem(key);
    return {
      getItem: (name) => localStorage.getItem(name),
      setItem: (name, value) => localStorage.setItem(name, value),
      removeItem: (name) => localStorage.removeItem(name),
      keys: () => Object.keys(localStorage),
    };
  } catch {
    return createMemoryStore();
  }
}

/** Makes a store in memory, which lives as long as the page. */
export function createMemoryStore(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      values.set(key, value);
    },
    removeItem(key) {
      values.delete(key);
    },
    keys: () => [...values.keys()],
  };
}
