import { type DraftView, PeopleClientError } from '@formwork/people/client';
import { expect, test } from 'vitest';
import { toDraftId } from '../history/draft.ts';
import { type MarkedDrafts, openMarkedDrafts } from '../history/draft-marks.ts';
import { createMemoryStore, type KeyValueStore } from '../storage/key-value-store.ts';
import { createDraftSync, type DraftSync } from './sync-drafts.ts';

type Call = 'list' | 'save' | 'end';

/** How a call goes: it may not arrive, or count although its answer is lost. */
type Fate = 'fine' | 'lost' | 'counted';

/** The drafts of a person at an agent, as the people door keeps them. */
class Door {
  readonly kept = new Map<string, DraftView>();
  #time = 0;
  #count = 0;
  fate: (call: Call) => Fate | Promise<Fate> = () => 'fine';

  save({ skill, schema, fingerprint, data }: Omit<DraftView, 'savedAt'>): DraftView {
    const savedAt = new Date(this.tick()).toISOString();
    const version = `version-${(this.#count += 1)}`;
    const draft = { skill, schema, fingerprint, data, savedAt, version };
    this.kept.set(schema, draft);
    return draft;
  }

  /** Returns the next time of the only clock. */
  tick(): number {
    return (this.#time += 10);
  }

  readonly people = {
    listDrafts: () => this.#call('list', () => [...this.kept.values()]),
    saveDraft: (draft: Omit<DraftView, 'savedAt'>) => this.#call('save', () => this.save(draft)),
    deleteDraft: ({ schema, version }: Pick<DraftView, 'schema' | 'version'>) =>
      this.#call('end', () => {
        if (this.kept.get(schema ?? '')?.version === version) this.kept.delete(schema);
      }),
  };

  async #call<T>(call: Call, act: () => T): Promise<T> {
    const fate = await this.fate(call);
    const lost = new PeopleClientError('UNREACHABLE', 'Lost.', { status: 0 });
    if (fate === 'lost') throw lost;
    const value = act();
    await Promise.resolve();
    if (fate === 'counted') throw lost;
    return value;
  }
}

/** A browser of a person, which can be opened again. */
class Device {
  readonly #store: KeyValueStore = createMemoryStore();
  readonly #door: Door;
  drafts: MarkedDrafts;
  sync: DraftSync;

  constructor(door: Door, owner = 'ada') {
    this.#door = door;
    this.drafts = openMarkedDrafts(this.#store, 'agent');
    this.sync = this.open(owner);
  }

  open(owner = 'ada'): DraftSync {
    this.drafts = openMarkedDrafts(this.#store, 'agent');
    this.sync = createDraftSync({ people: this.#door.people, drafts: this.drafts, owner });
    return this.sync;
  }

  enter(schema: string, data: string, savedAt = this.#door.tick()): void {
    this.drafts.put({ id: toDraftId('s', schema), fingerprint: 'f', data, savedAt });
  }

  end(schema: string): string | undefined {
    const before = this.read(schema);
    this.drafts.remove(toDraftId('s', schema));
    return before;
  }

  read(schema: string): string | undefined {
    const found = this.drafts.list().find(({ id }) => id === toDraftId('s', schema))?.data;
    return typeof found === 'string' ? found : undefined;
  }
}

const COMMON = { skill: 's', fingerprint: 'f' };

test('of two versions of a draft the last one counts, and one that was sent ends', async () => {
  const door = new Door();
  const device = new Device(door);
  door.save({ ...COMMON, schema: 'newer here', data: 'there' });
  for (const schema of ['newer there', 'newer here', 'only here']) device.enter(schema, 'here');
  door.save({ ...COMMON, schema: 'newer there', data: 'there' });
  await device.sync.run();
  const both = { 'newer there': 'there', 'newer here': 'here', 'only here': 'here' };
  const agent = () =>
    Object.fromEntries([...door.kept.values()].map((one) => [one.schema, one.data]));
  expect(agent()).toEqual(both);
  for (const [schema, data] of Object.entries(both)) expect(device.read(schema)).toBe(data);
  device.end('only here');
  device.enter('newer there', 'again');
  await device.sync.run();
  expect(agent()).toEqual({ 'newer there': 'again', 'newer here': 'here' });
});

test('opening a browser without room deletes nothing, here or at the agent', async () => {
  const door = new Door();
  const device = new Device(door);
  for (let n = 0; n < 8; n += 1) device.enter(`own ${n}`, 'x'.repeat(30_000));
  for (let n = 0; n < 30; n += 1) door.save({ ...COMMON, schema: `there ${n}`, data: 'y' });
  await device.sync.run();
  await device.sync.run();
  await device.open().run();
  expect(door.kept.size).toBe(38);
  expect(device.read('own 0')).toHaveLength(30_000);
  expect(device.drafts.list()).toHaveLength(20);
});

test('nothing is sent while the list is on its way, and a clock that is slow loses nothing', async () => {
  const door = new Door();
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
  expect(door.kept.get('form')?.data).toBe('of another device');
  go();
  await opened;
  expect(device.read('form')).toBe('of another device');
  door.fate = () => 'fine';
  device.enter('form', 'by a slow clock', 1);
  await device.open().run();
  expect([device.read('form'), door.kept.get('form')?.data]).toEqual(
    Array.from({ length: 2 }, () => 'by a slow clock'),
  );
});

test.each(['lost', 'counted'] as const)(
  'a draft that was sent does not come back: %s',
  async (fate) => {
    for (const failing of ['save', 'end'] as const) {
      const door = new Door();
      const device = new Device(door);
      device.enter('form', 'text');
      door.fate = (call) => (call === failing ? fate : 'fine');
      await device.sync.run().catch(() => undefined);
      device.end('form');
      await device.sync.run().catch(() => undefined);
      door.fate = () => 'fine';
      await device.open().run();
      expect([door.kept.size, device.drafts.list().length]).toEqual([0, 0]);
    }
  },
);

test('a draft that was sent on one device is not sent to the agent again by another', async () => {
  const door = new Door();
  const [one, other] = [new Device(door), new Device(door)];
  one.enter('form', 'text');
  await one.sync.run();
  await other.sync.run();
  one.end('form');
  await one.sync.run();
  await other.open().run();
  expect(door.kept.size).toBe(0);
});

test('the next person of a browser neither gets nor ends the drafts of the one before', async () => {
  const [ada, bob] = [new Door(), new Door()];
  const device = new Device(ada);
  device.enter('form', 'of Ada');
  await device.sync.run();
  const sync = createDraftSync({ people: bob.people, drafts: device.drafts, owner: 'bob' });
  await sync.run();
  expect(bob.kept.size).toBe(0);
  device.enter('form', 'of Bob');
  await sync.run();
  expect([ada, bob].map((door) => door.kept.get('form')?.data)).toEqual(['of Ada', 'of Bob']);
});

test('one draft that the agent refuses does not hold up the others', async () => {
  const door = new Door();
  const device = new Device(door);
  device.enter('good', 'text');
  device.enter('gone', 'text');
  const people = {
    ...door.people,
    async saveDraft(draft: Omit<DraftView, 'savedAt'>) {
      if (draft.schema !== 'gone') return door.people.saveDraft(draft);
      throw new PeopleClientError('NOT_FOUND', 'Gone.', { status: 404 });
    },
  };
  await createDraftSync({ people, drafts: device.drafts, owner: 'ada' }).run();
  expect([...door.kept.keys()]).toEqual(['good']);
  expect(device.read('gone')).toBe('text');
});

/** Makes numbers from 0 up to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test('three devices lose nothing and bring nothing back, in any order of calls and faults', async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = createRandom(seed);
    const pick = (count: number): number => Math.floor(random() * count);
    const door = new Door();
    const devices = [0, 1, 2].map(() => new Device(door));
    const removed = new Set<string>();
    const ended = new Set<string>();
    const begun = new Set<string>();
    door.fate = async () => {
      for (let turns = pick(6); turns > 0; turns -= 1) await Promise.resolve();
      return random() < 0.8 ? 'fine' : random() < 0.5 ? 'lost' : 'counted';
    };
    const running = new Map<Device, Promise<unknown>>();
    for (let step = 0; step < 60; step += 1) {
      const place = pick(3);
      const device = devices[place] ?? new Device(door);
      const schema = `form ${pick(4)}`;
      const choice = random();
      if (choice < 0.3) {
        device.enter(schema, `device ${place} step ${step}`);
        begun.add(schema);
      } else if (choice < 0.4) {
        const text = device.end(schema);
        // Whether one that another device sends again was ended, only the agent could know.
        if (text?.startsWith(`device ${place}`) === true) removed.add(text);
        if (text !== undefined) ended.add(schema);
      } else if (choice < 0.5) {
        // What a page has sent arrives before the next page of its browser is open.
        await running.get(device);
        device.open();
      } else {
        const before = running.get(device);
        const run = device.sync.run().catch(() => undefined);
        running.set(device, Promise.all([before, run]));
      }
      for (let turns = pick(8); turns > 0; turns -= 1) await Promise.resolve();
    }
    await Promise.all(running.values());
    door.fate = () => 'fine';
    for (let round = 0; round < 2; round += 1)
      for (const device of devices) await device.open().run();
    const texts = [...door.kept.values()].map(({ data }) => data);
    expect([seed, texts.filter((text) => removed.has(String(text)))]).toEqual([seed, []]);
    const lost = [...begun].filter((schema) => !ended.has(schema) && !door.kept.has(schema));
    expect([seed, lost]).toEqual([seed, []]);
    for (const device of devices) {
      for (const { schema, data } of door.kept.values()) expect(device.read(schema)).toBe(data);
    }
  }
});
