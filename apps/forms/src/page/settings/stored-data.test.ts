import { expect, test } from 'vitest';
import { openDrafts } from '../history/draft.ts';
import { toHistoryKey } from '../history/run.ts';
import { toEntryKey } from '../storage/entry-store.ts';
import { createMemoryStore } from '../storage/key-value-store.ts';
import { openSavedAgents } from '../workspace/saved-agents.ts';
import { countStoredData, deleteStoredData } from './stored-data.ts';

test('what the page has stored is counted and deleted, and nothing else', () => {
  const store = createMemoryStore();
  const draft = { fingerprint: 'sha256:0', data: { a: 'Lion' }, savedAt: 0 };
  openDrafts(store, 'https://a.example').put({ id: 'x', ...draft });
  openDrafts(store, 'https://b.example').put({ id: 'x', ...draft });
  openSavedAgents(store).put({ url: 'https://a.example', name: 'A' });
  for (const agent of ['https://a.example', 'https://b.example']) {
    store.setItem(toEntryKey(toHistoryKey(agent), 'm1'), '0 {}');
  }
  store.setItem('another.page', 'kept');
  const { length, ...counts } = countStoredData(store);
  expect(counts).toEqual({ runs: 2, drafts: 2, agents: 1 });
  expect(length).toBeGreaterThan(200);
  deleteStoredData(store);
  expect(store.keys()).toEqual(['another.page']);
  expect(countStoredData(store)).toEqual({ runs: 0, drafts: 0, agents: 0, length: 0 });
});
