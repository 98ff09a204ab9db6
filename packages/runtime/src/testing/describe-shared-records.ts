import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SharedRecords } from '../records/shared-records.ts';

/** Shared records to test, on an empty storage that no other test uses. */
export interface RecordsStorage {
  readonly records: SharedRecords;
  /**
   * Moves the clock of the storage forward by at least the given milliseconds. Default: waits that
   * long.
   */
  advance?(milliseconds: number): Promise<void>;
  /** Another instance over the same storage, as another process would have. Default: `records`. */
  another?(): Promise<SharedRecords>;
  /** Closes every instance and removes the storage. Called once, after the test. */
  close(): Promise<void>;
}

/** A kind of shared records, which {@link describeSharedRecords} tests. */
export interface RecordsUnderTest {
  /**
   * Opens records over an empty storage; MUST give an empty one every time. Called once per test.
   */
  open(): Promise<RecordsStorage>;
}

const HOUR_MS = 3_600_000;

/**
 * Makes a thousand calls, twenty at once: a busy storage refuses calls that wait too long for a
 * connection.
 */
async function callOften<Result>(
  call: (index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const places = Array.from({ length: 1_000 }).keys();
  const work = async (): Promise<void> => {
    for (const index of places) results[index] = await call(index);
  };
  await Promise.all(Array.from({ length: 20 }, work));
  return results;
}

/**
 * Declares the tests that every `SharedRecords` must pass, in a `describe` block.
 *
 * @example
 * ```ts
 * import { createMemoryRecords } from '@formwork/runtime';
 * import { describeSharedRecords } from '@formwork/runtime/testing';
 *
 * describeSharedRecords('the memory', {
 *   async open() {
 *     const records = createMemoryRecords();
 *     return { records, close: () => records.close() };
 *   },
 * });
 * ```
 */
export function describeSharedRecords(name: string, subject: RecordsUnderTest): void {
  async function open() {
    const storage = await subject.open();
    onTestFinished(() => storage.close());
    const { records } = storage;
    const other = (await storage.another?.()) ?? records;
    // Real time: a storage that takes no clock goes by that of its machine.
    const advance = (ms: number): Promise<void> => storage.advance?.(ms) ?? sleep(ms);
    return { records, other, advance };
  }

  describe(`SharedRecords of ${name}`, () => {
    test('a key is new once, and keeps what it was given first', async () => {
      const { records, other } = await open();
      const first = await records.add('key', { value: 'one', ttlMs: HOUR_MS });
      expect(first).toEqual({ isNew: true, value: 'one' });
      for (const store of [records, other]) {
        const again = await store.add('key', { value: 'two', ttlMs: HOUR_MS });
        expect(again).toEqual({ isNew: false, value: 'one' });
        expect(await store.get('key')).toBe('one');
      }
    });

    test('of many adds at the same time one is new, and all get its value', async () => {
      const { records, other } = await open();
      const added = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? records : other).add('key', { value: `${index}`, ttlMs: HOUR_MS }),
        ),
      );
      const [winner, second] = added.filter(({ isNew }) => isNew);
      expect(winner).toBeDefined();
      expect(second).toBeUndefined();
      expect(new Set(added.map(({ value }) => value))).toEqual(new Set([winner?.value]));
    });

    test('what one sets or deletes, the other finds so', async () => {
      const { records, other } = await open();
      expect(await other.get('key')).toBeUndefined();
      await records.set('key', { value: 'one', ttlMs: HOUR_MS });
      expect(await other.get('key')).toBe('one');
      await other.set('key', { value: 'two', ttlMs: HOUR_MS });
      expect(await records.get('key')).toBe('two');
      await records.delete('key');
      expect(await other.get('key')).toBeUndefined();
      await other.delete('key');
      const added = await other.add('key', { value: 'three', ttlMs: HOUR_MS });
      expect(added).toEqual({ isNew: true, value: 'three' });
    });

    test('of 1,000 deletes of one record one deletes it, and none deletes another text', async () => {
      const { records, other } = await open();
      await records.set('key', { value: 'one', ttlMs: HOUR_MS });
      expect(await other.delete('key', { value: 'two' })).toBe(false);
      expect(await records.get('key')).toBe('one');
      for (const condition of [undefined, { value: 'one' }]) {
        const deleted = await callOften((index) =>
          (index % 2 === 0 ? records : other).delete('key', condition),
        );
        expect(deleted.filter(Boolean)).toHaveLength(1);
        expect(await other.get('key')).toBeUndefined();
        await records.set('key', { value: 'one', ttlMs: HOUR_MS });
      }
    });

    test('of 1,000 versions that replace the same text one does, and none replaces nothing', async () => {
      const { records, other } = await open();
      const record = { value: 'two', ttlMs: HOUR_MS };
      expect(await records.set('key', record, { replaces: 'one' })).toBe(false);
      await records.set('key', { value: 'one', ttlMs: HOUR_MS });
      const replaced = await callOften((index) =>
        (index % 2 === 0 ? records : other).set(
          'key',
          { value: `version ${index}`, ttlMs: HOUR_MS },
          { replaces: 'one' },
        ),
      );
      expect(replaced.filter(Boolean)).toHaveLength(1);
      expect(await other.get('key')).toBe(`version ${replaced.indexOf(true)}`);
    });

    test('a room never has more records than it allows, however many come at once', async () => {
      const { records, other, advance } = await open();
      const within = [
        { prefix: 'of-ada:', most: 7 },
        { prefix: 'of-ada:to-bob:', most: 4 },
      ];
      await records.set('of-ada:0', { value: 'old', ttlMs: 1 });
      await records.set('of-eve:0', { value: 'another room', ttlMs: HOUR_MS });
      await advance(10);
      const stored = await callOften((index) =>
        (index % 2 === 0 ? records : other).set(
          `of-ada:${index % 3 === 0 ? 'to-bob:' : ''}${index}`,
          { value: 'new', ttlMs: HOUR_MS },
          { within: index % 3 === 0 ? within : within.slice(0, 1) },
        ),
      );
      expect(stored.filter(Boolean)).toHaveLength(7);
      expect(await other.list({ prefix: 'of-ada:' })).toHaveLength(7);
      const toBob = await other.list({ prefix: 'of-ada:to-bob:' });
      expect(toBob.length).toBeLessThanOrEqual(4);
      // A record that is there may change in a full room, and makes a place when it is deleted.
      const [{ key } = { key: '' }] = await other.list({ prefix: 'of-ada:' });
      const changed = { value: 'changed', ttlMs: HOUR_MS };
      expect(await records.set(key, changed, { within })).toBe(true);
      expect(await other.get(key)).toBe('changed');
      expect(await records.set('of-ada:more', changed, { within })).toBe(false);
      expect(await other.delete(key)).toBe(true);
      expect(await records.set('of-ada:more', changed, { within: within.slice(0, 1) })).toBe(true);
      expect(await other.get('of-eve:0')).toBe('another room');
    });

    test('of many records that have to be new, one is stored, and rooms hold for it', async () => {
      const { records, other, advance } = await open();
      const within = [{ prefix: 'forms:', most: 2 }];
      await records.set('forms:a', { value: 'old', ttlMs: 1 });
      await advance(10);
      for (const conditions of [{ isNew: true }, { isNew: true, within }]) {
        const stored = await callOften((index) =>
          (index % 2 === 0 ? records : other).set(
            'forms:a',
            { value: `${index}`, ttlMs: HOUR_MS },
            conditions,
          ),
        );
        expect(stored.filter(Boolean)).toHaveLength(1);
        expect(await other.get('forms:a')).toBe(String(stored.indexOf(true)));
        await other.delete('forms:a');
      }
      const record = { value: 'new', ttlMs: HOUR_MS };
      expect(await records.set('forms:a', record, { isNew: true, replaces: 'new' })).toBe(false);
      for (const key of ['forms:a', 'forms:b', 'forms:c']) {
        const isStored = await records.set(key, record, { isNew: true, within });
        expect([key, isStored]).toEqual([key, key !== 'forms:c']);
      }
    });

    test('a record is there until its time is over, and not afterwards', async () => {
      const { records, other, advance } = await open();
      await records.add('added', { value: 'one', ttlMs: 2_000 });
      await records.set('set', { value: 'one', ttlMs: 2_000 });
      await advance(1_000);
      for (const key of ['added', 'set']) expect(await other.get(key)).toBe('one');
      const early = await other.add('added', { value: 'two', ttlMs: HOUR_MS });
      expect(early).toEqual({ isNew: false, value: 'one' });
      await advance(1_001);
      for (const key of ['added', 'set']) expect(await other.get(key)).toBeUndefined();
      const late = await other.add('added', { value: 'two', ttlMs: HOUR_MS });
      expect(late).toEqual({ isNew: true, value: 'two' });
      expect(await records.get('added')).toBe('two');
    });

    test('of many adds of an expired key one is new', async () => {
      const { records, other, advance } = await open();
      await records.add('key', { value: 'old', ttlMs: 1 });
      await advance(10);
      const added = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? records : other).add('key', { value: `${index}`, ttlMs: HOUR_MS }),
        ),
      );
      const winners = added.filter(({ isNew }) => isNew);
      expect(winners.length).toBe(1);
      expect(added.map(({ value }) => value)).toEqual(added.map(() => winners[0]?.value));
    });

    test('setting a record begins its time anew', async () => {
      const { records, other, advance } = await open();
      await records.set('key', { value: 'one', ttlMs: 2_000 });
      await advance(1_500);
      await other.set('key', { value: 'two', ttlMs: 2_000 });
      await advance(1_000);
      expect(await records.get('key')).toBe('two');
      await other.set('key', { value: 'three', ttlMs: 1 });
      await advance(10);
      expect(await records.get('key')).toBeUndefined();
    });

    test('keys are compared unit by unit', async () => {
      const { records, other } = await open();
      const keys = ['a', 'A', 'ä', 'a\u0308', 'a ', ' a', 'a\n', '%', "'", '😀', 'a'.repeat(512)];
      for (const key of keys) {
        const added = await records.add(key, { value: JSON.stringify([key]), ttlMs: HOUR_MS });
        expect(added.isNew).toBe(true);
      }
      for (const key of keys) expect(await other.get(key)).toBe(JSON.stringify([key]));
    });

    test('a value comes back as it was given, up to the longest', async () => {
      const { records, other } = await open();
      const values = ['', ' ', 'null', '"\\u0000"', 'ä😀\r\n\t', '😀'.repeat(32_768)];
      for (const [index, value] of values.entries()) {
        await records.set(`${index}`, { value, ttlMs: 34_560_000_000 });
        expect(await other.get(`${index}`)).toBe(value);
      }
    });

    test('a list has the records whose keys begin alike, in pages, in the order of code points', async () => {
      const { records, other, advance } = await open();
      const keys = ['a:', 'a:1', 'a:2', 'a:\uD7FF', 'a:\uE000', 'a:\u{10FFFF}', 'a:\u{10FFFF}x'];
      for (const key of [...keys.toReversed(), 'a', 'A:1', 'a;', 'b:1', 'a9']) {
        await records.set(key, { value: `of ${key}`, ttlMs: HOUR_MS });
      }
      await records.set('a:0', { value: 'old', ttlMs: 1 });
      await advance(10);
      const all = await other.list({ prefix: 'a:' });
      expect(all).toEqual(keys.map((key) => ({ key, value: `of ${key}` })));
      const paged = [];
      for (let after: string | undefined; ;) {
        const page = await other.list({ prefix: 'a:', limit: 3, ...(after && { after }) });
        paged.push(...page);
        if (page.length < 3) break;
        after = page.at(-1)?.key;
      }
      expect(paged).toEqual(all);
      expect(await other.list({ prefix: 'a:', after: 'a' })).toEqual(all);
      expect(await other.list({ prefix: 'a:', after: 'b' })).toEqual([]);
      expect(await other.list({ prefix: 'a:\uD7FF' })).toEqual([all[3]]);
      expect(await other.list({ prefix: 'a:\u{10FFFF}' })).toEqual(all.slice(5));
      expect(await other.list({ prefix: 'c' })).toEqual([]);
      await expect(other.list({ prefix: '' })).rejects.toThrow('because prefix must be');
      await expect(other.list({ prefix: 'a', limit: 0 })).rejects.toThrow(RangeError);
    });

    test('all records are listed with the time that is left, so that another store can take them', async ({
      skip,
    }) => {
      const { records, other, advance } = await open();
      const begun = performance.now();
      if (other.listAll === undefined) {
        skip('These records cannot be moved.');
        return;
      }
      for (const key of ['b/2', 'a:1', '\u{10FFFF}', '\uE000']) {
        await records.set(key, { value: `of ${key}`, ttlMs: HOUR_MS });
      }
      await records.set('short', { value: 'old', ttlMs: 1 });
      await advance(1_000);
      const all = await other.listAll();
      const keys = ['a:1', 'b/2', '\uE000', '\u{10FFFF}'];
      expect(all.map(({ key, value }) => [key, value])).toEqual(
        keys.map((key) => [key, `of ${key}`]),
      );
      for (const { ttlMs } of all) {
        expect(Number.isSafeInteger(ttlMs)).toBe(true);
        // Own clock: that of the storage, which has gone on by a second.
        expect(ttlMs).toBeLessThanOrEqual(HOUR_MS - 1_000);
        const sinceMs = performance.now() - begun;
        expect(ttlMs).toBeGreaterThan(HOUR_MS - 60_000 - sinceMs);
      }
      expect((await other.listAll('b/2')).map(({ key }) => key)).toEqual(keys.slice(2));
      expect(await other.listAll(keys.at(-1))).toEqual([]);
    });

    test('wrong keys and records are refused by name, and nothing is stored', async () => {
      const { records } = await open();
      const good = { value: 'one', ttlMs: HOUR_MS };
      for (const key of ['', 'a'.repeat(513), 'a\0', '\uD800']) {
        await expect(records.add(key, good)).rejects.toThrow('its key must be well-formed text');
        await expect(records.set(key, good)).rejects.toThrow(TypeError);
        await expect(records.get(key)).rejects.toThrow(TypeError);
        await expect(records.delete(key)).rejects.toThrow(TypeError);
      }
      for (const value of ['a'.repeat(65_537), '\0', '\uD800']) {
        await expect(records.add('key', { ...good, value })).rejects.toThrow(
          'because value must be',
        );
        await expect(records.set('key', { ...good, value })).rejects.toThrow(TypeError);
      }
      for (const ttlMs of [0, -1, 1.5, 34_560_000_001, Number.NaN]) {
        await expect(records.add('key', { ...good, ttlMs })).rejects.toThrow(
          'because ttlMs must be',
        );
        await expect(records.set('key', { ...good, ttlMs })).rejects.toThrow(RangeError);
      }
      const rooms = [
        { prefix: '', most: 1 },
        { prefix: 'a', most: 0 },
      ];
      for (const room of rooms) {
        await expect(records.set('key', good, { within: [room] })).rejects.toThrow('must be');
      }
      await expect(records.set('key', good, { replaces: '\0' })).rejects.toThrow(
        'because replaces must',
      );
      await expect(records.delete('key', { value: '\0' })).rejects.toThrow('because value must be');
      await expect(records.set('key', { ...good, owner: '' })).rejects.toThrow(
        'because owner must be',
      );
      expect(await records.get('key')).toBeUndefined();
    });
  });
}
