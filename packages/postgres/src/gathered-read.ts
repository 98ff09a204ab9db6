import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Makes the read of one key from a read of many: keys that are asked for within one turn of the event
 * loop are read together, because each statement costs far more than another key in it. `readAll`
 * returns the values by key, without those that have none.
 */
export function createGatheredRead<Value>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let keys = new Set<string>();
  let gathered: Promise<ReadonlyMap<string, Value>> | undefined;

  async function readGathered(): Promise<ReadonlyMap<string, Value>> {
    await nextTurn();
    const asked = [...keys];
    keys = new Set();
    gathered = undefined;
    return readAll(asked);
  }

  return async (key) => {
    keys.add(key);
    gathered ??= readGathered();
    return (await gathered).get(key);
  };
}
