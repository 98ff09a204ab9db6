import { isRecord, removeSecrets } from '@formwork/schema/internal';
import { sendJson } from '@formwork/server/internal';
import { createHash, randomUUID } from 'node:crypto';
import type { DraftView } from '../api.ts';
import { createMissingError, PeopleError } from '../people-error.ts';
import type { CreatePeopleRoutes, PeopleCall } from '../people-route.ts';
import { KEEP_MS, parseRecord, renewRecord, writeRecord } from '../stored-json.ts';

/** The most drafts that a person has at an agent. */
const MAX_DRAFTS = 200;

const MAX_NAME = 1_000;

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

  const toSettingsKey = ({ person }: PeopleCall): string => `people:settings:${person.key}`;

  return [
    {
      path: '/drafts',
      methods: {
        async GET(call) {
          const found = await records.list({ prefix: toPrefix(call), limit: MAX_DRAFTS });
          const drafts = found.flatMap(({ value }) => readDraft(value) ?? []);
          const byTime = drafts.toSorted((a, b) => Date.parse(b.savedAt) - Date.parse(a.savedAt));
          sendJson(call.response, { drafts: byTime });
        },
      },
    },
    {
      path: '/drafts/:skill/:schema',
      methods: {
        async GET(call) {
          const key = toDraftKey(call);
          const value = await records.get(key);
          const draft = readDraft(value);
          if (value === undefined || draft === undefined) throw createMissingError('the draft');
          const storedAt = Date.parse(draft.savedAt);
          await renewRecord(records, { key, value, storedAt, owner: call.person.key });
          sendJson(call.response, { draft });
        },
        async PUT(call) {
          const { skill = '', schema = '' } = call.params;
          if (skill.length + schema.length > MAX_NAME) throw createMissingError('the schema');
          const { data, fingerprint } = await call.readBody();
          if (data === undefined || typeof fingerprint !== 'string' || fingerprint.length > 200) {
            throw new PeopleError(
              'INVALID_REQUEST',
              'Cannot keep the draft as the body must have data, and the fingerprint of its schema as text.',
            );
          }
          const known = host.agentFor(call.person.caller).schemas.get(schema);
          // The schema tells the secrets, so nothing is kept for one that the agent does not have.
          if (known === undefined) throw createMissingError('the schema');
          const key = toDraftKey(call);
          const former = readDraft(await records.get(key));
          const draft: DraftView = {
            skill,
            schema,
            fingerprint,
            data: removeSecrets(known.schema, data),
            savedAt: toTimeAfter(former),
            version: randomUUID(),
          };
          const value = writeRecord('the draft', draft);
          const isKept = await records.set(
            key,
            { value, ttlMs: KEEP_MS, owner: call.person.key },
            { within: [{ prefix: toPrefix(call), most: MAX_DRAFTS }] },
          );
          if (!isKept) throw createRoomError();
          sendJson(call.response, { draft });
        },
        async DELETE(call) {
          const key = toDraftKey(call);
          const { query } = call;
          if (!query.has('version') && !query.has('savedAt')) {
            await records.delete(key);
          } else {
            const value = await records.get(key);
            // Another device may have stored a newer version, which its person still sees there.
            if (value !== undefined && isMeant(readDraft(value), query)) {
              await records.delete(key, { value });
            }
          }
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
 * Returns whether a draft is the version that a query names. The pages of earlier versions name it
 * by its time.
 */
function isMeant(draft: DraftView | undefined, query: ReadonlyMap<string, string>): boolean {
  // What cannot be read is no version that somebody still needs.
  if (draft === undefined) return true;
  const version = query.get('version');
  return version === undefined ? draft.savedAt === query.get('savedAt') : draft.version === version;
}

/**
 * Returns the present time, later than that of a version from the same moment. A version from a
 * clock that was wrong does not count, so that the times become right again.
 */
function toTimeAfter(former: DraftView | undefined): string {
  const now = Date.now();
  const last = former === undefined ? 0 : Date.parse(former.savedAt);
  return new Date(last >= now && last - now < MOMENT_MS ? last + 1 : now).toISOString();
}

function createRoomError(): PeopleError {
  return new PeopleError(
    'TOO_MANY',
    `Cannot keep another draft as there must be at most ${MAX_DRAFTS}: current number is ${MAX_DRAFTS}. Delete one first.`,
  );
}

function readDraft(text: string | undefined): DraftView | undefined {
  if (text === undefined) return undefined;
  const { skill, schema, fingerprint, data, savedAt, version } = parseRecord(text) ?? {};
  if (typeof skill !== 'string' || typeof schema !== 'string') return undefined;
  if (typeof fingerprint !== 'string' || typeof savedAt !== 'string') return undefined;
  const draft = { skill, schema, fingerprint, data, savedAt };
  if (typeof version === 'string') return { ...draft, version };
  // Earlier versions stored no tag, so the text itself is one.
  return { ...draft, version: createHash('sha256').update(text).digest('base64url') };
}
