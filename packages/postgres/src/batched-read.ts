import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Reads single keys by `readAll`, which reads many: keys of calls within one turn of the event loop
 * are read together, because each statement costs far more than another key in it. `readAll`
 * returns values by key, without keys that have no value.
 */
export class BatchedRead<Value> {
  readonly #readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  #keys = new Set<string>();
  /** The read of all keys of this turn. */
  #gathered: Promise<ReadonlyMap<string, Value>> | undefined;

  constructor(readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.#readAll = readAll;
  }

  /** Reads the value of a key; `undefined` if it has none. */
  async read(key: string): Promise<Value | undefined> {
    this.#keys.add(key);
    this.#gathered ??= this.#readGathered();
    return (await this.#gathered).get(key);
  }

  async #readGathered(): Promise<ReadonlyMap<string, Value>> {
    await nextTurn();
    const keys = [...this.#keys];
    this.#keys = new Set();
    this.#gathered = undefined;
    return this.#readAll(keys);
  }
}
