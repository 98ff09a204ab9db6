import { isRecord } from '@formwork/schema/internal';
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

/**
 * Makes the address of an agent from an entered text, adding `https://` if it is missing;
 * `undefined` if the text is no address.
 */
export function toAgentUrl(text: string): string | undefined {
  const trimmed = text.trim();
  const isBare = /^[\w.-]+(?::\d+)?(?:\/|$)/u.test(trimmed);
  const isHere = /^(?:localhost|127\.)/u.test(trimmed);
  const full = isBare ? `${isHere ? 'http' : 'https'}://${trimmed}` : trimmed;
  try {
    const url = new URL(full);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    // Credentials are never part of an address, because addresses are stored and linked to.
    url.username = '';
    url.password = '';
    return url.href.replace(/\/$/u, '');
  } catch {
    return undefined;
  }
}
