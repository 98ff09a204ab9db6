/** A map that forgets its oldest entries beyond a limit; setting an entry makes it the newest. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): boolean;
}

/** Makes a {@link BoundedMap} of at most so many entries. */
export function createBoundedMap<Value>(limit: number): BoundedMap<Value> {
  const entries = new Map<string, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= limit) return;
      for (const oldest of entries.keys()) {
        entries.delete(oldest);
        return;
      }
    },
    delete: (key) => entries.delete(key),
  };
}
