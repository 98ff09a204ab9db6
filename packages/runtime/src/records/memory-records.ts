import { checkOptions, createIntegerRule } from '@formwork/schema/options';
import { bindMethods } from '../bound-methods.ts';
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
  type AddedRecord,
  type SetConditions,
  type DeleteCondition,
  type RecordQuery,
  type ListedRecord,
  type KeptRecord,
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

interface StoredRecord {
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
  return bindMethods(new MemoryRecords(options));
}

/** The records of one process. */
class MemoryRecords implements SharedRecords {
  readonly limit: number;
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #records = new Map<string, StoredRecord>();
  readonly #shares = new OwnerShares();
  /** No record ends before this time, in milliseconds since 1970. */
  #firstEnd = Number.POSITIVE_INFINITY;

  constructor(options: MemoryRecordsOptions) {
    checkOptions(options, {
      subject: 'Cannot make records',
      rules: {
        limit: createIntegerRule(1),
        maxBytes: createIntegerRule(1),
        now: { expected: 'a function', isValid: (value) => typeof value === 'function' },
      },
    });
    const { limit = 10_000, maxBytes = 134_217_728, now = Date.now } = options;
    this.limit = limit;
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  async add(key: string, record: SharedRecord): Promise<AddedRecord> {
    checkRecord(key, record);
    const stored = this.#find(key);
    if (stored !== undefined) return { isNew: false, value: stored.value };
    this.#put(key, record);
    return { isNew: true, value: record.value };
  }

  async get(key: string): Promise<string | undefined> {
    checkRecord(key);
    return this.#find(key)?.value;
  }

  async set(key: string, record: SharedRecord, conditions: SetConditions = {}): Promise<boolean> {
    checkRecord(key, record);
    parseConditions(conditions);
    const { replaces, isNew = false, within = [] } = conditions;
    const stored = this.#find(key);
    if (replaces !== undefined && stored?.value !== replaces) return false;
    if (isNew && stored !== undefined) return false;
    if (stored === undefined && !within.every((room) => this.#hasRoom(room))) return false;
    this.#put(key, record);
    return true;
  }

  async delete(key: string, condition: DeleteCondition = {}): Promise<boolean> {
    checkDeletion(key, condition);
    const { value } = condition;
    const stored = this.#find(key);
    if (stored === undefined || (value !== undefined && stored.value !== value)) return false;
    this.#drop(key);
    return true;
  }

  async list(query: RecordQuery): Promise<readonly ListedRecord[]> {
    const { from, isAfter, limit } = parseRecordQuery(query);
    const time = this.#now();
    return [...this.#records]
      .filter(([key, { endsAt }]) => endsAt > time && key.startsWith(query.prefix))
      .filter(([key]) => !isAfter || compareKeys(key, from) > 0)
      .toSorted(([first], [second]) => compareKeys(first, second))
      .slice(0, limit)
      .map(([key, { value }]) => ({ key, value }));
  }

  async listAll(after = ''): Promise<readonly KeptRecord[]> {
    const time = this.#now();
    return [...this.#records]
      .filter(([key, { endsAt }]) => endsAt > time && compareKeys(key, after) > 0)
      .toSorted(([first], [second]) => compareKeys(first, second))
      .slice(0, MAX_LISTED)
      .map(([key, { value, endsAt }]) => ({ key, value, ttlMs: endsAt - time }));
  }

  async close(): Promise<void> {
    this.#records.clear();
    this.#shares.clear();
  }

  #drop(key: string): void {
    const stored = this.#records.get(key);
    if (stored === undefined) return;
    this.#records.delete(key);
    this.#shares.remove(stored.owner, key);
  }

  #find(key: string): StoredRecord | undefined {
    const stored = this.#records.get(key);
    if (stored === undefined || stored.endsAt > this.#now()) return stored;
    this.#drop(key);
    return undefined;
  }

  /** Deletes expired records, whose room others need. */
  #sweep(): void {
    const time = this.#now();
    if (time < this.#firstEnd) return;
    this.#firstEnd = Number.POSITIVE_INFINITY;
    for (const [key, { endsAt }] of this.#records) {
      if (endsAt <= time) this.#drop(key);
      else this.#firstEnd = Math.min(this.#firstEnd, endsAt);
    }
  }

  #put(key: string, { value, ttlMs, owner = toKind(key) }: SharedRecord): void {
    const bytes = 2 * (key.length + value.length);
    // It would push out all others, and then itself.
    if (bytes > this.#maxBytes) {
      throw new RangeError(
        `Cannot store the record because its key and text must take at most ${this.#maxBytes} bytes: current size is ${bytes}`,
      );
    }
    this.#drop(key);
    const endsAt = this.#now() + ttlMs;
    this.#records.set(key, { value, endsAt, owner });
    this.#firstEnd = Math.min(this.#firstEnd, endsAt);
    this.#shares.add(owner, { key, bytes });
    if (this.#shares.total.count > this.limit || this.#shares.total.bytes > this.#maxBytes)
      this.#sweep();
    while (this.#shares.total.count > this.limit)
      this.#drop(this.#shares.findOldestOfLargest('count') ?? key);
    while (this.#shares.total.bytes > this.#maxBytes)
      this.#drop(this.#shares.findOldestOfLargest('bytes') ?? key);
  }

  #hasRoom({ prefix, most }: { readonly prefix: string; readonly most: number }): boolean {
    const time = this.#now();
    let count = 0;
    for (const [key, { endsAt }] of this.#records) {
      if (endsAt > time && key.startsWith(prefix)) count += 1;
      if (count >= most) return false;
    }
    return true;
  }
}

/** Returns the kind of a record without an owner: what precedes the last separator of its key. */
function toKind(key: string): string {
  return key.slice(0, Math.max(key.lastIndexOf('/'), key.lastIndexOf(':')) + 1);
}
