/**
 * A set of keys that come and go all the time. A `Set` would leave a chain of old tables, which keep
 * what they held from the young garbage collections.
 */
export interface KeySet {
  has(key: Buffer): boolean;
  add(key: Buffer): void;
  delete(key: Buffer): void;
}

/** Makes a set of keys whose first bytes are evenly spread, such as hashes. */
export function createKeySet(): KeySet {
  const buckets: Buffer[][] = Array.from({ length: 256 }, () => []);

  function find(key: Buffer): readonly [bucket: Buffer[], index: number] {
    const bucket = buckets[key[0] ?? 0] ?? [];
    return [bucket, bucket.findIndex((other) => other.equals(key))];
  }

  return {
    has: (key) => find(key)[1] !== -1,
    add(key) {
      const [bucket, index] = find(key);
      if (index === -1) bucket.push(key);
    },
    delete(key) {
      const [bucket, index] = find(key);
      if (index !== -1) bucket.splice(index, 1);
    },
  };
}
