// Not over every binding: the people door is an HTTP API of its own.
import { createPeopleClient } from '@formwork/people/client';
import { createMemoryEngine, createMemoryRecords } from '@formwork/runtime';
import { toPrincipalScope } from '@formwork/runtime/internal';
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PIN, startPeopleServer } from './people-server.ts';

const MISSING = { code: 'NOT_FOUND', status: 404 };
const DAY_MS = 86_400_000;

/** Makes a request with the token of a link, by the person with a key. */
function byToken(token: string | undefined, key?: string): RequestInit & { readonly key?: string } {
  const headers = token === undefined ? {} : { 'formwork-token': token };
  return { headers, ...(key !== undefined && { key }) };
}

test('a link shows one task to whoever has signed in, without secrets, until it is ended', async () => {
  const { ada, bob, ask, pay, records } = await startPeopleServer();
  const id = await pay('key-of-ada', 'Émile');
  const other = await pay('key-of-ada', 'Zoe');
  const share = await ada.share(id, { days: 2 });
  expect(share).toMatchObject({ task: id, skill: 'pay', summary: 'Émile · 5' });
  const { token = '' } = share;
  expect(token).toMatch(/^[\w-]{43}$/u);
  const lasts = Date.parse(share.expiresAt) - Date.parse(share.createdAt);
  expect(lasts).toBe(2 * DAY_MS);
  const seen = await bob.getLinked(token);
  expect(seen).toMatchObject({
    share: { share: share.id, sharedBy: 'ada' },
    task: { id, input: { data: { to: 'Émile', amount: 5 } }, result: [{ schema: 'receipt' }] },
  });
  expect(JSON.stringify(seen)).not.toContain(PIN);
  expect(JSON.stringify(seen)).not.toContain('context');
  // The link opens this task alone, and nothing but it.
  await expect(bob.getTask(id)).rejects.toMatchObject(MISSING);
  await expect(bob.share(id)).rejects.toMatchObject(MISSING);
  await expect(bob.getTask(other)).rejects.toMatchObject(MISSING);
  expect((await ask('/links', byToken(token))).status).toBe(401);
  const kept = await records.list({ prefix: 'people:', limit: 1_000 });
  expect(JSON.stringify(kept)).not.toContain(token);
  const guesses = [
    '',
    'x',
    share.id,
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    token.toLowerCase(),
    `${token}%00`,
    `..%2f${token}`,
    `${token}x`,
    'x'.repeat(5_000),
  ];
  for (const guess of guesses.filter((one) => one !== token)) {
    expect((await ask('/links', byToken(guess, 'key-of-bob'))).status).toBe(404);
  }
  // Only the owner sees and ends the share.
  expect(await bob.listShares()).toEqual([]);
  await expect(bob.endShare(share.id)).rejects.toMatchObject(MISSING);
  const { token: _token, ...listed } = share;
  expect(await ada.listShares()).toEqual([listed]);
  await ada.endShare(share.id);
  await expect(bob.getLinked(token)).rejects.toMatchObject(MISSING);
  await expect(ada.endShare(share.id)).rejects.toMatchObject(MISSING);
  expect(await ada.listShares()).toEqual([]);
  expect(await records.list({ prefix: 'people:' })).toEqual([]);
});

test('a principal finds what is shared with them, and nobody else does; a share expires', async () => {
  let time = Date.now();
  const records = createMemoryRecords({ now: () => time });
  const engine = createMemoryEngine();
  const { ada, bob, ask, pay } = await startPeopleServer({ records }, { engine });
  const id = await pay('key-of-ada', 'Émile');
  // The inbox writes people as addresses, so both mean the same person.
  const share = await ada.share(id, { with: 'user:bob', days: 1 });
  expect(share).toMatchObject({ with: 'bob', summary: 'Émile · 5' });
  expect(share.token).toBeUndefined();
  const [shared] = await bob.listShared();
  expect(shared).toMatchObject({ share: share.id, sharedBy: 'ada', summary: 'Émile · 5' });
  expect(await bob.getShared(share.id)).toMatchObject({ task: { id } });
  expect(await ada.listShared()).toEqual([]);
  await expect(ada.getShared(share.id)).rejects.toMatchObject(MISSING);
  expect((await ask('/links', byToken(share.id, 'key-of-bob'))).status).toBe(404);
  // What the share says may be forged by nobody: bodies name no owner, and no other time.
  for (const body of [
    { days: 401 },
    { days: 0.5 },
    { with: '' },
    { with: ['bob'] },
    { owner: 'bob' },
    { with: 'role:approver' },
    { with: 'user:' },
    { with: 'ada' },
    { with: 'user:ada' },
  ]) {
    const response = await ask(`/tasks/${id}/shares`, {
      key: 'key-of-ada',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
  }
  // However much somebody shares, it leaves room for what others share with the same person.
  const withBob = { with: 'bob', days: 1 };
  for (let count = 1; count < 50; count += 1) {
    await ada.share(await pay('key-of-ada', 'Nur'), withBob);
  }
  const last = await pay('key-of-ada', 'Nur');
  await expect(ada.share(last, withBob)).rejects.toMatchObject({ code: 'TOO_MANY' });
  // A task that is shared again stays one share, with its address and a new end.
  const again = await ada.share(id, { with: 'bob', days: 3 });
  expect(again.id).toBe(share.id);
  expect(Date.parse(again.expiresAt)).toBeGreaterThan(Date.parse(share.expiresAt) + DAY_MS);
  await ada.share(id, withBob);
  const listed = await bob.listShared();
  expect(listed.filter((one) => one.share === share.id)).toHaveLength(1);
  expect(listed).toHaveLength(50);
  for (const { id: ended, task } of await ada.listShares()) {
    if (task !== id) await ada.endShare(ended);
  }
  // What a task says ends with it, also where it was shared.
  const spare = await pay('key-of-ada', 'Zoe');
  await ada.share(spare, { with: 'eve', days: 1 });
  expect(JSON.stringify(await ada.listShares())).toContain('Zoe');
  expect(JSON.stringify(await records.list({ prefix: 'people:' }))).not.toContain('Zoe');
  await engine.delete(toPrincipalScope({ id: 'ada' }), spare);
  expect(new Set((await ada.listShares()).map(({ task }) => task))).toEqual(new Set([id]));
  await ada.share(id, { with: 'eve', days: 1 });
  time += DAY_MS + 1;
  await expect(bob.getShared(share.id)).rejects.toMatchObject(MISSING);
  expect(await bob.listShared()).toEqual([]);
  expect(await ada.listShares()).toEqual([]);
});

test('nobody hides what others share, however many share', async () => {
  const { ada, bob, ask, pay, records } = await startPeopleServer();
  const id = await pay('key-of-ada', 'Nur');
  const own = await ada.share(id, { with: 'bob', days: 1 });
  const all = await records.list({ prefix: 'people:share', limit: 10 });
  const kept = all.find(({ key }) => key.startsWith('people:share:'));
  const pointer = all.find(({ key }) => key.startsWith('people:shared-with:'));
  // Others share in the same form, before and after Ada's in the order of keys, and later.
  const ttlMs = DAY_MS;
  const createdAt = new Date(Date.now() + 60_000).toISOString();
  for (let count = 0; count < 1_000; count += 1) {
    const [ownerKey, place] = [`owner-${count}`, hash('sha256', `${count}`, 'base64url')];
    const share = { ...JSON.parse(kept?.value ?? ''), ownerKey, owner: ownerKey, createdAt };
    await records.set(`people:share:${ownerKey}:${share.id}`, {
      value: JSON.stringify(share),
      ttlMs,
    });
    const value = JSON.stringify({ ownerKey, id: share.id });
    await records.set(`${pointer?.key.slice(0, -43)}${place}`, { value, ttlMs });
  }
  const listed = await bob.listShared();
  expect(listed).toHaveLength(1_001);
  expect(new Set(listed.map(({ sharedBy }) => sharedBy)).size).toBe(1_001);
  // The newest comes first, whatever page it was on.
  expect(listed.at(-1)).toMatchObject({ share: own.id, sharedBy: 'ada' });
  for (const token of ['x', '../../x', 'y'.repeat(44)]) {
    const refused = await ask(`/shared?pageToken=${token}`, { key: 'key-of-bob' });
    expect(refused.status).toBe(400);
  }
});

test('drafts and settings follow the person, without secrets, and belong to nobody else', async () => {
  const { ada, bob, ask } = await startPeopleServer();
  const draft = { skill: 'pay', schema: 'payment', fingerprint: 'sha256:1' };
  const saved = await ada.saveDraft({ ...draft, data: { to: 'É', pin: PIN } });
  expect(saved).toMatchObject({ ...draft, data: { to: 'É' } });
  await ada.saveDraft({ ...draft, skill: 'pay/../x', data: 'half' });
  expect((await ada.listDrafts()).map(({ skill }) => skill)).toEqual(['pay/../x', 'pay']);
  expect(JSON.stringify(await ada.listDrafts())).not.toContain(PIN);
  expect(await bob.listDrafts()).toEqual([]);
  await bob.deleteDraft(draft);
  await ada.deleteDraft({ ...draft, skill: 'pay/../x' });
  expect(await ada.listDrafts()).toEqual([saved]);
  // Whoever sends an older version of a draft leaves alone what another device has stored since.
  const older = ada.deleteDraft({ ...draft, savedAt: '2026-11-21T09:30:00.000Z' });
  await expect(older).rejects.toMatchObject({ code: 'DRAFT_CHANGED' });
  expect(await ada.listDrafts()).toEqual([saved]);
  await ada.deleteDraft(saved);
  expect(await ada.listDrafts()).toEqual([]);
  await expect(ada.saveDraft({ ...draft, schema: 'unknown', data: 1 })).rejects.toMatchObject(
    MISSING,
  );
  await expect(ada.saveDraft({ ...draft, data: 'x'.repeat(70_000) })).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
  });
  await expect(ada.saveDraft({ ...draft, data: undefined })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
  expect(await ada.getSettings()).toEqual({});
  await ada.saveSettings({ theme: 'dark' });
  expect(await ada.getSettings()).toEqual({ theme: 'dark' });
  expect(await bob.getSettings()).toEqual({});
  const wrong = await ask('/settings', {
    key: 'key-of-ada',
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{"settings":[]}',
  });
  expect(wrong.status).toBe(400);
});

test('a person stores so much of each kind and no more, and others lose nothing', async () => {
  const { ada, bob, pay, ask, records } = await startPeopleServer();
  const draft = { schema: 'payment', fingerprint: 'sha256:1', data: { memo: 'x' } };
  await bob.saveDraft({ ...draft, skill: 'pay' });
  const task = await pay('key-of-bob', 'Zoe');
  await bob.share(task);
  for (const [kind, count] of [
    ['people:draft:', 198],
    ['people:share:', 498],
  ] as const) {
    const [own] = await records.list({ prefix: kind });
    if (own === undefined) throw new Error('Expected a record');
    for (let index = 0; index < count; index += 1) {
      const key = `${own.key.replace(/[^:]*$/u, '')}${index}`;
      await records.set(key, { value: own.value, ttlMs: DAY_MS });
    }
  }
  const kept = await ada.saveDraft({ ...draft, skill: 'pay' });
  await ada.saveSettings({ theme: 'dark' });
  const shared = await ada.share(await pay('key-of-ada', 'Émile'));
  const calls = [1, 2, 3, 4, 5].flatMap((at) => [
    bob.saveDraft({ ...draft, skill: `skill-${at}` }),
    bob.share(task),
  ]);
  const messages = await Promise.all(
    calls.map((call: Promise<unknown>) =>
      call.then(
        () => undefined,
        (error: Error) => error,
      ),
    ),
  );
  const refused = messages.filter((error) => error !== undefined);
  expect(refused).toHaveLength(8);
  expect(new Set(refused.map(({ message }) => message))).toEqual(
    new Set([
      'Cannot keep another draft because there must be at most 200: current number is 200. Delete one first.',
      'Cannot share another task because there must be at most 500 shares: current number is 500. End one first.',
    ]),
  );
  expect(refused.filter((error) => Reflect.get(error, 'status') !== 409)).toEqual([]);
  const [one] = await bob.listDrafts();
  if (one === undefined) throw new Error('Expected drafts');
  // A draft that is there may change, and one that is deleted makes room.
  const changed = await bob.saveDraft({ ...one, data: { memo: 'changed' } });
  expect(changed.data).toEqual({ memo: 'changed' });
  await bob.deleteDraft({ skill: one.skill, schema: one.schema });
  await bob.saveDraft({ ...draft, skill: 'another' });
  await expect(bob.saveSettings({ text: 'x'.repeat(65_536) })).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    message: expect.stringContaining('at most 65536 characters as JSON: current value has'),
  });
  expect(await ada.listDrafts()).toEqual([kept]);
  expect(await ada.getSettings()).toEqual({ theme: 'dark' });
  expect((await ask('/links', byToken(shared.token, 'key-of-bob'))).status).toBe(200);
});

test('a client says what it cannot read, and that nothing answers', async () => {
  const answers = [new Response('<html>'), new Response('{}'), new Response('?', { status: 502 })];
  const client = createPeopleClient({
    send: async () => answers.shift() ?? Promise.reject(new TypeError('gone')),
  });
  await expect(client.who()).rejects.toMatchObject({ code: 'UNREACHABLE', status: 200 });
  await expect(client.listTasks()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  await expect(client.who()).rejects.toMatchObject({ code: 'INTERNAL', status: 502 });
  await expect(client.who()).rejects.toMatchObject({ code: 'UNREACHABLE', status: 0 });
});
