import type { DraftView, PeopleClient } from '@formwork/people/client';
import { toDraftId, type Draft } from '../history/draft.ts';
import { readJson } from '../history/draft.ts';
import type { Shelf } from '../storage/shelf.ts';

/** Keeps the drafts of this browser and those of the person the same. */
export interface DraftSync {
  /** Takes newer drafts of the person, and sends newer ones of this browser. */
  readonly begin: () => Promise<void>;
  /** Sends what has changed in this browser since the last call. */
  readonly push: () => Promise<void>;
}

/** Options of {@link createDraftSync}. */
export interface DraftSyncOptions {
  readonly people: Pick<PeopleClient, 'listDrafts' | 'saveDraft' | 'deleteDraft'>;
  readonly drafts: Shelf<Draft>;
}

/** The marks of one version of a draft at the agent; an agent of an earlier version has no `version`. */
type Version = Pick<DraftView, 'savedAt' | 'version'>;

function toVersion({ savedAt, version }: DraftView): Version {
  return { savedAt, ...(version !== undefined && { version }) };
}

/**
 * Makes the synchronization of drafts. Of two versions of a draft, the one that was stored last
 * counts. A draft that was sent or given up here ends everywhere, unless there is a later version.
 */
export function createDraftSync({ people, drafts }: DraftSyncOptions): DraftSync {
  /** The version of each draft that both sides have, here and there, by its id. */
  const synced = new Map<string, { readonly here: number; readonly there: Version }>();
  let isBusy = false;

  async function send(draft: Draft): Promise<void> {
    const names = readDraftId(draft.id);
    if (names === undefined) return;
    const { fingerprint, data } = draft;
    const saved = await people.saveDraft({ ...names, fingerprint, data });
    synced.set(draft.id, { here: draft.savedAt, there: toVersion(saved) });
  }

  async function push(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    try {
      const local = new Map(drafts.list().map((draft) => [draft.id, draft]));
      for (const draft of local.values()) {
        if ((synced.get(draft.id)?.here ?? -1) < draft.savedAt) await send(draft);
      }
      for (const [id, { there }] of synced) {
        if (local.has(id)) continue;
        synced.delete(id);
        const names = readDraftId(id);
        // A version that another device has stored since stays, because its person still sees it.
        if (names !== undefined) await people.deleteDraft({ ...names, ...there });
      }
    } finally {
      isBusy = false;
    }
  }

  return {
    async begin() {
      for (const remote of await people.listDrafts()) {
        const id = toDraftId(remote.skill, remote.schema);
        const own = drafts.list().find((draft) => draft.id === id);
        const taken = toDraft(remote);
        if (taken === undefined) continue;
        if (own === undefined || own.savedAt < taken.savedAt) {
          drafts.put(taken);
          synced.set(id, { here: taken.savedAt, there: toVersion(remote) });
        }
      }
      await push();
    },
    push,
  };
}

function toDraft({ skill, schema, fingerprint, data, savedAt }: DraftView): Draft | undefined {
  const json = readJson(data);
  const time = Date.parse(savedAt);
  if (json === undefined || Number.isNaN(time)) return undefined;
  return { id: toDraftId(skill, schema), fingerprint, data: json, savedAt: time };
}

/** Reads the names of skill and schema from the id of a draft. */
function readDraftId(id: string): Pick<DraftView, 'skill' | 'schema'> | undefined {
  const names: unknown = JSON.parse(id);
  if (!Array.isArray(names)) return undefined;
  const [skill, schema] = names as readonly unknown[];
  return typeof skill === 'string' && typeof schema === 'string' ? { skill, schema } : undefined;
}
