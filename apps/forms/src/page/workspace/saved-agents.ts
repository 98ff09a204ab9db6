import { isRecord } from '@formwork/schema/json';
import { createEntryStore, type EntryStore } from '../storage/entry-store.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import type { ListedAgent } from './services.ts';

/** Opens the list of agents that were opened in this browser: at most 30, the last one first. */
export function openSavedAgents(store: KeyValueStore): EntryStore<ListedAgent> {
  return createEntryStore<ListedAgent>({
    store,
    key: 'formwork.agents',
    toId: ({ url }) => url,
    maxEntries: 30,
    read(value) {
      if (!isRecord(value) || typeof value['url'] !== 'string') return undefined;
      const { url, name, icon } = value;
      return {
        url,
        ...(typeof name === 'string' && { name: name.slice(0, 200) }),
        ...(typeof icon === 'string' && { icon }),
      };
    },
  });
}
