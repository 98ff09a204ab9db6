import { createMemoryRecords } from '@formwork/runtime';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PeopleError } from '../people-error.ts';
import { createPushSubscriptions, type Subscriber } from './push-subscriptions.ts';

const KEYS = { p256dh: 'BOk', auth: 'x1' };
const APPROVERS = 'role:approver';

function toSubscription(name: string) {
  return { endpoint: `https://push.example/${name}`, keys: KEYS };
}

function toSubscriber(id: string): Subscriber {
  return { key: `digest-of-${id}`, addresses: [`user:${id}`, APPROVERS] };
}

function open() {
  const records = createMemoryRecords();
  return {
    records,
    subscriptions: createPushSubscriptions({ records, allowPrivateAddresses: false }),
  };
}

const namesOf = (browsers: readonly { readonly subscription: { readonly endpoint: string } }[]) =>
  browsers.map(({ subscription: { endpoint } }) => endpoint.replace(/^.*\//u, ''));

test('a person who subscribes thousands of browsers silences and deletes nobody', async () => {
  const { records, subscriptions } = open();
  await records.set('people:draft:lee:1', { value: '{}', ttlMs: 60_000, owner: 'digest-of-lee' });
  await subscriptions.add(toSubscriber('ann'), toSubscription('ann-1'));
  const refused: PeopleError[] = [];
  for (let index = 0; index < 5_100; index += 1) {
    const added = subscriptions.add(toSubscriber('eve'), toSubscription(`eve-${index}`));
    await added.catch((error: unknown) => void refused.push(error as PeopleError));
  }
  await subscriptions.add(toSubscriber('zoe'), toSubscription('zoe-1'));
  expect(refused).toHaveLength(5_090);
  expect(refused[0]).toMatchObject({
    code: 'TOO_MANY',
    message: expect.stringContaining('must have at most 10: current number is 10'),
  });
  const told = namesOf(await subscriptions.choose([APPROVERS, 'user:eve']));
  expect(told).toHaveLength(12);
  expect(
    told
      .slice(0, 3)
      .map((name) => name.slice(0, 3))
      .toSorted(),
  ).toEqual(['ann', 'eve', 'zoe']);
  expect(await records.get('people:draft:lee:1')).toBe('{}');
  // A browser that is there already may subscribe again, and one that ends makes room.
  await subscriptions.add(toSubscriber('eve'), toSubscription('eve-3'));
  await subscriptions.remove(toSubscriber('eve'), 'https://push.example/eve-3');
  await subscriptions.add(toSubscriber('eve'), toSubscription('eve-new'));
});

test('of very many people each is told in one browser, the latest', async () => {
  let time = Date.now();
  const now = vi.spyOn(Date, 'now').mockImplementation(() => (time += 1));
  onTestFinished(() => now.mockRestore());
  const { subscriptions } = open();
  for (let index = 0; index < 230; index += 1) {
    await subscriptions.add(toSubscriber(`p${index}`), toSubscription(`p${index}-old`));
  }
  expect(await subscriptions.choose([APPROVERS])).toHaveLength(230);
  for (let index = 0; index < 230; index += 1) {
    const person = toSubscriber(`p${index}`);
    if (index % 2 === 0) await subscriptions.add(person, toSubscription(`p${index}-new`));
  }
  const told = namesOf(await subscriptions.choose([APPROVERS]));
  const latest = Array.from({ length: 230 }, (_, at) => `p${at}-${at % 2 === 0 ? 'new' : 'old'}`);
  expect(told.toSorted()).toEqual(latest.toSorted());
});

test('further browsers of people are told while there is room, in turns', async () => {
  const { subscriptions } = open();
  for (let index = 0; index < 90; index += 1) {
    for (const browser of ['a', 'b', 'c']) {
      await subscriptions.add(toSubscriber(`p${index}`), toSubscription(`p${index}-${browser}`));
    }
  }
  const told = namesOf(await subscriptions.choose([APPROVERS]));
  expect(told).toHaveLength(200);
  // What could not be reached is chosen again, and nothing else.
  const again = await subscriptions.choose([APPROVERS]);
  const [, second, third] = again;
  const ids = [second?.id ?? '', third?.id ?? '', 'unknown'];
  expect(namesOf(await subscriptions.choose([APPROVERS], ids))).toEqual(told.slice(1, 3));
  const counts = new Map<string, number>();
  for (const name of told) {
    const person = name.replace(/-.*$/u, '');
    counts.set(person, (counts.get(person) ?? 0) + 1);
  }
  expect(Math.min(...counts.values())).toBe(2);
  expect(counts.size).toBe(90);
});

test('a browser at two addresses, and one of an earlier version, is told once and forgotten whole', async () => {
  const { records, subscriptions } = open();
  const old = JSON.stringify(toSubscription('ann-1'));
  await subscriptions.add(toSubscriber('ann'), toSubscription('ann-1'));
  const [first] = await subscriptions.choose([APPROVERS]);
  const prefix = first?.records[0]?.key.replace(/[^/]*\/[^/]*$/u, '') ?? '';
  const digest = first?.records[0]?.key.split('/').at(-1) ?? '';
  await records.set(`${prefix}${digest}`, { value: old, ttlMs: 60_000 });
  const [browser, ...more] = await subscriptions.choose([APPROVERS, 'user:ann']);
  expect(more).toEqual([]);
  expect(browser?.records).toHaveLength(3);
  // A browser that has subscribed again meanwhile is another one.
  await subscriptions.remove(toSubscriber('ann'), 'https://push.example/ann-1');
  expect(await subscriptions.choose([APPROVERS, 'user:ann'])).toEqual([]);
  await subscriptions.add(toSubscriber('ann'), {
    ...toSubscription('ann-1'),
    keys: { ...KEYS, auth: 'x2' },
  });
  if (browser !== undefined) await subscriptions.forget(browser);
  const [again] = await subscriptions.choose([APPROVERS]);
  expect(again?.subscription.keys.auth).toBe('x2');
  if (again !== undefined) await subscriptions.forget(again);
  expect(await subscriptions.choose([APPROVERS])).toEqual([]);
});

test.each([
  ['http://push.example/x', 'must be an https address: current value begins with "http:"'],
  ['ftp://push.example/x', 'must be an https address'],
  ['no', 'must be an address'],
  ['http://127.0.0.1:9/x', 'must be an https address'],
  ['https://127.0.0.1/x', 'must have a public address: current value is 127.0.0.1'],
  ['https://[::1]/x', 'must have a public address'],
  ['https://169.254.169.254/x', 'must have a public address'],
  ['https://localhost/x', 'must have a public address'],
  ['https://me:secret@push.example/x', 'without user name and password'],
  [`https://push.example/${'x'.repeat(2_000)}`, 'at most 2000 characters: current value has 2021'],
])('the endpoint %.40s is refused', async (endpoint, message) => {
  const { subscriptions, records } = open();
  const added = subscriptions.add(toSubscriber('ann'), { endpoint, keys: KEYS });
  await expect(added).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(added).rejects.toThrow(message);
  await expect(added).rejects.not.toThrow('secret');
  expect(await records.listAll?.()).toEqual([]);
});

test('where private addresses are allowed, http reaches them, and no public ones', async () => {
  const records = createMemoryRecords();
  const subscriptions = createPushSubscriptions({ records, allowPrivateAddresses: true });
  const ann = toSubscriber('ann');
  for (const endpoint of ['http://127.0.0.1:9/x', 'http://localhost:9/x', 'https://10.0.0.1/x']) {
    await subscriptions.add(ann, { endpoint, keys: KEYS });
  }
  const added = subscriptions.add(ann, { endpoint: 'http://push.example/x', keys: KEYS });
  await expect(added).rejects.toThrow('must be an https address');
});
