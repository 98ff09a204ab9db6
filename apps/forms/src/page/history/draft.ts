import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { createEntryStore, type EntryStore } from '../storage/entry-store.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';

/** A draft: data that a person has begun to enter in a form. */
export interface Draft {
  /** The id of the form that the draft belongs to: see {@link toDraftId}. */
  readonly id: string;
  /** The fingerprint of the form's schema at the time when the draft was stored. */
  readonly fingerprint: string;
  readonly data: Json;
  /** The time when the draft was stored, in milliseconds since 1970. */
  readonly savedAt: number;
  /**
   * The name of the link or run that had filled the form before the person changed it; absent if
   * the form began empty.
   */
  readonly filler?: string;
}

/** Makes the id of a form's draft from the id of its skill and the name of its input schema. */
export function toDraftId(skillId: string, schema: string): string {
  return JSON.stringify([skillId, schema]);
}

/** The maximum number of drafts of a person for one agent. */
export const MAX_DRAFTS = 20;

/** The maximum length of those drafts as JSON, in UTF-16 units. */
export const MAX_DRAFT_LENGTH = 300_000;

/**
 * The drafts that the person who calls now may go on with: their own, and those without an owner.
 */
export interface DraftEntries extends EntryStore<Draft> {
  /** Their own drafts only. */
  readonly ownStore: EntryStore<Draft>;
}

/**
 * Opens the drafts of a person for one agent in the browser's storage: at most 20, and 300,000
 * characters. `owner` is the mark of the person, `''` without a sign-in. What another person has
 * entered is neither listed nor changed; a draft without an owner becomes that of the person who
 * changes it.
 */
export function openDrafts(store: KeyValueStore, agent: string, owner = ''): DraftEntries {
  const ownerless = openStore(store, agent);
  if (owner === '') return { ...ownerless, ownStore: ownerless };
  const ownStore = openStore(store, toOwnName(agent, owner));
  const hasOwn = (id: string): boolean => ownStore.list().some((draft) => draft.id === id);
  return {
    ...ownStore,
    ownStore,
    list: () => [...ownStore.list(), ...ownerless.list().filter(({ id }) => !hasOwn(id))],
    put(draft) {
      if (!hasOwn(draft.id)) ownerless.remove(draft.id);
      return ownStore.put(draft);
    },
    remove: (id) => (hasOwn(id) ? ownStore : ownerless).remove(id),
  };
}

/** Returns a name for what a person has at an agent; no address of an agent has a space. */
export function toOwnName(agent: string, owner: string): string {
  return owner === '' ? agent : `${agent} of ${owner}`;
}

function openStore(store: KeyValueStore, name: string): EntryStore<Draft> {
  return createEntryStore<Draft>({
    store,
    key: `formwork.drafts:${name}`,
    toId: ({ id }) => id,
    maxEntries: MAX_DRAFTS,
    maxLength: MAX_DRAFT_LENGTH,
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

/** Copies a value that was parsed from the browser's storage, so that its type is JSON. */
export function readJson(value: unknown): Json | undefined {
  if (value === undefined) return undefined;
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}
