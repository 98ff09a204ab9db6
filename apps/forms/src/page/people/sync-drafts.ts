import { type DraftView, type PeopleClient, PeopleClientError } from '@formwork/people/client';
import { type Draft, hasRoomFor, readJson, toDraftId } from '../history/draft.ts';
import { type DraftMark, type MarkedDrafts, toMarkId } from '../history/draft-marks.ts';

/** Keeps the drafts of this browser and those of the person the same. */
export interface DraftSync {
  /**
   * Takes newer drafts of the person, if that was not done yet; then sends what has changed in this
   * browser, and what has ended.
   */
  readonly run: () => Promise<void>;
}

/** Options of {@link createDraftSync}. */
export interface DraftSyncOptions {
  readonly people: Pick<PeopleClient, 'listDrafts' | 'saveDraft' | 'deleteDraft'>;
  readonly drafts: MarkedDrafts;
  /** The id of the person at the agent. */
  readonly owner: string;
}

/**
 * Makes the synchronization of drafts. A draft ends at the agent only if its person has ended it
 * here: one that is not here may have had no room. What the agent has not acknowledged is sent
 * again, also after a reload. Of two versions that were both changed, the one that was stored last
 * counts; a version that was changed on one side only counts whatever the clocks say.
 */
export function createDraftSync({ people, drafts, owner }: DraftSyncOptions): DraftSync {
  const { marks } = drafts;
  /** The times of drafts that the agent does not take, by their ids. */
  const refused = new Map<string, number>();
  let isListed = false;
  let isBusy = false;
  let isAgain = false;

  const find = (id: string): DraftMark | undefined =>
    marks.list().find((mark) => mark.id === id && mark.owner === owner);
  const findDraft = (id: string): Draft | undefined =>
    drafts.list().find((draft) => draft.id === id);

  function take(remote: DraftView, id: string): void {
    const draft = toDraft(remote);
    if (draft === undefined) return;
    // What this browser has may not be at the agent yet, so it is never pushed out.
    const others = drafts.list().filter((one) => one.id !== id);
    if (!hasRoomFor(draft, others)) return;
    drafts.put(draft);
    marks.put({ id, owner, known: toVersion(remote), here: draft.savedAt });
  }

  function merge(remote: DraftView): void {
    const id = toDraftId(remote.skill, remote.schema);
    const own = findDraft(id);
    const mark = find(id);
    const known = toVersion(remote);
    if (mark?.known === known) return;
    // The answer to a draft that was sent may have been lost.
    if (mark?.sent !== undefined && mark.sent === JSON.stringify(remote.data)) {
      const isSame = own !== undefined && JSON.stringify(own.data) === mark.sent;
      const { sent: _, ...rest } = mark;
      marks.put({ ...rest, known, ...(isSame && { here: own.savedAt }) });
      return;
    }
    const isClean = own !== undefined && own.savedAt === mark?.here;
    const isOlder = own === undefined || own.savedAt < Date.parse(remote.savedAt);
    if (isClean || isOlder) take(remote, id);
  }

  /** True for a draft that the agent does not have as it is here. */
  function isUnsent({ id, savedAt }: Draft): boolean {
    if (refused.get(id) === savedAt) return false;
    const all = marks.list().filter((mark) => mark.id === id);
    const mark = all.find((one) => one.owner === owner);
    if (mark !== undefined && mark.here === savedAt) return false;
    // What another person has stored is theirs until it is changed.
    return !all.some((other) => other.owner !== owner && other.here === savedAt);
  }

  async function send(draft: Draft): Promise<void> {
    const { id, fingerprint, data, savedAt } = draft;
    const names = readDraftId(id);
    if (names === undefined) return;
    const { known = '', here = -1 } = find(id) ?? {};
    marks.put({ id, owner, known, here, sent: JSON.stringify(data) });
    try {
      const saved = await people.saveDraft({ ...names, fingerprint, data });
      // The person may have ended it meanwhile.
      const isEnded = find(id)?.isEnded === true;
      marks.put({ id, owner, known: toVersion(saved), here: savedAt, ...(isEnded && { isEnded }) });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused.set(id, savedAt);
    }
  }

  async function end(mark: DraftMark): Promise<void> {
    const names = readDraftId(mark.id);
    // A version that another device has stored since stays, because its person still sees it.
    if (names !== undefined && mark.known !== '') {
      await people.deleteDraft({ ...names, ...fromVersion(mark.known) });
    }
    const now = find(mark.id);
    if (now?.isEnded !== true || now.known !== mark.known) return;
    // What was sent may arrive after its end, such as that of a page that was closed meanwhile.
    if (now.sent === undefined) marks.remove(toMarkId(mark));
    else marks.put({ ...now, known: '' });
  }

  async function once(): Promise<void> {
    if (!isListed) {
      for (const remote of await people.listDrafts()) merge(remote);
      isListed = true;
    }
    for (const draft of drafts.list()) {
      // It may have changed or ended while another one was sent.
      const now = findDraft(draft.id);
      if (now !== undefined && isUnsent(now)) await send(now);
    }
    for (const mark of marks.list()) {
      if (mark.owner !== owner || mark.isEnded !== true) continue;
      if (mark.known === '' && mark.sent !== undefined) continue;
      if (findDraft(mark.id) === undefined) await end(mark);
    }
  }

  return {
    async run() {
      isAgain = isBusy;
      if (isBusy) return;
      isBusy = true;
      try {
        do {
          isAgain = false;
          await once();
        } while (isAgain);
      } catch (error) {
        // What the agent has now is not known.
        isListed = false;
        throw error;
      } finally {
        isBusy = false;
      }
    },
  };
}

/** Returns true if the agent will never take a draft as it is: it is too large, or has no schema. */
function isRefusal(error: unknown): boolean {
  return error instanceof PeopleClientError && [400, 404, 409, 413].includes(error.status);
}

/** An agent of an earlier version has no `version`; its versions are told apart by their times. */
function toVersion({ savedAt, version }: DraftView): string {
  return version ?? `${BY_TIME}${savedAt}`;
}

const BY_TIME = 'time:';

function fromVersion(version: string): Partial<Pick<DraftView, 'savedAt' | 'version'>> {
  return version.startsWith(BY_TIME) ? { savedAt: version.slice(BY_TIME.length) } : { version };
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
