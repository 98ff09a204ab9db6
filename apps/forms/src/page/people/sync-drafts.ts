import {
  type DraftView,
  type EndedDraftView,
  type PeopleClient,
  PeopleClientError,
} from '@formwork/people/client';
import { createId } from '@formwork/react/internal';
import { type DraftMark, type MarkedDrafts, toMarkId } from '../history/draft-marks.ts';
import { type Draft, MAX_DRAFT_LENGTH, MAX_DRAFTS, readJson, toDraftId } from '../history/draft.ts';

/** Options of {@link DraftSync}. */
export interface DraftSyncOptions {
  readonly people: Pick<PeopleClient, 'listAllDrafts' | 'saveDraft' | 'deleteDraft'>;
  readonly drafts: MarkedDrafts;
  /** The id of the person at the agent. */
  readonly owner: string;
  /** Returns the time of this device in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/** The most versions that were sent in vain and may still arrive. */
const MAX_TRIES = 5;

/** The most rounds of one run, because other devices may change drafts all the time. */
const MAX_ROUNDS = 20;

/**
 * Keeps the drafts of this browser and those of the person the same. A draft ends at the agent only
 * if its person has ended it here: one that is not here may have had no room. It ends here if the
 * agent says that it has ended, unless it was changed here. What the agent has not acknowledged is
 * sent again, also after a reload, and replaces only the version that this browser has seen. Of two
 * versions that were both changed, the one that was stored last by the agent's clock counts; a
 * version that was changed on one side only counts whatever the clocks say.
 */
export class DraftSync {
  readonly #options: DraftSyncOptions;
  /** The times of drafts that the agent does not take, by their ids. */
  readonly #refused = new Map<string, number>();
  #isListed = false;
  /** The time of the agent less that of this device, in milliseconds. */
  #skew = 0;
  #isBusy = false;
  #isAgain = false;

  constructor(options: DraftSyncOptions) {
    this.#options = options;
  }

  /**
   * Takes newer drafts of the person, if that was not done yet; then sends what has changed in this
   * browser, and what has ended.
   */
  async run(): Promise<void> {
    this.#isAgain = this.#isBusy;
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      let rounds = 0;
      do {
        this.#isAgain = false;
        await this.#once();
        rounds += 1;
      } while (this.#isAgain && rounds < MAX_ROUNDS);
    } catch (error) {
      // What the agent has now is not known.
      this.#isListed = false;
      throw error;
    } finally {
      this.#isBusy = false;
    }
  }

  async #once(): Promise<void> {
    const { drafts, owner } = this.#options;
    if (!this.#isListed) await this.#list();
    for (const draft of drafts.ownStore.list()) {
      // It may have changed or ended while another one was sent.
      const now = this.#findDraft(draft.id);
      if (now !== undefined && this.#isUnsent(now)) await this.#send(now);
    }
    for (const mark of drafts.marks.list()) {
      if (mark.owner !== owner || mark.isEnded !== true) continue;
      if (mark.known === '' && mark.sent !== undefined) continue;
      if (this.#findDraft(mark.id) === undefined) await this.#end(mark);
    }
  }

  async #list(): Promise<void> {
    const { people, owner, now: readTime = Date.now } = this.#options;
    const { marks } = this.#options.drafts;
    const { drafts: remotes, ended, now } = await people.listAllDrafts();
    this.#skew = now === undefined ? 0 : Date.parse(now) - readTime();
    for (const remote of remotes) this.#merge(remote);
    for (const each of ended ?? []) this.#mergeEnd(each);
    const versions = new Set([...remotes, ...(ended ?? [])].map(({ version }) => version));
    // What the agent has neither as a draft nor as an ended one it has forgotten after a long time.
    for (const mark of ended === undefined ? [] : marks.list()) {
      if (mark.owner !== owner || mark.isEnded === true || versions.has(mark.known)) continue;
      if (mark.known !== '') marks.put({ ...mark, known: '' });
    }
    this.#isListed = true;
  }

  #find(id: string): DraftMark | undefined {
    const { drafts, owner } = this.#options;
    return drafts.marks.list().find((mark) => mark.id === id && mark.owner === owner);
  }

  #findDraft(id: string): Draft | undefined {
    return this.#options.drafts.ownStore.list().find((draft) => draft.id === id);
  }

  #take(remote: DraftView, id: string): void {
    const { drafts, owner } = this.#options;
    const draft = toDraft(remote);
    if (draft === undefined) return;
    // What this browser has may not be at the agent yet, so it is never pushed out.
    const otherDrafts = drafts.ownStore.list().filter((each) => each.id !== id);
    if (!hasRoomFor(draft, otherDrafts)) return;
    // Without room it is taken another time.
    if (!drafts.ownStore.put(draft)) return;
    drafts.marks.put({ id, owner, known: toVersion(remote), here: draft.savedAt });
  }

  #merge(remote: DraftView): void {
    const { owner } = this.#options;
    const { marks } = this.#options.drafts;
    const id = toDraftId(remote.skill, remote.schema);
    const ownDraft = this.#findDraft(id);
    const mark = this.#find(id);
    const version = toVersion(remote);
    if (mark?.known === version) return;
    // The answer to a draft that was sent may have been lost.
    const isLast = mark?.sent !== undefined && mark.sent === JSON.stringify(remote.data);
    if (mark !== undefined && (isLast || mark.tries?.includes(version) === true)) {
      const isSame =
        isLast && ownDraft !== undefined && JSON.stringify(ownDraft.data) === mark.sent;
      const { sent, tries, ...base } = mark;
      // The last one may still be on its way.
      const open = isLast ? {} : { ...(sent !== undefined && { sent }), ...(tries && { tries }) };
      marks.put({ ...base, ...open, known: version, ...(isSame && { here: ownDraft.savedAt }) });
      return;
    }
    const isClean = ownDraft !== undefined && ownDraft.savedAt === mark?.here;
    const isOlder =
      ownDraft === undefined || ownDraft.savedAt + this.#skew < Date.parse(remote.savedAt);
    if (isClean || isOlder) this.#take(remote, id);
    else marks.put({ here: -1, ...mark, id, owner, known: version });
  }

  /** Ends a draft here that has ended at the agent, unless it was changed here since. */
  #mergeEnd({ skill, schema, version, former }: EndedDraftView): void {
    const { drafts, owner } = this.#options;
    const id = toDraftId(skill, schema);
    const ownDraft = this.#findDraft(id);
    const mark = this.#find(id);
    if (mark?.known === version) return;
    const isSent = mark?.tries?.at(-1) === former && JSON.stringify(ownDraft?.data) === mark.sent;
    if (ownDraft !== undefined && (ownDraft.savedAt === mark?.here || isSent)) drafts.drop(id);
    const isLeft = this.#findDraft(id) !== undefined;
    if (isLeft) drafts.marks.put({ id, owner, known: version, here: mark?.here ?? -1 });
    else if (mark !== undefined) drafts.marks.remove(toMarkId(mark));
  }

  /** True for a draft that the agent does not have as it is here. */
  #isUnsent({ id, savedAt }: Draft): boolean {
    if (this.#refused.get(id) === savedAt) return false;
    const { drafts, owner } = this.#options;
    const all = drafts.marks.list().filter((mark) => mark.id === id);
    const mark = all.find((each) => each.owner === owner);
    if (mark !== undefined && mark.here === savedAt) return false;
    // What another person has stored stays theirs until it is changed.
    return !all.some((each) => each.owner !== owner && each.here === savedAt);
  }

  /** Looks what there is now, because another device was faster. */
  #lookAgain(): void {
    this.#isListed = false;
    this.#isAgain = true;
  }

  async #send(draft: Draft): Promise<void> {
    const { people, owner } = this.#options;
    const { marks } = this.#options.drafts;
    const { id, fingerprint, data, savedAt } = draft;
    const names = readDraftId(id);
    if (names === undefined) return;
    const { known: seenVersion = '', here = -1, tries: before = [] } = this.#find(id) ?? {};
    const newVersion = createId();
    const tries = [...before, newVersion].slice(-MAX_TRIES);
    marks.put({ id, owner, known: seenVersion, here, sent: JSON.stringify(data), tries });
    try {
      const replaces = seenVersion.startsWith(BY_TIME) ? {} : { replaces: seenVersion };
      const saved = await people.saveDraft({
        ...names,
        fingerprint,
        data,
        newVersion,
        ...replaces,
      });
      // The person may have ended it meanwhile.
      const isEnded = this.#find(id)?.isEnded === true;
      marks.put({ id, owner, known: toVersion(saved), here: savedAt, ...(isEnded && { isEnded }) });
    } catch (error) {
      if (isChanged(error)) return this.#lookAgain();
      if (!isRefusal(error)) throw error;
      this.#refused.set(id, savedAt);
    }
  }

  async #end(mark: DraftMark): Promise<void> {
    const { people, drafts } = this.#options;
    const names = readDraftId(mark.id);
    if (names !== undefined && mark.known !== '') {
      try {
        await people.deleteDraft({ ...names, ...fromVersion(mark.known) });
      } catch (error) {
        // A version that another device has stored since stays, because its person still sees it.
        if (isChanged(error)) return this.#lookAgain();
        throw error;
      }
    }
    const now = this.#find(mark.id);
    if (now?.isEnded !== true || now.known !== mark.known) return;
    // What was sent may arrive after its end, such as that of a page that was closed meanwhile.
    if (now.sent === undefined) drafts.marks.remove(toMarkId(mark));
    else drafts.marks.put({ ...now, known: '' });
  }
}

/** True if a browser that has other drafts has room for one more. */
function hasRoomFor(draft: Draft, otherDrafts: readonly Draft[]): boolean {
  const { length } = JSON.stringify([draft, ...otherDrafts]);
  return otherDrafts.length < MAX_DRAFTS && length <= MAX_DRAFT_LENGTH;
}

function isChanged(error: unknown): boolean {
  return error instanceof PeopleClientError && error.code === 'DRAFT_CHANGED';
}

/** Returns true if the agent will never take a draft as it is: it is too large, or has no schema. */
function isRefusal(error: unknown): boolean {
  return error instanceof PeopleClientError && [400, 404, 409, 413].includes(error.status);
}

/** An agent of an earlier version has no `version`; its versions differ by their times. */
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
