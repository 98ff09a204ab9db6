import { PeopleClientError, type SavedDraft } from '@formwork/people/client';
import { expect, test } from 'vitest';
import { DraftSync } from './sync-drafts.ts';
import { Device, MemoryDoor } from './test-devices.ts';

const COMMON = { skill: 's', fingerprint: 'f' };

test('of two versions of a draft the last one counts, and one that was sent ends', async () => {
  const door = new MemoryDoor();
  const device = new Device(door);
  door.save({ ...COMMON, schema: 'newer here', data: 'there' });
  for (const schema of ['newer there', 'newer here', 'only here']) device.enter(schema, 'here');
  door.save({ ...COMMON, schema: 'newer there', data: 'there' });
  await device.sync.run();
  const both = { 'newer there': 'there', 'newer here': 'here', 'only here': 'here' };
  const agent = () =>
    Object.fromEntries([...door.stored.values()].map((draft) => [draft.schema, draft.data]));
  expect(agent()).toEqual(both);
  for (const [schema, data] of Object.entries(both)) expect(device.read(schema)).toBe(data);
  device.end('only here');
  device.enter('newer there', 'again');
  await device.sync.run();
  expect(agent()).toEqual({ 'newer there': 'again', 'newer here': 'here' });
});

test('opening a browser without room deletes nothing, here or at the agent', async () => {
  const door = new MemoryDoor();
  const device = new Device(door);
  for (let n = 0; n < 8; n += 1) device.enter(`own ${n}`, 'x'.repeat(30_000));
  for (let n = 0; n < 30; n += 1) door.save({ ...COMMON, schema: `there ${n}`, data: 'y' });
  await device.sync.run();
  await device.sync.run();
  await device.open().run();
  expect(door.stored.size).toBe(38);
  expect(device.read('own 0')).toHaveLength(30_000);
  expect(device.drafts.list()).toHaveLength(20);
});

test('nothing is sent while the list is on its way, and a clock that is slow loses nothing', async () => {
  const door = new MemoryDoor();
  const device = new Device(door);
  device.enter('form', 'first');
  await device.sync.run();
  door.save({ ...COMMON, schema: 'form', data: 'of another device' });
  let go = (): void => undefined;
  door.fate = (call) =>
    call === 'list' ? new Promise((resolve) => (go = () => resolve('fine'))) : 'fine';
  const sync = device.open();
  const opened = sync.run();
  await sync.run();
  expect(door.stored.get('form')?.data).toBe('of another device');
  go();
  await opened;
  expect(device.read('form')).toBe('of another device');
  door.fate = () => 'fine';
  device.enter('form', 'by a slow clock', 1);
  await device.open().run();
  expect([device.read('form'), door.stored.get('form')?.data]).toEqual(
    Array.from({ length: 2 }, () => 'by a slow clock'),
  );
});

test.each(['lost', 'counted'] as const)(
  'a draft that was sent does not come back: %s',
  async (fate) => {
    for (const failing of ['save', 'end'] as const) {
      const door = new MemoryDoor();
      const device = new Device(door);
      device.enter('form', 'text');
      door.fate = (call) => (call === failing ? fate : 'fine');
      await device.sync.run().catch(() => undefined);
      device.end('form');
      await device.sync.run().catch(() => undefined);
      door.fate = () => 'fine';
      await device.open().run();
      expect([door.stored.size, device.drafts.list().length]).toEqual([0, 0]);
    }
  },
);

test('a draft that was sent on one device is not sent to the agent again by another', async () => {
  const door = new MemoryDoor();
  const [laptop, phone] = [new Device(door), new Device(door)];
  laptop.enter('form', 'text');
  await laptop.sync.run();
  await phone.sync.run();
  laptop.end('form');
  await laptop.sync.run();
  phone.enter('other form', 'begun without a network');
  await phone.open().run();
  // It has ended there too, and what was begun there since has not.
  expect(phone.read('form')).toBeUndefined();
  expect([...door.stored.keys()]).toEqual(['other form']);
  phone.enter('form', 'begun anew');
  laptop.enter('other form', 'begun on both');
  await laptop.open().run();
  await phone.sync.run();
  await laptop.open().run();
  expect([laptop.read('form'), laptop.read('other form')]).toEqual(['begun anew', 'begun on both']);
});

test('an old draft replaces no newer one of another device, although it is sent later', async () => {
  const door = new MemoryDoor();
  const [laptop, phone] = [new Device(door), new Device(door)];
  laptop.enter('form', 'text');
  await laptop.sync.run();
  await phone.sync.run();
  laptop.enter('form', 'older');
  phone.enter('form', 'newer');
  await phone.sync.run();
  await laptop.sync.run();
  expect([door.stored.get('form')?.data, laptop.read('form')]).toEqual(['newer', 'newer']);
});

test('a draft that was changed while another device sent its form stays, and a clock ahead does not count', async () => {
  const door = new MemoryDoor();
  const [laptop, phone] = [new Device(door), new Device(door)];
  laptop.enter('form', 'text');
  await laptop.sync.run();
  await phone.sync.run();
  phone.enter('form', 'changed');
  laptop.end('form');
  await laptop.sync.run();
  await phone.sync.run();
  expect([door.stored.get('form')?.data, phone.read('form')]).toEqual(['changed', 'changed']);
  // An hour ahead, this device changes the draft before the other one does.
  const hour = 3_600_000;
  await laptop.open().run();
  laptop.enter('form', 'older', door.tick() + hour);
  phone.enter('form', 'newer');
  await phone.sync.run();
  const { people } = door;
  const now = (): number => door.now() + hour;
  await new DraftSync({ people, drafts: laptop.drafts, owner: 'ada', now }).run();
  expect([door.stored.get('form')?.data, laptop.read('form')]).toEqual(['newer', 'newer']);
});

test('the next person of a browser neither gets nor ends the drafts of the one before', async () => {
  const [ada, bob] = [new MemoryDoor(), new MemoryDoor()];
  const device = new Device(ada);
  device.enter('form', 'of Ada');
  await device.sync.run();
  const sync = new DraftSync({ people: bob.people, drafts: device.drafts, owner: 'bob' });
  await sync.run();
  expect(bob.stored.size).toBe(0);
  device.enter('form', 'of Bob');
  await sync.run();
  expect([ada, bob].map((door) => door.stored.get('form')?.data)).toEqual(['of Ada', 'of Bob']);
});

test('a draft that was not sent stays with its person when another one signs in there', async () => {
  const [ada, bob] = [new MemoryDoor(), new MemoryDoor()];
  const device = new Device(ada);
  device.open('ada', { caller: '#ada' });
  device.enter('form', 'of Ada');
  const ofBob = { caller: '#bob', door: bob };
  await device.open('bob', ofBob).run();
  expect([bob.stored.size, device.read('form')]).toEqual([0, undefined]);
  device.enter('form', 'of Bob');
  device.enter('other form', 'of Bob too');
  await device.sync.run();
  // What was entered before a sign-in is shown to whom it may belong, and sent once they change it.
  device.open('nobody', { door: new MemoryDoor() });
  device.enter('third form', 'of nobody');
  await device.open('bob', ofBob).run();
  expect(device.read('third form')).toBe('of nobody');
  expect([...bob.stored.keys()].toSorted()).toEqual(['form', 'other form']);
  device.enter('third form', 'of Bob as well');
  await device.sync.run();
  expect(bob.stored.get('third form')?.data).toBe('of Bob as well');
  await device.open('ada', { caller: '#ada', door: ada }).run();
  const read = ['form', 'other form', 'third form'].map((name) => device.read(name));
  expect(read).toEqual(['of Ada', undefined, undefined]);
  expect([...ada.stored.values()].map(({ data }) => data)).toEqual(['of Ada']);
});

test('one draft that the agent refuses does not hold up the others', async () => {
  const door = new MemoryDoor();
  const device = new Device(door);
  device.enter('good', 'text');
  device.enter('gone', 'text');
  const people = {
    ...door.people,
    async saveDraft(draft: SavedDraft) {
      if (draft.schema !== 'gone') return door.people.saveDraft(draft);
      throw new PeopleClientError('NOT_FOUND', 'Gone.', { status: 404 });
    },
  };
  await new DraftSync({ people, drafts: device.drafts, owner: 'ada' }).run();
  expect([...door.stored.keys()]).toEqual(['good']);
  expect(device.read('gone')).toBe('text');
});
