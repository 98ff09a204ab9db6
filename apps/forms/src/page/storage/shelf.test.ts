import { compareTexts, isRecord } from '@formwork/schema/json';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { KeyValueStore } from './key-value-store.ts';
import { createMemoryStore } from './key-value-store.ts';
import { createShelf, type Shelf, toEntryKey } from './shelf.ts';

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

test('what is held stays beyond the limits', () => {
  const isHeld = ({ text }: Note): boolean => text === 'unsent';
  const shelf = open(createMemoryStore(), { maxEntries: 2, isHeld });
  for (const id of ['a', 'b', 'c']) shelf.put({ id, text: 'unsent' });
  for (const id of ['d', 'e', 'f']) shelf.put({ id, text: 'done' });
  expect(shelf.list().map(({ id }) => id)).toEqual(['f', 'e', 'c', 'b', 'a']);
});

test('tabs that store at the same moment keep what each of them has stored', () => {
  const shared = createMemoryStore();
  /** The storage of a tab, which sees what another one has stored only when it is told of it. */
  const openTab = () => {
    const local = createMemoryStore();
    const store: KeyValueStore = {
      ...local,
      setItem(key, value) {
        local.setItem(key, value);
        shared.setItem(key, value);
      },
      removeItem(key) {
        local.removeItem(key);
        shared.removeItem(key);
      },
    };
    const tell = (): void => {
      for (const key of local.keys()) local.removeItem(key);
      for (const key of shared.keys()) local.setItem(key, shared.getItem(key) ?? '');
    };
    return { shelf: open(store), tell };
  };
  const tabs = [openTab(), openTab()] as const;
  const [tab, otherTab] = tabs;
  tab.shelf.put({ id: 'a', text: 'begun' });
  for (const { tell } of tabs) tell();
  tab.shelf.put({ id: 'a', text: 'done' });
  otherTab.shelf.put({ id: 'b', text: 'new' });
  tab.shelf.put({ id: 'd', text: 'gone' });
  tab.shelf.remove('d');
  for (const { shelf, tell } of tabs) {
    tell();
    expect(shelf.list().toSorted((a, b) => compareTexts(a.id, b.id))).toEqual([
      { id: 'a', text: 'done' },
      { id: 'b', text: 'new' },
    ]);
  }
});

test('a clock that was set back puts the newest entry first all the same', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const shelf = open(createMemoryStore());
  shelf.put({ id: 'a', text: 'before' });
  vi.setSystemTime(Date.now() - 3_600_000);
  shelf.put({ id: 'b', text: 'after' });
  expect(shelf.list().map(({ id }) => id)).toEqual(['b', 'a']);
});

test.each(['', '{', '0', '0 ', '0 {', '0 []', '0 null', '0 7', '{"version":1,"entries":[]}'])(
  'content that was not written here is nothing, and hides nothing: %s',
  (content) => {
    const store = createMemoryStore();
    store.setItem(toEntryKey('notes', 'x'), content);
    const shelf = open(store);
    expect(shelf.list()).toEqual([]);
    expect(shelf.put({ id: 'a', text: 'b' })).toBe(true);
    expect(shelf.list()).toEqual([{ id: 'a', text: 'b' }]);
  },
);

test('a full store keeps what it has, and one that takes nothing does no harm', () => {
  const store = createMemoryStore();
  const reports: (readonly unknown[])[] = [];
  const full: KeyValueStore = {
    ...store,
    setItem(key, value) {
      if (store.keys().length >= 2) throw new DOMException('full', 'QuotaExceededError');
      store.setItem(key, value);
    },
    onFull: (...what) => {
      reports.push(what);
      return false;
    },
  };
  const shelf = open(full, { maxLength: 100 });
  expect(['a', 'b', 'c'].map((id) => shelf.put({ id, text: 'x' }))).toEqual([true, true, false]);
  expect(shelf.list().map(({ id }) => id)).toEqual(['b', 'a']);
  expect(shelf.put({ id: 'd', text: 'x'.repeat(200) })).toBe(false);
  expect(reports).toEqual([
    [toEntryKey('notes', 'c'), expect.stringMatching(/^\d+ \{"id":"c"/u)],
    [toEntryKey('notes', 'd')],
  ]);
  const refuse = (): never => {
    throw new Error('forbidden');
  };
  const nowhere = open({ getItem: refuse, setItem: refuse, removeItem: refuse, keys: refuse });
  expect(nowhere.put({ id: 'a', text: '' })).toBe(false);
  expect(nowhere.list()).toEqual([]);
  nowhere.remove('a');
  nowhere.clear();
});
