import { removeSecrets } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { sendJson } from '@formwork/server/internal';
import { createHash, randomUUID } from 'node:crypto';
import type { DraftListView, DraftView, EndedDraftView } from '../api.ts';
import { createMissingError, PeopleError } from '../people-error.ts';
import type { CreatePeopleRoutes, PeopleCall } from '../people-route.ts';
import { DAY_MS, KEEP_MS, parseRecord, renewRecord, writeRecord } from '../stored-json.ts';

/** The most drafts that a person has at an agent; the marks of ended ones take the room that is left. */
const MAX_DRAFTS = 200;

const MAX_NAME = 1_000;
/** Matches the tag that a device gives a version that it sends, so that it knows it again. */
const VERSION = /^[\w-]{16,100}$/u;
/** The time for which devices can learn that a draft has ended, in milliseconds. */
const KEEP_ENDED_MS = 90 * DAY_MS;
/** The number of times that another device may be faster. */
const ATTEMPTS = 1_000;

type NewDraft = Omit<DraftView, 'savedAt'>;
type Kept = DraftView | EndedDraftView;

/** The time within which versions of a draft may get the same time, in milliseconds. */
const MOMENT_MS = 1_000;

/** Makes the routes of a person's drafts and settings. */
export const createDraftRoutes: CreatePeopleRoutes = ({ host, records }) => {
  /** The beginning of the keys of all drafts of a person. */
  const toPrefix = ({ person }: PeopleCall): string => `people:draft:${person.key}:`;

  function toDraftKey(call: PeopleCall): string {
    const { skill = '', schema = '' } = call.params;
    const names = JSON.stringify([skill, schema]);
    return `${toPrefix(call)}${createHash('sha256').update(names).digest('base64url')}`;
  }

  /** Stores a version of a draft, in place of the one that the query names. */
  async function save(call: PeopleCall, draft: NewDraft): Promise<DraftView> {
    const key = toDraftKey(call);
    const owner = call.person.key;
    const wanted = call.query.get('version');
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const present = await records.get(key);
      const kept = readKept(present);
      // A version that is sent again was stored before, and its answer was lost.
      if (kept !== undefined && 'savedAt' in kept && kept.version === draft.version) return kept;
      const found = kept?.version ?? '';
      // Where a draft has ended there is none.
      const isFree = wanted === '' && (kept === undefined || 'endedAt' in kept);
      if (wanted !== undefined && wanted !== found && !isFree) {
        throw createChangedError('keep', { wanted, found });
      }
      const saved = { ...draft, savedAt: toTimeAfter(kept) };
      const record = { value: writeRecord('the draft', saved), ttlMs: KEEP_MS, owner };
      const within = [{ prefix: toPrefix(call), most: MAX_DRAFTS }];
      const isKept = await records.set(
        key,
        record,
        present === undefined ? { isNew: true, within } : { replaces: present },
      );
      if (isKept) return saved;
      // Another device was faster, or there is no room.
      if (present === undefined && (await records.get(key)) === undefined) await makeRoom(call);
    }
    throw new PeopleError('UNAVAILABLE', 'Cannot keep the draft because it changes all the time.');
  }

  /** Deletes the oldest mark of a person whose room is full. @throws PeopleError if there is none */
  async function makeRoom(call: PeopleCall): Promise<void> {
    const found = await records.list({ prefix: toPrefix(call), limit: MAX_DRAFTS });
    if (found.length < MAX_DRAFTS) return;
    const marks = found.flatMap(({ key, value }) => {
      const kept = readKept(value);
      return kept !== undefined && 'endedAt' in kept ? [{ key, value, at: kept.endedAt }] : [];
    });
    const [oldest] = marks.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
    if (oldest === undefined) throw createRoomError();
    await records.delete(oldest.key, { value: oldest.value });
  }

  /**
   * Puts the mark that a draft has ended in its place. A draft that has ended before is the wish of
   * the request, whose answer may have been lost.
   *
   * @throws PeopleError if the query names another version
   */
  async function end(call: PeopleCall): Promise<void> {
    const key = toDraftKey(call);
    const { skill = '', schema = '' } = call.params;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const present = await records.get(key);
      if (present === undefined) return;
      const kept = readKept(present);
      if (kept === undefined) {
        // What cannot be read is no version that a device still needs.
        if (await records.delete(key, { value: present })) return;
        continue;
      }
      if ('endedAt' in kept) return;
      const { version: former = '', savedAt } = kept;
      const [wanted, found] = readWanted(call.query, { version: former, savedAt });
      // Another device has stored a newer version, which its person still sees there.
      if (wanted !== found) throw createChangedError('end', { wanted, found });
      const endedAt = new Date().toISOString();
      const mark: EndedDraftView = { skill, schema, version: randomUUID(), former, endedAt };
      const value = writeRecord('the mark of the draft', mark);
      const record = { value, ttlMs: KEEP_ENDED_MS, owner: call.person.key };
      if (await records.set(key, record, { replaces: present })) return;
    }
    throw new PeopleError('UNAVAILABLE', 'Cannot end the draft because it changes all the time.');
  }

  const toSettingsKey = ({ person }: PeopleCall): string => `people:settings:${person.key}`;

  return [
    {
      path: '/drafts',
      methods: {
        async GET(call) {
          const found = await records.list({ prefix: toPrefix(call), limit: MAX_DRAFTS });
          const kept = found.flatMap(({ value }) => readKept(value) ?? []);
          const drafts = kept.filter((one) => 'savedAt' in one);
          sendJson(call.response, {
            drafts: drafts.toSorted((a, b) => Date.parse(b.savedAt) - Date.parse(a.savedAt)),
            ended: kept.filter((one) => 'endedAt' in one),
            now: new Date().toISOString(),
          } satisfies DraftListView);
        },
      },
    },
    {
      path: '/drafts/:skill/:schema',
      methods: {
        async GET(call) {
          const key = toDraftKey(call);
          const value = await records.get(key);
          const draft = readKept(value);
          if (value === undefined || draft === undefined || 'endedAt' in draft) {
            throw createMissingError('the draft');
          }
          const storedAt = Date.parse(draft.savedAt);
          await renewRecord(records, { key, value, storedAt, owner: call.person.key });
          sendJson(call.response, { draft });
        },
        async PUT(call) {
          const { skill = '', schema = '' } = call.params;
          if (skill.length + schema.length > MAX_NAME) throw createMissingError('the schema');
          const { data, fingerprint, newVersion: version = randomUUID() } = await call.readBody();
          if (data === undefined || typeof fingerprint !== 'string' || fingerprint.length > 200) {
            throw new PeopleError(
              'INVALID_REQUEST',
              'Cannot keep the draft as the body must have data, and the fingerprint of its schema as text.',
            );
          }
          const known = host.agentFor(call.person.caller).schemas.get(schema);
          if (typeof version !== 'string' || !VERSION.test(version)) {
            throw new PeopleError(
              'INVALID_REQUEST',
              'Cannot keep the draft as newVersion must be 16 to 100 letters, digits, - and _.',
            );
          }
          // The schema tells the secrets, so nothing is kept for one that the agent does not have.
          if (known === undefined) throw createMissingError('the schema');
          const draft = { skill, schema, fingerprint, data: removeSecrets(known.schema, data) };
          sendJson(call.response, { draft: await save(call, { ...draft, version }) });
        },
        async DELETE(call) {
          await end(call);
          call.response.status(204).end();
        },
      },
    },
    {
      path: '/settings',
      methods: {
        async GET(call) {
          const key = toSettingsKey(call);
          const value = await records.get(key);
          const { settings, savedAt } = parseRecord(value) ?? {};
          if (value !== undefined && typeof savedAt === 'string') {
            const storedAt = Date.parse(savedAt);
            await renewRecord(records, { key, value, storedAt, owner: call.person.key });
          }
          sendJson(call.response, { settings: isRecord(settings) ? settings : {} });
        },
        async PUT(call) {
          const { settings } = await call.readBody();
          if (!isRecord(settings)) {
            throw new PeopleError(
              'INVALID_REQUEST',
              'Cannot keep the settings as the body must have settings, which are an object.',
            );
          }
          const savedAt = new Date().toISOString();
          const value = writeRecord('the settings', { settings, savedAt });
          const owner = call.person.key;
          await records.set(toSettingsKey(call), { value, ttlMs: KEEP_MS, owner });
          sendJson(call.response, { settings });
        },
      },
    },
  ];
};

/**
 * Returns the version that a query names, and that of a draft, to be compared; two equal ones if the
 * query names none. The pages of earlier versions name a version by its time.
 */
function readWanted(
  query: ReadonlyMap<string, string>,
  { version, savedAt }: { readonly version: string; readonly savedAt: string },
): readonly [wanted: string, found: string] {
  const wanted = query.get('version');
  if (wanted !== undefined) return [wanted, version];
  return [query.get('savedAt') ?? savedAt, savedAt];
}

/**
 * Returns the present time, later than that of a version from the same moment. A version from a
 * clock that was wrong does not count, so that the times become right again.
 */
function toTimeAfter(former: Kept | undefined): string {
  const now = Date.now();
  const last = former === undefined || 'endedAt' in former ? 0 : Date.parse(former.savedAt);
  return new Date(last >= now && last - now < MOMENT_MS ? last + 1 : now).toISOString();
}

function createChangedError(
  action: 'keep' | 'end',
  { wanted, found }: { readonly wanted: string; readonly found: string },
): PeopleError {
  return new PeopleError(
    'DRAFT_CHANGED',
    `Cannot ${action} the draft as the version that it ${action === 'keep' ? 'replaces' : 'ends'} must be ${JSON.stringify(found)}: current value is ${JSON.stringify(wanted.slice(0, 100))}.`,
  );
}

function createRoomError(): PeopleError {
  return new PeopleError(
    'TOO_MANY',
    `Cannot keep another draft as there must be at most ${MAX_DRAFTS}: current number is ${MAX_DRAFTS}. Delete one first.`,
  );
}

/** Reads what is kept of a form: its draft, or the mark that its draft has ended. */
function readKept(text: string | undefined): Kept | undefined {
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
