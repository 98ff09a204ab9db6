import { isRecord } from '@formwork/schema/json';
import { createEntryStore, type EntryStore } from '../storage/entry-store.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { type DraftEntries, openDrafts, toOwnName } from './draft.ts';

/** What a browser knows of a draft that a person has at an agent, also after a reload. */
export interface DraftMark {
  /** The id of the draft. */
  readonly id: string;
  /** The id of the person at the agent. */
  readonly owner: string;
  /** The version at the agent that this browser has seen last; `''` for none. */
  readonly known: string;
  /** The time of the draft of this browser that is the same as that version; -1 for none. */
  readonly here: number;
  /** The data that were sent last, as JSON, until the agent says that it has them. */
  readonly sent?: string;
  /** The versions under which it was sent last, until the agent says which of them it has. */
  readonly tries?: readonly string[];
  /** True once the person has sent or given up the draft here, until the agent says that it ended. */
  readonly isEnded?: boolean;
}

/** The drafts of a browser, which notes what its person ends. */
export interface MarkedDrafts extends DraftEntries {
  readonly marks: EntryStore<DraftMark>;
  /** Removes a draft that has ended on another device. */
  drop(id: string): void;
}

/** Returns the id of a mark: two people of one browser may have a draft of the same form. */
export function toMarkId({ owner, id }: Pick<DraftMark, 'owner' | 'id'>): string {
  return JSON.stringify([owner, id]);
}

/**
 * Opens the drafts of a person for one agent, with what is known of them at the agent. `caller` is
 * the mark of the person, `''` without a sign-in.
 */
export function openMarkedDrafts(store: KeyValueStore, agent: string, caller = ''): MarkedDrafts {
  const drafts = openDrafts(store, agent, caller);
  const marks = createEntryStore<DraftMark>({
    store,
    key: `formwork.marks:${toOwnName(agent, caller)}`,
    toId: toMarkId,
    maxEntries: 400,
    read: readMark,
  });
  return {
    ...drafts,
    marks,
    drop: (id) => drafts.ownStore.remove(id),
    remove(id) {
      const ownDraft = drafts.ownStore.list().find((draft) => draft.id === id);
      const draftMarks = marks.list().filter((mark) => mark.id === id);
      // A draft of another person that is drawn here ends for that person; a changed one for the
      // last who was here.
      const mark = draftMarks.find(({ here }) => here === ownDraft?.savedAt) ?? draftMarks[0];
      // A draft that this browser has no room for was not seen, so it is not ended.
      if (ownDraft !== undefined && mark !== undefined) marks.put({ ...mark, isEnded: true });
      drafts.remove(id);
    },
  };
}

function readMark(value: unknown): DraftMark | undefined {
  if (!isRecord(value)) return undefined;
  const { id, owner, known, here, sent, tries, isEnded } = value;
  if (typeof id !== 'string' || typeof owner !== 'string') return undefined;
  if (typeof known !== 'string' || typeof here !== 'number') return undefined;
  return {
    id,
    owner,
    known,
    here,
    ...(typeof sent === 'string' && { sent }),
    ...(Array.isArray(tries) && { tries: tries.map(String) }),
    ...(isEnded === true && { isEnded }),
  };
}
