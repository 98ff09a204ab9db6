import { expect, test } from 'vitest';
import { createMemoryStore, type KeyValueStore } from '../storage/key-value-store.ts';
import { openDrafts } from './draft.ts';
import { makeRoom } from './make-room.ts';
import { openHistory } from './run-store.ts';
import type { Run } from './run.ts';
import { openBatches } from './stored-batches.ts';

const [AGENT, OTHER] = ['https://a.example', 'https://b.example'] as const;

/** Makes a storage that takes so many characters, as that of a browser does. */
function createBoundedStore(quota: number): KeyValueStore {
  const store = createMemoryStore();
  const used = (except: string): number =>
    store
      .keys()
      .reduce((sum, key) => sum + (key === except ? 0 : (store.getItem(key) ?? '').length), 0);
  return {
    ...store,
    setItem(key, value) {
      if (used(key) + value.length > quota) {
        throw new DOMException('It is full.', 'QuotaExceededError');
      }
      store.setItem(key, value);
    },
  };
}

const DONE: Run = {
  id: 'done',
  skillId: 's',
  skillName: 'S',
  input: { kind: 'text', text: 'x'.repeat(200) },
  taskId: 't',
  contextId: 'c',
  startedAt: 0,
  endedAt: 1,
  state: 'done',
  turns: [],
};
const UNSENT: Run = { ...DONE, id: 'unsent', state: 'unsent', taskId: '' };
const ANSWER = { question: { prompt: 'Q', text: 'Q', number: 1, refused: [] }, answer: 'yes' };
const ANSWERED: Run = { ...DONE, id: 'answered', pending: { ...ANSWER, answeredAt: 5 } };

test('a full storage makes room by runs that were sent, and keeps what exists nowhere else', () => {
  const store = createBoundedStore(6_000);
  let lost = 0;
  makeRoom(store, () => (lost += 1));
  const history = openHistory(store, AGENT);
  const drafts = openDrafts(store, AGENT);
  const row = { number: 1, data: 'y'.repeat(200), id: 'm', taskId: '' };
  const table = { skillId: 's', schema: 'i', fingerprint: '', owner: '', startedAt: 0 };
  expect(openHistory(store, OTHER).put({ ...DONE, id: 'oldest' })).toBe(true);
  expect(history.put(UNSENT)).toBe(true);
  expect(history.put(ANSWERED)).toBe(true);
  expect(drafts.put({ id: 'd', fingerprint: '', data: 'z'.repeat(200), savedAt: 0 })).toBe(true);
  expect(openBatches(store, AGENT).put({ ...table, id: 'b', rows: [row] })).toBe(true);
  for (let n = 0; n < 40; n += 1) expect(history.put({ ...DONE, id: `done ${n}` })).toBe(true);
  expect(lost).toBe(0);
  const ids = history.list().map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['unsent', 'answered', 'done 39', 'done 38']));
  expect(ids).not.toContain('done 0');
  expect(openHistory(store, OTHER).list()).toEqual([]);
  expect(drafts.list()).toHaveLength(1);
  expect(openBatches(store, AGENT).list()).toHaveLength(1);
  // What has no room in place of all that may go drops nothing.
  const many = { ...UNSENT, id: 'many', input: { kind: 'text', text: 'x'.repeat(6_000) } } as const;
  expect(history.put(many)).toBe(false);
  expect(history.list().map(({ id }) => id)).toEqual(ids);
  // Nor does what is longer than a draft may be.
  expect(drafts.put({ id: 'e', fingerprint: '', data: 'z'.repeat(300_001), savedAt: 0 })).toBe(
    false,
  );
  expect(lost).toBe(2);
  for (let n = 0; n < 40; n += 1) history.put({ ...UNSENT, id: `unsent ${n}` });
  const remaining = history.list();
  expect(remaining.every(({ id }) => !id.startsWith('done'))).toBe(true);
  expect(remaining.length).toBeLessThan(40);
  expect(lost).toBe(2 + 42 - remaining.length);
});
