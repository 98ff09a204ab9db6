import { expect, test } from 'vitest';
import { isRecord } from '@formwork/schema/internal';
import type { KeyValueStore } from './key-value-store.ts';
import { createMemoryStore } from './key-value-store.ts';
import { createShelf, type Shelf } from './shelf.ts';

interface Note {
  readonly id: string;
  readonly text: string;
}

function open(store: KeyValueStore, limits: object = {}): Shelf<Note> {
  return createShelf<Note>({
    store,
    key: 'notes',
    read(value) {
      if (!isRecord(value)) return undefined;
      const { id, text } = value;
      return typeof id === 'string' && typeof text === 'string' ? { id, text } : undefined;
    },
    toId: ({ id }) => id,
    ...limits,
  });
}

test('the newest entry stands first, once', () => {
  const shelf = open(createMemoryStore());
  expect(shelf.put({ id: 'a', text: '1' })).toBe(true);
  shelf.put({ id: 'b', text: '2' });
  shelf.put({ id: 'a', text: '3' });
  expect(shelf.list()).toEqual([
    { id: 'a', text: '3' },
    { id: 'b', text: '2' },
  ]);
  shelf.remove('a');
  expect(shelf.list()).toEqual([{ id: 'b', text: '2' }]);
  shelf.clear();
  expect(shelf.list()).toEqual([]);
});

test('the oldest entries go when there are too many, or they are too long', () => {
  const few = open(createMemoryStore(), { maxEntries: 2 });
  for (const id of ['a', 'b', 'c']) few.put({ id, text: id });
  expect(few.list().map(({ id }) => id)).toEqual(['c', 'b']);
  const short = open(createMemoryStore(), { maxLength: 50 });
  for (const id of ['a', 'b', 'c']) short.put({ id, text: 'x'.repeat(10) });
  expect(short.list().map(({ id }) => id)).toEqual(['c']);
  expect(short.put({ id: 'd', text: 'x'.repeat(100) })).toBe(false);
  expect(short.list().map(({ id }) => id)).toEqual(['c']);
});

test.each([
  '{',
  '[]',
  'null',
  '{"version":2,"entries":[{"id":"a","text":"b"}]}',
  '{"version":1,"entries":7}',
])('content that was not written here is nothing: %s', (content) => {
  const store = createMemoryStore();
  store.setItem('notes', content);
  const shelf = open(store);
  expect(shelf.list()).toEqual([]);
  expect(shelf.put({ id: 'a', text: 'b' })).toBe(true);
  expect(shelf.list()).toHaveLength(1);
});

test('one broken entry does not take the others with it', () => {
  const store = createMemoryStore();
  store.setItem('notes', '{"version":1,"entries":[7,{"id":"a","text":"b"},{"id":"c"}]}');
  expect(open(store).list()).toEqual([{ id: 'a', text: 'b' }]);
});

test('a full store keeps the newest half, and one that takes nothing does no harm', () => {
  const store = createMemoryStore();
  const full: KeyValueStore = {
    ...store,
    setItem(key, value) {
      if (value.length > 120) throw new DOMException('full', 'QuotaExceededError');
      store.setItem(key, value);
    },
  };
  const shelf = open(full);
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    expect(shelf.put({ id, text: 'x'.repeat(10) })).toBe(true);
  }
  expect(shelf.list()[0]?.id).toBe('e');
  const none: KeyValueStore = {
    getItem() {
      throw new Error('forbidden');
    },
    setItem() {
      throw new Error('forbidden');
    },
    removeItem() {
      throw new Error('forbidden');
    },
    keys() {
      throw new Error('forbidden');
    },
  };
  const nowhere = open(none);
  expect(nowhere.put({ id: 'a', text: '' })).toBe(false);
  expect(nowhere.list()).toEqual([]);
  nowhere.clear();
});
