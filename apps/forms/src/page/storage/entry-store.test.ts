import { compareTexts, isRecord } from '@formwork/schema/json';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEntryStore, type EntryStore, toEntryKey } from './entry-store.ts';
import type { KeyValueStore } from './key-value-store.ts';
import { createMemoryStore } from './key-value-store.ts';

interface Note {
  readonly id: string;
  readonly text: string;
}

function open(store: KeyValueStore, limits: object = {}): EntryStore<Note> {
  return createEntryStore<Note>({
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
  const entryStore = open(createMemoryStore());
  expect(entryStore.put({ id: 'a', text: '1' })).toBe(true);
  entryStore.put({ id: 'b', text: '2' });
  entryStore.put({ id: 'a', text: '3' });
  expect(entryStore.list()).toEqual([
    { id: 'a', text: '3' },
    { id: 'b', text: '2' },
  ]);
  entryStore.remove('a');
  expect(entryStore.list()).toEqual([{ id: 'b', text: '2' }]);
  entryStore.clear();
  expect(entryStore.list()).toEqual([]);
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
  const entryStore = open(createMemoryStore(), { maxEntries: 2, isHeld });
  for (const id of ['a', 'b', 'c']) entryStore.put({ id, text: 'unsent' });
  for (const id of ['d', 'e', 'f']) entryStore.put({ id, text: 'done' });
  expect(entryStore.list().map(({ id }) => id)).toEqual(['f', 'e', 'c', 'b', 'a']);
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
    return { entryStore: open(store), tell };
  };
  const tabs = [openTab(), openTab()] as const;
  const [tab, otherTab] = tabs;
  tab.entryStore.put({ id: 'a', text: 'begun' });
  for (const { tell } of tabs) tell();
  tab.entryStore.put({ id: 'a', text: 'done' });
  otherTab.entryStore.put({ id: 'b', text: 'new' });
  tab.entryStore.put({ id: 'd', text: 'gone' });
  tab.entryStore.remove('d');
  for (const { entryStore, tell } of tabs) {
    tell();
    expect(entryStore.list().toSorted((a, b) => compareTexts(a.id, b.id))).toEqual([
      { id: 'a', text: 'done' },
      { id: 'b', text: 'new' },
    ]);
  }
});

test('a clock that was set back puts the newest entry first all the same', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const entryStore = open(createMemoryStore());
  entryStore.put({ id: 'a', text: 'before' });
  vi.setSystemTime(Date.now() - 3_600_000);
  entryStore.put({ id: 'b', text: 'after' });
  expect(entryStore.list().map(({ id }) => id)).toEqual(['b', 'a']);
});

test.each(['', '{', '0', '0 ', '0 {', '0 []', '0 null', '0 7', '{"version":1,"entries":[]}'])(
  'content that was not written here is nothing, and hides nothing: %s',
  (content) => {
    const store = createMemoryStore();
    store.setItem(toEntryKey('notes', 'x'), content);
    const entryStore = open(store);
    expect(entryStore.list()).toEqual([]);
    expect(entryStore.put({ id: 'a', text: 'b' })).toBe(true);
    expect(entryStore.list()).toEqual([{ id: 'a', text: 'b' }]);
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
  const entryStore = open(full, { maxLength: 100 });
  expect(['a', 'b', 'c'].map((id) => entryStore.put({ id, text: 'x' }))).toEqual([
    true,
    true,
    false,
  ]);
  expect(entryStore.list().map(({ id }) => id)).toEqual(['b', 'a']);
  expect(entryStore.put({ id: 'd', text: 'x'.repeat(200) })).toBe(false);
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
