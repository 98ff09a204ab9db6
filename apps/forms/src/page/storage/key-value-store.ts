/** The part of the browser's `Storage` that is used. Any call may throw, as storage may be full or forbidden. */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}
