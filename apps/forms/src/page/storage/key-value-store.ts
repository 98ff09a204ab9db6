/**
 * The part of the browser's `Storage` that the page uses. Any call may throw, because storage may
 * be full or forbidden.
 */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Opens the browser's storage; if the browser forbids it, a store in memory that lasts as long as
 * the page.
 */
export function openStore(): KeyValueStore {
  try {
    const key = 'formwork.probe';
    window.localStorage.setItem(key, key);
    window.localStorage.removeItem(key);
    return window.localStorage;
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
  };
}
