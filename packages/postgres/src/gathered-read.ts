import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Makes a function that reads one key from `readAll`, which reads many: keys of calls within one
 * turn of the event loop are read together, because each statement costs far more than another key
 * in it. `readAll` returns values by key, without keys that have no value.
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
