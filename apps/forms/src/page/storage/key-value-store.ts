/** The part of the browser's `Storage` that is used. Any call may throw, as storage may be full or forbidden. */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The browser's storage; what is forgotten with the page where there is none. */
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

/** A store that lives as long as the page. */
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
