import { removeSecrets } from '@formwork/schema/internal';
import { isRecord, toRecord } from '@formwork/schema/json';
import { sendJson } from '@formwork/server/internal';
import { randomUUID } from 'node:crypto';
import type { DraftListView } from '../api.ts';
import { createMissingError, PeopleError } from '../people-error.ts';
import type { CreatePeopleRoutes, PeopleCall, PeopleParts, PeopleRoute } from '../people-route.ts';
import { KEEP_MS, parseRecord, renewRecord, writeRecord } from '../stored-json.ts';
import { DraftStore } from './draft-store.ts';

const MAX_NAME = 1_000;
/** Matches the tag that a device gives a version that it sends, so that it knows it again. */
const VERSION = /^[\w-]{16,100}$/u;

/** Makes the routes of a person's drafts and settings. */
export const createDraftRoutes: CreatePeopleRoutes = (parts) => {
  const store = new DraftStore(parts.records);
  return [createListRoute(store), createDraftRoute(parts, store), createSettingsRoute(parts)];
};

function createListRoute(store: DraftStore): PeopleRoute {
  return {
    path: '/drafts',
    methods: {
      async GET(call) {
        const stored = await store.list(call);
        const drafts = stored.filter((entry) => 'savedAt' in entry);
        sendJson(call.response, {
          drafts: drafts.toSorted((a, b) => Date.parse(b.savedAt) - Date.parse(a.savedAt)),
          ended: stored.filter((entry) => 'endedAt' in entry),
          now: new Date().toISOString(),
        } satisfies DraftListView);
      },
    },
  };
}

function createDraftRoute({ host }: PeopleParts, store: DraftStore): PeopleRoute {
  return {
    path: '/drafts/:skill/:schema',
    methods: {
      async GET(call) {
        const draft = await store.read(call);
        if (draft === undefined) throw createMissingError('the draft');
        sendJson(call.response, { draft });
      },
      async PUT(call) {
        const { skill = '', schema = '' } = call.params;
        if (skill.length + schema.length > MAX_NAME) throw createMissingError('the schema');
        const { data, fingerprint, newVersion: version = randomUUID() } = await call.readBody();
        if (data === undefined || typeof fingerprint !== 'string' || fingerprint.length > 200) {
          throw new PeopleError(
            'INVALID_REQUEST',
            'Cannot keep the draft because the body must have data, and the fingerprint of its schema as text.',
          );
        }
        const inputSchema = host.agentFor(call.person.caller).schemas.get(schema);
        if (typeof version !== 'string' || !VERSION.test(version)) {
          throw new PeopleError(
            'INVALID_REQUEST',
            'Cannot keep the draft because newVersion must be 16 to 100 letters, digits, - and _.',
          );
        }
        // The schema tells the secrets, so nothing is kept for one that the agent does not have.
        if (inputSchema === undefined) throw createMissingError('the schema');
        const draft = { skill, schema, fingerprint, data: removeSecrets(inputSchema.schema, data) };
        sendJson(call.response, { draft: await store.save(call, { ...draft, version }) });
      },
      async DELETE(call) {
        await store.end(call);
        call.response.writeHead(204).end();
      },
    },
  };
}

function createSettingsRoute({ records }: PeopleParts): PeopleRoute {
  const toSettingsKey = ({ person }: PeopleCall): string => `people:settings:${person.key}`;
  return {
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
        sendJson(call.response, { settings: toRecord(settings) });
      },
      async PUT(call) {
        const { settings } = await call.readBody();
        if (!isRecord(settings)) {
          throw new PeopleError(
            'INVALID_REQUEST',
            'Cannot keep the settings because the body must have settings, which are an object.',
          );
        }
        const savedAt = new Date().toISOString();
        const value = writeRecord('the settings', { settings, savedAt });
        const owner = call.person.key;
        await records.set(toSettingsKey(call), { value, ttlMs: KEEP_MS, owner });
        sendJson(call.response, { settings });
      },
    },
  };
}
