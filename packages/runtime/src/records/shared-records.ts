import type { OptionRule } from '@formwork/schema';
import { checkOptions, createIntegerRule, previewJson } from '@formwork/schema/internal';

/** A text that is kept under a key for a limited time. */
export interface SharedRecord {
  /** The text, such as JSON: at most 65,536 UTF-16 units, well-formed, without U+0000. */
  readonly value: string;
  /** The time for which the text is kept, in milliseconds: an integer from 1 to 34,560,000,000. */
  readonly ttlMs: number;
}

/** A record in a list: its key and its text. */
export interface ListedRecord {
  readonly key: string;
  readonly value: string;
}

/** A record that is kept, with its key; its `ttlMs` is what is left of its time. */
export interface KeptRecord extends SharedRecord {
  readonly key: string;
}

/** Selects the records of {@link SharedRecords.list}. */
export interface RecordQuery {
  /** Lists only records whose keys begin with this text, which is a key itself. */
  readonly prefix: string;
  /** Lists only records whose keys come after this one, such as the last of a page before. */
  readonly after?: string;
  /** The largest number of records to list, an integer from 1 to 1,000. Default 100. */
  readonly limit?: number;
}

/** The outcome of adding a record: whether the key was free, and its present text. */
export interface AddedRecord {
  /** True if the key had no record before. */
  readonly isNew: boolean;
  /** The text that is stored under the key now: the given one if it is new, else the older one. */
  readonly value: string;
}

/**
 * Records that all replicas of an agent share and that matter for a limited time, such as open
 * connections and ids of received messages. A key has 1 to 512 UTF-16 units, well-formed, without
 * U+0000.
 *
 * A method MUST resolve only after its change is stored as durably as the store stores anything,
 * and any call that begins afterwards, in any process, MUST see the change. A record MUST exist
 * until its time is over, and MUST NOT exist afterwards; only the clock of the storage decides, so
 * that the clocks of the processes do not matter. A store MUST NOT delete a record before its time,
 * unless it has a `limit`. Expired records SHOULD be deleted without a request. A method MUST
 * reject with `EngineStorageError` while the storage does not answer, and work again once it does.
 */
export interface SharedRecords {
  /**
   * The number of records beyond which the oldest are deleted. Absent if no record is deleted
   * before its time.
   */
  readonly limit?: number;
  /**
   * Adds a record unless its key has one. Of all calls for one key at the same time, in all
   * processes, exactly one MUST get `isNew: true`.
   */
  add(key: string, record: SharedRecord): Promise<AddedRecord>;
  /** Returns the text under a key; `undefined` if the key has no record. */
  get(key: string): Promise<string | undefined>;
  /** Stores a record, and replaces the record that its key may have. */
  set(key: string, record: SharedRecord): Promise<void>;
  /** Deletes the record of a key, if there is one. */
  delete(key: string): Promise<void>;
  /** Lists records by their keys, in the order of Unicode code points. */
  list(query: RecordQuery): Promise<readonly ListedRecord[]>;
  /**
   * Lists up to 1,000 records of every kind, by their keys, so that another store can take them:
   * those that come after `after`, the last key of the page before. Absent if the records cannot be
   * moved.
   */
  listAll?(after?: string): Promise<readonly KeptRecord[]>;
  /** Closes the store with its files and connections. */
  close(): Promise<void>;
}

const MAX_KEY = 512;
const MAX_VALUE = 65_536;
/** The longest time that a record may be kept, in milliseconds: 400 days. */
const MAX_TTL_MS = 34_560_000_000;

const RECORD_RULES: { readonly [Name in keyof SharedRecord]: OptionRule } = {
  value: createTextRule({ min: 0, max: MAX_VALUE }),
  ttlMs: createIntegerRule(1, MAX_TTL_MS),
};

const KEY_RULE = createTextRule({ min: 1, max: MAX_KEY });

function createTextRule({ min, max }: { readonly min: number; readonly max: number }): OptionRule {
  return {
    expected: `well-formed text of ${min} to ${max} UTF-16 units without U+0000`,
    isValid: (value) =>
      typeof value === 'string' &&
      value.length >= min &&
      value.length <= max &&
      !/[\0\p{Surrogate}]/u.test(value),
    describe: (value) => (typeof value === 'string' ? `${value.length} units` : typeof value),
  };
}

/**
 * Checks the key of a record, and the record to be stored.
 *
 * @throws RangeError or TypeError that names the value at fault
 */
export function checkRecord(key: string, record?: SharedRecord): void {
  if (!KEY_RULE.isValid(key)) {
    throw new TypeError(
      `Cannot use the record as its key must be ${KEY_RULE.expected}: current value is ${previewJson(key)}`,
    );
  }
  if (record !== undefined)
    checkOptions(record, { subject: 'Cannot store the record', rules: RECORD_RULES });
}

/** The largest number of records that one call lists. */
export const MAX_LISTED = 1_000;

const LIMIT_RULE = createIntegerRule(1, MAX_LISTED);

const DEFAULT_LIMIT = 100;

/** The range of keys that a query selects, and its limit. */
export interface RecordRange {
  /** The prefix itself, or the key after which the list begins. */
  readonly from: string;
  /** True if a record with the key `from` is not listed. */
  readonly isAfter: boolean;
  /** The first key that is not listed; `undefined` if the list has no end. */
  readonly end: string | undefined;
  readonly limit: number;
}

/**
 * Checks a query of records, and returns the range of keys that it selects.
 *
 * @throws RangeError or TypeError that names the value at fault
 */
export function parseRecordQuery(query: RecordQuery): RecordRange {
  checkOptions(query, {
    subject: 'Cannot list records',
    rules: { prefix: KEY_RULE, after: KEY_RULE, limit: LIMIT_RULE },
  });
  const { prefix, after, limit = DEFAULT_LIMIT } = query;
  const isAfter = after !== undefined && compareKeys(after, prefix) >= 0;
  return { from: isAfter ? after : prefix, isAfter, end: findEnd(prefix), limit };
}

/** Compares two keys by their code points, as databases that store UTF-8 do. */
function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

const LAST_CODE_POINT = 0x10_ff_ff;

/** Returns the first text after all those that begin with a prefix; `undefined` if there is none. */
function findEnd(prefix: string): string | undefined {
  const letters = Array.from(prefix);
  for (let last = letters.pop(); last !== undefined; last = letters.pop()) {
    const code = last.codePointAt(0) ?? 0;
    // No text has the code points of surrogates, which come after U+D7FF.
    if (code < LAST_CODE_POINT) {
      return `${letters.join('')}${String.fromCodePoint(code === 0xd7_ff ? 0xe0_00 : code + 1)}`;
    }
  }
  return undefined;
}

/** Options of {@link createMemoryRecords}. */
export interface MemoryRecordsOptions {
  /** The number of records beyond which the oldest are deleted. Default 10,000. */
  readonly limit?: number;
  /** Returns the current time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

interface Kept {
  readonly value: string;
  readonly endsAt: number;
}

/**
 * Makes a store of records in the memory of this process, which no other process sees. Beyond the
 * limit, the oldest records are deleted.
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
      now: { expected: 'a function', isValid: (value) => typeof value === 'function' },
    },
  });
  const { limit = 10_000, now = Date.now } = options;
  const kept = new Map<string, Kept>();

  function find(key: string): Kept | undefined {
    const found = kept.get(key);
    if (found === undefined || found.endsAt > now()) return found;
    kept.delete(key);
    return undefined;
  }

  function put(key: string, { value, ttlMs }: SharedRecord): void {
    kept.delete(key);
    kept.set(key, { value, endsAt: now() + ttlMs });
    if (kept.size <= limit) return;
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      return;
    }
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
    async set(key, record) {
      checkRecord(key, record);
      put(key, record);
    },
    async delete(key) {
      checkRecord(key);
      kept.delete(key);
    },
    async list(query) {
      const { from, isAfter, end, limit: most } = parseRecordQuery(query);
      const time = now();
      return [...kept]
        .filter(([key, { endsAt }]) => {
          const order = compareKeys(key, from);
          const isIn = isAfter ? order > 0 : order >= 0;
          return endsAt > time && isIn && (end === undefined || compareKeys(key, end) < 0);
        })
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
    },
  };
}
