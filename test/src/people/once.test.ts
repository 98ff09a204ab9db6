import { type Message, Role } from '@a2a-js/sdk';
import { connect } from '@formwork/client';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { createPeopleAdapter } from '@formwork/people';
import { createPeopleClient, type PeopleClient, PeopleClientError } from '@formwork/people/client';
import { createPostgresEngine, createPostgresRecords } from '@formwork/postgres';
import { startPostgres, type TestPostgres } from '@formwork/postgres/testing';
import {
  createMemoryEngine,
  createMemoryRecords,
  EngineStorageError,
  type Scope,
  type SharedRecords,
  type TaskEngine,
} from '@formwork/runtime';
import { createInbox } from '@formwork/runtime/internal';
import { createSqliteEngine, createSqliteRecords } from '@formwork/runtime/sqlite';
import type { ProtocolAdapter } from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WAIT_LIMIT } from '../support/limits.ts';
import { AS_ADA, openOffice, receiveLinks } from '../support/office.ts';
import { repetitions } from '../support/repetitions.ts';
import { startPeopleServer } from './people-server.ts';
import { Pipeline } from './pipeline.ts';

/** The number of uses that come at the same moment. */
const USES = repetitions(1_000);
/** The number of uses of stores in memory, which decide within one turn of the process. */
const MEMORY_USES = repetitions(100);
/** The number of uses of what is decided by the same comparison as something used {@link USES} times. */
const SAME_USES = repetitions(200);

interface Stores {
  readonly engine: TaskEngine;
  readonly records: SharedRecords;
}

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

function openSqlite(): Stores {
  const folder = mkdtempSync(
    join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-once-'),
  );
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    engine: createSqliteEngine({ file: join(folder, 'tasks.sqlite') }),
    records: createSqliteRecords({ file: join(folder, 'records.sqlite') }),
  };
}

function openPostgres(): Stores {
  const schema = `once_${randomUUID().slice(0, 8)}`;
  const place = { url: postgres.url, schema, statementTimeoutMs: WAIT_LIMIT };
  return { engine: createPostgresEngine(place), records: createPostgresRecords(place) };
}

const KINDS: readonly (readonly [number, string, () => Stores])[] = [
  [MEMORY_USES, 'memory', () => ({ engine: createMemoryEngine(), records: createMemoryRecords() })],
  [USES, 'SQLite', openSqlite],
  [USES, 'PostgreSQL', openPostgres],
];

function openStores(open: () => Stores): Stores {
  const stores = open();
  onTestFinished(async () => {
    await stores.engine.close();
    await stores.records.close();
  });
  return stores;
}

const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);

function createTextMessage(): Message {
  return {
    messageId: randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

/** Makes a task that asks all approvers for a text, and returns its id. */
async function ask(engine: TaskEngine): Promise<string> {
  const id = randomUUID();
  const assignment = { to: ['role:approver'] };
  const question = { question: 0, key: 'ask:text', prompt: 'Approve?', assignment };
  const { lease } = await engine.create(
    {
      id,
      scope: 'user:ada' as Scope,
      contextId: 'context',
      message: createTextMessage(),
      metadata: {},
      invocation: { kind: 'text', text: 'Spend', acceptedOutputModes: [] },
    },
    { worker: 'test', ttlMs: 600_000 },
  );
  if (lease === undefined) throw new Error('The task has no lease.');
  const message = {
    ...createTextMessage(),
    metadata: { [FOLLOW_UP_FORMS_EXTENSION_URI]: question },
  };
  await engine.append(lease, [{ kind: 'status', state: 'input-required', message }]);
  return id;
}

/** Opens a way to the people door for Ada, whose requests come at the same moment. */
function openAda(url: string): PeopleClient {
  const pipeline = new Pipeline(url, { 'x-api-key': 'key-of-ada' });
  onTestFinished(() => pipeline.close());
  return createPeopleClient({ send: (path, init) => pipeline.send(`/people${path}`, init) });
}

/** Opens a way to the people door for the holder of a link. */
function openStranger(url: string): PeopleClient {
  const pipeline = new Pipeline(url, {});
  onTestFinished(() => pipeline.close());
  return createPeopleClient({ send: (path, init) => pipeline.send(`/people${path}`, init) });
}

function need<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Nothing is here.');
  return value;
}

/** One of many people who may answer. */
function toApprover(index: number) {
  const id = `user-${index}`;
  return { id, scopes: ['role:approver'], scope: `user:${id}` as Scope };
}

/** Makes a call, and makes it again if a busy database had no connection for it in time. */
async function insist<Value>(call: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isBusy =
        error instanceof EngineStorageError ||
        (error instanceof PeopleClientError && error.code === 'UNAVAILABLE');
      if (!isBusy) throw error;
    }
  }
}

/** Makes many calls at once, and returns how each of them ended. */
function settleAll<Value>(
  uses: number,
  call: (index: number) => Promise<Value>,
): Promise<readonly PromiseSettledResult<Value>[]> {
  return Promise.allSettled(range(uses).map((index) => insist(() => call(index))));
}

/** Makes many calls at once, and returns the places of those that did what they were to do. */
async function callOften(
  uses: number,
  call: (index: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const outcomes = await settleAll(uses, call);
  return outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
}

test.each(KINDS)('of %d answers by links one counts on %s', async (uses, _name, open) => {
  const { engine, records } = openStores(open);
  const links = new Map<string, string>();
  const notify = await receiveLinks(links);
  const adapters = (): readonly ProtocolAdapter[] => [createPeopleAdapter({ records, notify })];
  const offices = [
    await openOffice({ engine, limits: false, adapters: adapters() }),
    await openOffice({ engine, limits: false, adapters: adapters() }),
  ];
  const agent = await connect(need(offices[0]).url, { headers: AS_ADA, cardTimeoutMs: WAIT_LIMIT });
  const { taskId } = await agent.skill('spend').run({ euros: 5 }, { waitForOthers: false });
  await expect.poll(() => links.size).toBe(1);
  const [hash = ''] = links.values();
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const ways = offices.flatMap(({ url }) => range(5).map(() => openStranger(url)));
  const taken = await callOften(uses, (index) =>
    need(ways[index % ways.length]).answerLinked(token, {
      question: 0,
      data: { approved: index % 3 > 0 },
      messageId: `message-of-link-${index}`,
    }),
  );
  expect(taken).toHaveLength(1);
  const task = await engine.get('user:ada' as Scope, taskId);
  const answers = task?.history.filter(({ role }) => role === Role.ROLE_USER).slice(1);
  expect(answers?.map(({ messageId }) => messageId)).toEqual([`message-of-link-${taken[0]}`]);
});

test.each(KINDS)('of %d claims one counts on %s', async (uses, _name, open) => {
  const { engine } = openStores(open);
  const inbox = createInbox(engine, () => []);
  const claimed = await ask(engine);
  const takers = await callOften(uses, (index) => inbox.claim(toApprover(index), claimed));
  expect(takers).toHaveLength(1);
  const { claimedBy } = await inbox.read(toApprover(0), claimed);
  expect(claimedBy).toBe(`user-${takers[0]}`);
});

test.each(KINDS)(
  'a share is made once, and ended once of %d times, on %s',
  async (uses, _name, open) => {
    const { records } = openStores(open);
    const { url, bob, pay } = await startPeopleServer({ records }, { limits: false });
    const ada = openAda(url);
    const id = await pay('key-of-ada', 'Bob');
    const shared = await Promise.all(
      range(SAME_USES).map(() => insist(() => ada.share(id, { with: 'bob' }))),
    );
    expect(new Set(shared.map((share) => share.id)).size).toBe(1);
    expect(await ada.listShares()).toHaveLength(1);
    expect(await bob.listShared()).toHaveLength(1);
    const [{ id: share } = { id: '' }] = shared;
    expect(await callOften(uses, () => ada.endShare(share))).toHaveLength(1);
    expect(await bob.listShared()).toEqual([]);
  },
);

test.each(KINDS)(
  'of %d drafts that replace one version, one is kept on %s',
  async (uses, _name, open) => {
    const { records } = openStores(open);
    const { url } = await startPeopleServer({ records }, { limits: false });
    const ada = openAda(url);
    const names = { skill: 'pay', schema: 'payment' };
    const draft = { ...names, fingerprint: 'sha256:1' };
    const changed = { code: 'DRAFT_CHANGED', status: 412 };
    let replaces = '';
    // There is none at first, then a draft, then the mark of one that has ended.
    for (const round of ['first', 'second', 'third']) {
      const saves = round === 'first' ? uses : Math.min(uses, SAME_USES);
      const saved = await settleAll(saves, (use) => {
        const data = { memo: `${round} ${use}` };
        // Sent again, it is the same draft.
        const newVersion = `${round}-${use}`.padStart(16, '0');
        return ada.saveDraft({ ...draft, data, replaces, newVersion });
      });
      const kept = saved.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(kept).toHaveLength(1);
      const reasons = saved.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(reasons).toEqual(
        Array.from({ length: saves - 1 }, () => expect.objectContaining(changed)),
      );
      const [own = { version: '' }] = kept;
      expect(await ada.listDrafts()).toEqual([own]);
      replaces = own.version ?? '';
      if (round !== 'second') continue;
      await ada.deleteDraft({ ...names, version: replaces });
      // The lost answer of a draft that has ended meanwhile, and that of its end.
      await ada.deleteDraft({ ...names, version: replaces });
      await expect(ada.saveDraft({ ...draft, data: {}, replaces })).rejects.toMatchObject(changed);
      const { drafts, ended = [] } = await ada.listAllDrafts();
      expect([drafts, ended]).toEqual([[], [expect.objectContaining({ former: replaces })]]);
      replaces = ended[0]?.version ?? '';
    }
    // Where a draft has ended there is none.
    await ada.deleteDraft(names);
    ({ version: replaces = '' } = await ada.saveDraft({ ...draft, data: {}, replaces: '' }));
    // A draft that is sent again under its own tag is kept once.
    const newVersion = randomUUID();
    const again = { ...draft, data: { memo: 'again' }, replaces, newVersion };
    const all = await Promise.all(range(SAME_USES).map(() => insist(() => ada.saveDraft(again))));
    expect(all).toEqual(Array.from(all, () => all[0]));
    await expect(ada.saveDraft({ ...again, newVersion: 'a:b' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  },
);

test.each(KINDS.map(([, ...kind]) => kind))(
  'no device deletes a newer draft of another one on %s',
  async (_name, open) => {
    const { records } = openStores(open);
    const { ada } = await startPeopleServer({ records }, { limits: false });
    const names = { skill: 'pay', schema: 'payment' };
    const save = (memo: string) =>
      ada.saveDraft({ ...names, fingerprint: 'sha256:1', data: { memo } });
    const expectChanged = (error: unknown): void =>
      expect(error).toMatchObject({ code: 'DRAFT_CHANGED' });
    // A clock that stands still makes no two versions equal.
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-28T12:00:00Z'));
    onTestFinished(() => now.mockRestore());
    for (const race of range(60)) {
      const { version = '', savedAt } = await save(`old ${race}`);
      // A request may be sent twice. Pages of earlier versions know the time only.
      const ends = race % 3 === 0 ? [{ savedAt }] : [{ version }, { version, savedAt }];
      const [saved] = await Promise.all([
        save(`new ${race}`),
        ...ends.map((end) => ada.deleteDraft({ ...names, ...end }).catch(expectChanged)),
      ]);
      expect(await ada.listDrafts()).toEqual([saved]);
    }
    const [old, last] = [await save('old'), await save('last')];
    for (const end of [{ version: old.version ?? '' }, { savedAt: old.savedAt }]) {
      await expect(ada.deleteDraft({ ...names, ...end })).rejects.toMatchObject({
        code: 'DRAFT_CHANGED',
        status: 412,
        message: expect.stringContaining('Cannot end the draft'),
      });
    }
    await ada.deleteDraft(last);
    expect(await ada.listDrafts()).toEqual([]);
  },
);
