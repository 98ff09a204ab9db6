import { isRecord } from '@formwork/schema/json';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { createShelf, type Shelf } from '../storage/shelf.ts';
import type { ListedAgent } from './services.ts';

/** Opens the list of agents that were opened in this browser: at most 30, the last one first. */
export function openSavedAgents(store: KeyValueStore): Shelf<ListedAgent> {
  return createShelf<ListedAgent>({
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
