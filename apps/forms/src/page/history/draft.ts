import { isRecord } from '@formwork/schema/internal';
import type { Json } from '@formwork/schema';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { createShelf, type Shelf } from '../storage/shelf.ts';
import { readJson } from './read-run.ts';

/** The value that somebody had begun to enter. */
export interface Draft {
  /** Of the skill and its input schema: see {@link toDraftId}. */
  readonly id: string;
  /** Of the schema that the draft was made for. */
  readonly fingerprint: string;
  readonly data: Json;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** The source that had filled the form before it was changed: a link, or a run. Absent for none. */
  readonly filler?: string;
}

/** Where the draft of a form is kept. */
export function toDraftId(skillId: string, schema: string): string {
  return JSON.stringify([skillId, schema]);
}

/** The drafts of one agent: at most 20, and 300,000 characters. */
export function openDrafts(store: KeyValueStore, agent: string): Shelf<Draft> {
  return createShelf<Draft>({
    store,
    key: `formwork.drafts:${agent}`,
    toId: ({ id }) => id,
    maxEntries: 20,
    maxLength: 300_000,
    read(value) {
      if (!isRecord(value)) return undefined;
      const { id, fingerprint, savedAt, filler } = value;
      const data = readJson(value['data']);
      if (typeof id !== 'string' || typeof fingerprint !== 'string') return undefined;
      if (typeof savedAt !== 'number' || data === undefined) return undefined;
      return { id, fingerprint, data, savedAt, ...(typeof filler === 'string' && { filler }) };
    },
  });
}
