/** Runs jobs of one key one after another, and those of different keys side by side. */
export type KeyedQueue = <Result>(key: string, job: () => Promise<Result>) => Promise<Result>;

/** A queue that remembers nothing of keys without jobs. */
export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, job) => {
    const before = tails.get(key);
    const own = before === undefined ? job() : before.then(job, job);
    tails.set(key, own);
    try {
      return await own;
    } finally {
      if (tails.get(key) === own) tails.delete(key);
    }
  };
}
