import type { SharedRecords } from '@formwork/runtime';
import { createHash, randomUUID } from 'node:crypto';
import type { DraftView, EndedDraftView } from '../api.ts';
import { PeopleError } from '../people-error.ts';
import type { PeopleCall } from '../people-route.ts';
import { DAY_MS, KEEP_MS, parseRecord, renewRecord, writeRecord } from '../stored-json.ts';

/** The most drafts that a person has at an agent; the marks of ended ones take the room that is left. */
const MAX_DRAFTS = 200;

/** The time for which devices can learn that a draft has ended, in milliseconds. */
const KEEP_ENDED_MS = 90 * DAY_MS;
/** The number of times that another device may be faster. */
const ATTEMPTS = 1_000;

type NewDraft = Omit<DraftView, 'savedAt'>;
/** The stored part of a form: its draft, or the mark that its draft has ended. */
type StoredDraft = DraftView | EndedDraftView;

/** The time within which versions of a draft may get the same time, in milliseconds. */
const MOMENT_MS = 1_000;

/** The drafts of all people, and the marks of those that have ended. */
export class DraftStore {
  readonly #records: SharedRecords;

  constructor(records: SharedRecords) {
    this.#records = records;
  }

  /** Lists what is stored of a person, in no order. */
  async list(call: PeopleCall): Promise<readonly StoredDraft[]> {
    const stored = await this.#records.list({ prefix: toPrefix(call), limit: MAX_DRAFTS });
    return stored.flatMap(({ value }) => readStored(value) ?? []);
  }

  /** Reads a draft, and keeps it longer; `undefined` if there is none. */
  async read(call: PeopleCall): Promise<DraftView | undefined> {
    const key = toDraftKey(call);
    const value = await this.#records.get(key);
    const draft = readStored(value);
    if (value === undefined || draft === undefined || 'endedAt' in draft) return undefined;
    const storedAt = Date.parse(draft.savedAt);
    await renewRecord(this.#records, { key, value, storedAt, owner: call.person.key });
    return draft;
  }

  /** Stores a version of a draft, in place of the one that the query names. */
  async save(call: PeopleCall, draft: NewDraft): Promise<DraftView> {
    const key = toDraftKey(call);
    const owner = call.person.key;
    const expected = call.query.get('version');
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const present = await this.#records.get(key);
      const stored = readStored(present);
      // A version that is sent again was stored before, and its answer was lost.
      if (stored !== undefined && 'savedAt' in stored && stored.version === draft.version)
        return stored;
      const storedVersion = stored?.version ?? '';
      // Where a draft has ended there is none.
      const isFree = expected === '' && (stored === undefined || 'endedAt' in stored);
      if (expected !== undefined && expected !== storedVersion && !isFree) {
        throw createChangedError('keep', { expected, storedVersion });
      }
      const saved = { ...draft, savedAt: toTimeAfter(stored) };
      const record = { value: writeRecord('the draft', saved), ttlMs: KEEP_MS, owner };
      const within = [{ prefix: toPrefix(call), most: MAX_DRAFTS }];
      const isSaved = await this.#records.set(
        key,
        record,
        present === undefined ? { isNew: true, within } : { replaces: present },
      );
      if (isSaved) return saved;
      // Another device was faster, or there is no room.
      if (present === undefined && (await this.#records.get(key)) === undefined)
        await this.#makeRoom(call);
    }
    throw new PeopleError('UNAVAILABLE', 'Cannot keep the draft because it changes all the time.');
  }

  /**
   * Puts the mark that a draft has ended in its place. A draft that has ended before is the wish of
   * the request, whose answer may have been lost.
   *
   * @throws PeopleError if the query names another version
   */
  async end(call: PeopleCall): Promise<void> {
    const key = toDraftKey(call);
    const { skill = '', schema = '' } = call.params;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const present = await this.#records.get(key);
      if (present === undefined) return;
      const stored = readStored(present);
      if (stored === undefined) {
        // What cannot be read is no version that a device still needs.
        if (await this.#records.delete(key, { value: present })) return;
        continue;
      }
      if ('endedAt' in stored) return;
      const { version: former = '', savedAt } = stored;
      const [expected, storedVersion] = readDraftVersions(call.query, { version: former, savedAt });
      // Another device has stored a newer version, which its person still sees there.
      if (expected !== storedVersion) throw createChangedError('end', { expected, storedVersion });
      const endedAt = new Date().toISOString();
      const mark: EndedDraftView = { skill, schema, version: randomUUID(), former, endedAt };
      const value = writeRecord('the mark of the draft', mark);
      const record = { value, ttlMs: KEEP_ENDED_MS, owner: call.person.key };
      if (await this.#records.set(key, record, { replaces: present })) return;
    }
    throw new PeopleError('UNAVAILABLE', 'Cannot end the draft because it changes all the time.');
  }

  /** Deletes the oldest mark of a person whose room is full. @throws PeopleError if there is none */
  async #makeRoom(call: PeopleCall): Promise<void> {
    const stored = await this.#records.list({ prefix: toPrefix(call), limit: MAX_DRAFTS });
    if (stored.length < MAX_DRAFTS) return;
    const marks = stored.flatMap(({ key, value }) => {
      const entry = readStored(value);
      return entry !== undefined && 'endedAt' in entry ? [{ key, value, at: entry.endedAt }] : [];
    });
    const [oldest] = marks.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
    if (oldest === undefined) throw createRoomError();
    await this.#records.delete(oldest.key, { value: oldest.value });
  }
}

/** The beginning of the keys of all drafts of a person. */
function toPrefix({ person }: PeopleCall): string {
  return `people:draft:${person.key}:`;
}

function toDraftKey(call: PeopleCall): string {
  const { skill = '', schema = '' } = call.params;
  const names = JSON.stringify([skill, schema]);
  return `${toPrefix(call)}${createHash('sha256').update(names).digest('base64url')}`;
}

/**
 * Returns the version that a query names, and that of a draft, to be compared; two equal ones if the
 * query names none. The pages of earlier versions name a version by its time.
 */
function readDraftVersions(
  query: ReadonlyMap<string, string>,
  { version, savedAt }: { readonly version: string; readonly savedAt: string },
): readonly [expected: string, storedVersion: string] {
  const expected = query.get('version');
  if (expected !== undefined) return [expected, version];
  return [query.get('savedAt') ?? savedAt, savedAt];
}

/**
 * Returns the present time, later than that of a version from the same moment. A version from a
 * clock that was wrong does not count, so that the times become right again.
 */
function toTimeAfter(former: StoredDraft | undefined): string {
  const now = Date.now();
  const last = former === undefined || 'endedAt' in former ? 0 : Date.parse(former.savedAt);
  return new Date(last >= now && last - now < MOMENT_MS ? last + 1 : now).toISOString();
}

function createChangedError(
  action: 'keep' | 'end',
  { expected, storedVersion }: { readonly expected: string; readonly storedVersion: string },
): PeopleError {
  return new PeopleError(
    'DRAFT_CHANGED',
    `Cannot ${action} the draft because the version that it ${action === 'keep' ? 'replaces' : 'ends'} must be ${JSON.stringify(storedVersion)}: current value is ${JSON.stringify(expected.slice(0, 100))}.`,
  );
}

function createRoomError(): PeopleError {
  return new PeopleError(
    'TOO_MANY',
    `Cannot keep another draft because there must be at most ${MAX_DRAFTS}: current number is ${MAX_DRAFTS}. Delete one first.`,
  );
}

/** Reads what is stored of a form: its draft, or the mark that its draft has ended. */
function readStored(text: string | undefined): StoredDraft | undefined {
  const fields = parseRecord(text);
  if (text === undefined || fields === undefined) return undefined;
  const { skill, schema, fingerprint, data, savedAt, version, former, endedAt } = fields;
  if (typeof skill !== 'string' || typeof schema !== 'string') return undefined;
  if (typeof endedAt === 'string') {
    if (typeof version !== 'string' || typeof former !== 'string') return undefined;
    return { skill, schema, version, former, endedAt };
  }
  if (typeof fingerprint !== 'string' || typeof savedAt !== 'string') return undefined;
  const draft = { skill, schema, fingerprint, data, savedAt };
  if (typeof version === 'string') return { ...draft, version };
  // Earlier versions stored no tag, so the text itself is one.
  return { ...draft, version: createHash('sha256').update(text).digest('base64url') };
}
