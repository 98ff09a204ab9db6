import { checkOptions, createIntegerRule } from '@formwork/schema/internal';
import { OwnerShares } from './owner-shares.ts';
import {
  checkDeletion,
  checkRecord,
  compareKeys,
  MAX_LISTED,
  parseConditions,
  parseRecordQuery,
  type SharedRecord,
  type SharedRecords,
} from './shared-records.ts';

/** Options of {@link createMemoryRecords}. */
export interface MemoryRecordsOptions {
  /** The number of records beyond which some are deleted. Default 10,000. */
  readonly limit?: number;
  /**
   * The number of bytes of keys and texts beyond which some are deleted, counted as two for each
   * UTF-16 unit; a record that takes more is refused with a RangeError. Default 134,217,728.
   */
  readonly maxBytes?: number;
  /** Returns the current time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

interface Kept {
  readonly value: string;
  readonly endsAt: number;
  readonly owner: string;
}

/**
 * Makes a store of records in the memory of this process, which no other process sees. Beyond a
 * limit, the oldest records of the owner that has most are deleted.
 *
 * @throws RangeError or TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createMemoryRecords } from '@formwork/runtime';
 *
 * const records = createMemoryRecords({ limit: 1_000 });
 * // { isNew: true, value: 'seen' }
 * await records.add('order-17', { value: 'seen', ttlMs: 60_000 });
 * ```
 */
export function createMemoryRecords(options: MemoryRecordsOptions = {}): SharedRecords {
  checkOptions(options, {
    subject: 'Cannot make records',
    rules: {
      limit: createIntegerRule(1),
      maxBytes: createIntegerRule(1),
      now: { expected: 'a function', isValid: (value) => typeof value === 'function' },
    },
  });
  const { limit = 10_000, maxBytes = 134_217_728, now = Date.now } = options;
  const kept = new Map<string, Kept>();
  const shares = new OwnerShares();
  /** No record ends before this time, in milliseconds since 1970. */
  let firstEnd = Number.POSITIVE_INFINITY;

  function drop(key: string): void {
    const found = kept.get(key);
    if (found === undefined) return;
    kept.delete(key);
    shares.remove(found.owner, key);
  }

  function find(key: string): Kept | undefined {
    const found = kept.get(key);
    if (found === undefined || found.endsAt > now()) return found;
    drop(key);
    return undefined;
  }

  /** Deletes expired records, whose room others need. */
  function sweep(): void {
    const time = now();
    if (time < firstEnd) return;
    firstEnd = Number.POSITIVE_INFINITY;
    for (const [key, { endsAt }] of kept) {
      if (endsAt <= time) drop(key);
      else firstEnd = Math.min(firstEnd, endsAt);
    }
  }

  function put(key: string, { value, ttlMs, owner = toKind(key) }: SharedRecord): void {
    const bytes = 2 * (key.length + value.length);
    // It would push out all others, and then itself.
    if (bytes > maxBytes) {
      throw new RangeError(
        `Cannot store the record as its key and text must take at most ${maxBytes} bytes: current size is ${bytes}`,
      );
    }
    drop(key);
    const endsAt = now() + ttlMs;
    kept.set(key, { value, endsAt, owner });
    firstEnd = Math.min(firstEnd, endsAt);
    shares.add(owner, { key, bytes });
    if (shares.total.count > limit || shares.total.bytes > maxBytes) sweep();
    while (shares.total.count > limit) drop(shares.findOldestOfLargest('count') ?? key);
    while (shares.total.bytes > maxBytes) drop(shares.findOldestOfLargest('bytes') ?? key);
  }

  function hasPlace({ prefix, most }: { readonly prefix: string; readonly most: number }): boolean {
    const time = now();
    let count = 0;
    for (const [key, { endsAt }] of kept) {
      if (endsAt > time && key.startsWith(prefix)) count += 1;
      if (count >= most) return false;
    }
    return true;
  }

  return {
    limit,
    async add(key, record) {
      checkRecord(key, record);
      const found = find(key);
      if (found !== undefined) return { isNew: false, value: found.value };
      put(key, record);
      return { isNew: true, value: record.value };
    },
    async get(key) {
      checkRecord(key);
      return find(key)?.value;
    },
    async set(key, record, conditions = {}) {
      checkRecord(key, record);
      parseConditions(conditions);
      const { replaces, isNew = false, within = [] } = conditions;
      const found = find(key);
      if (replaces !== undefined && found?.value !== replaces) return false;
      if (isNew && found !== undefined) return false;
      if (found === undefined && !within.every(hasPlace)) return false;
      put(key, record);
      return true;
    },
    async delete(key, condition = {}) {
      checkDeletion(key, condition);
      const { value } = condition;
      const found = find(key);
      if (found === undefined || (value !== undefined && found.value !== value)) return false;
      drop(key);
      return true;
    },
    async list(query) {
      const { from, isAfter, limit: most } = parseRecordQuery(query);
      const time = now();
      return [...kept]
        .filter(([key, { endsAt }]) => endsAt > time && key.startsWith(query.prefix))
        .filter(([key]) => !isAfter || compareKeys(key, from) > 0)
        .toSorted(([one], [other]) => compareKeys(one, other))
        .slice(0, most)
        .map(([key, { value }]) => ({ key, value }));
    },
    async listAll(after = '') {
      const time = now();
      return [...kept]
        .filter(([key, { endsAt }]) => endsAt > time && compareKeys(key, after) > 0)
        .toSorted(([one], [other]) => compareKeys(one, other))
        .slice(0, MAX_LISTED)
        .map(([key, { value, endsAt }]) => ({ key, value, ttlMs: endsAt - time }));
    },
    async close() {
      kept.clear();
      shares.clear();
    },
  };
}

/** Returns the kind of a record without an owner: what precedes the last separator of its key. */
function toKind(key: string): string {
  return key.slice(0, Math.max(key.lastIndexOf('/'), key.lastIndexOf(':')) + 1);
}
