import { isRecord, removeSecrets } from '@formwork/schema/internal';
import { sendJson } from '@formwork/server/internal';
import { createHash } from 'node:crypto';
import type { DraftView } from '../api.ts';
import { createMissingError, PeopleError } from '../people-error.ts';
import type { CreatePeopleRoutes, PeopleCall } from '../people-route.ts';
import { KEEP_MS, parseRecord, renewRecord, writeRecord } from '../stored-json.ts';

/** The most drafts that a person has at an agent. */
const MAX_DRAFTS = 200;

const MAX_NAME = 1_000;

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
          const byTime = drafts.toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
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
          await renewRecord(records, { key, value, storedAt: Date.parse(draft.savedAt) });
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
          const draft: DraftView = {
            skill,
            schema,
            fingerprint,
            data: removeSecrets(known.schema, data),
            savedAt: new Date().toISOString(),
          };
          const value = writeRecord('the draft', draft);
          const key = toDraftKey(call);
          await checkRoom(call, key);
          await records.set(key, { value, ttlMs: KEEP_MS });
          sendJson(call.response, { draft });
        },
        async DELETE(call) {
          const key = toDraftKey(call);
          const savedAt = call.query.get('savedAt');
          const kept = savedAt === undefined ? undefined : readDraft(await records.get(key));
          // Another device may have stored a newer version, which its person still sees there.
          if (kept === undefined || kept.savedAt === savedAt) await records.delete(key);
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
            await renewRecord(records, { key, value, storedAt: Date.parse(savedAt) });
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
          await records.set(toSettingsKey(call), { value, ttlMs: KEEP_MS });
          sendJson(call.response, { settings });
        },
      },
    },
  ];

  /** Refuses a new draft of a person who has as many as one may have. */
  async function checkRoom(call: PeopleCall, key: string): Promise<void> {
    const kept = await records.list({ prefix: toPrefix(call), limit: MAX_DRAFTS });
    if (kept.length < MAX_DRAFTS || kept.some((one) => one.key === key)) return;
    throw new PeopleError(
      'TOO_MANY',
      `Cannot keep another draft as there must be at most ${MAX_DRAFTS}: current number is ${kept.length}. Delete one first.`,
    );
  }
};

function readDraft(text: string | undefined): DraftView | undefined {
  const { skill, schema, fingerprint, data, savedAt } = parseRecord(text) ?? {};
  if (typeof skill !== 'string' || typeof schema !== 'string') return undefined;
  if (typeof fingerprint !== 'string' || typeof savedAt !== 'string') return undefined;
  return { skill, schema, fingerprint, data, savedAt };
}
