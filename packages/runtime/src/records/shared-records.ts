import { previewJson } from '@formwork/schema/json';
import { checkOptions, createIntegerRule, type OptionRule } from '@formwork/schema/options';

/** A text that is kept under a key for a limited time. */
export interface SharedRecord {
  /** The text, such as JSON: at most 65,536 UTF-16 units, well-formed, without U+0000. */
  readonly value: string;
  /** The time for which the text is kept, in milliseconds: an integer from 1 to 34,560,000,000. */
  readonly ttlMs: number;
  /**
   * The party for which the text is kept, such as a person. A store with a limit shares its room
   * among parties. Default: what precedes the last `/` or `:` of the key.
   */
  readonly owner?: string;
}

/** Room for records of one kind, such as the drafts of a person. */
export interface RecordQuota {
  /** Counts the records whose keys begin with this text, which is a key itself. */
  readonly prefix: string;
  /** The largest number of these records, an integer from 1 to 1,000. */
  readonly most: number;
}

/** The conditions of {@link SharedRecords.set}, all of which must hold. */
export interface SetConditions {
  /** Stores only if this is the present text of the key. */
  readonly replaces?: string;
  /** True to store only if the key has no record. */
  readonly isNew?: boolean;
  /** Stores under a key that has no record only while each of these rooms has a place. */
  readonly within?: readonly RecordQuota[];
}

/** The condition of {@link SharedRecords.delete}. */
export interface DeleteCondition {
  /** Deletes only if this is the present text of the key. */
  readonly value?: string;
}

/** A record in a list: its key and its text. */
export interface ListedRecord {
  readonly key: string;
  readonly value: string;
}

/** A record that is kept, with its key; its `ttlMs` is what is left of its time. */
export interface KeptRecord extends Omit<SharedRecord, 'owner'> {
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
   * The number of records beyond which some are deleted: the oldest ones of the owner that has
   * most, so that an owner who stores many loses their own. Absent if no record is deleted before
   * its time.
   */
  readonly limit?: number;
  /**
   * Adds a record unless its key has one. Of all calls for one key at the same time, in all
   * processes, exactly one MUST get `isNew: true`.
   */
  add(key: string, record: SharedRecord): Promise<AddedRecord>;
  /** Returns the text under a key; `undefined` if the key has no record. */
  get(key: string): Promise<string | undefined>;
  /**
   * Stores a record, and replaces the record that its key may have; with conditions, only if they
   * hold. Resolves with whether it is stored. Conditions are judged and the record is stored in one
   * step: however many calls come at the same time, in all processes, a room MUST NOT have more
   * records than it allows because of them, and one text MUST be replaced once.
   */
  set(key: string, record: SharedRecord, conditions?: SetConditions): Promise<boolean>;
  /**
   * Deletes the record of a key, if there is one; with a condition, only if it holds, in one step.
   * Of all calls at the same time, in all processes, exactly one MUST resolve with true for one
   * record.
   */
  delete(key: string, condition?: DeleteCondition): Promise<boolean>;
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

const VALUE_RULE = createTextRule({ min: 0, max: MAX_VALUE });
const KEY_RULE = createTextRule({ min: 1, max: MAX_KEY });

const RECORD_RULES: { readonly [Name in keyof Required<SharedRecord>]: OptionRule } = {
  value: VALUE_RULE,
  ttlMs: createIntegerRule(1, MAX_TTL_MS),
  owner: KEY_RULE,
};

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
      `Cannot use the record because its key must be ${KEY_RULE.expected}: current value is ${previewJson(key)}`,
    );
  }
  if (record !== undefined)
    checkOptions(record, { subject: 'Cannot store the record', rules: RECORD_RULES });
}

/** The largest number of records that one call lists, and that a room has. */
export const MAX_LISTED = 1_000;

/**
 * Checks the conditions under which a record is stored, and returns the rooms as ranges of keys.
 *
 * @throws RangeError or TypeError that names the value at fault
 */
export function parseConditions({ replaces, within = [] }: SetConditions): readonly RecordRange[] {
  checkOptions(
    { replaces },
    { subject: 'Cannot store the record', rules: { replaces: VALUE_RULE } },
  );
  return within.map(({ prefix, most }) => parseRecordQuery({ prefix, limit: most }));
}

/**
 * Checks the condition under which a record is deleted.
 *
 * @throws TypeError that names the value at fault
 */
export function checkDeletion(key: string, condition: DeleteCondition): void {
  checkRecord(key);
  checkOptions(condition, { subject: 'Cannot delete the record', rules: { value: VALUE_RULE } });
}

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
export function compareKeys(first: string, second: string): number {
  return Buffer.compare(Buffer.from(first), Buffer.from(second));
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
