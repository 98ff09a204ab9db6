import { defineAgent, defineSkill } from '@formwork/core';
import { createPeopleAdapter } from '@formwork/people';
import { createMemoryRecords } from '@formwork/runtime';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import { expect, onTestFinished, test } from 'vitest';
import { Device, type Door, MemoryDoor, RealDoor } from './test-devices.ts';

/** Makes numbers from 0 up to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Lets three devices of a person do anything, in an order that follows from a seed. */
async function tryDevices(door: Door, seed: number): Promise<void> {
  const random = createRandom(seed);
  const pick = (count: number): number => Math.floor(random() * count);
  const devices = [0, 1, 2].map(() => new Device(door));
  const removed = new Set<string>();
  const ended = new Set<string>();
  const begun = new Set<string>();
  door.fate = async () => {
    for (let turns = pick(6); turns > 0; turns -= 1) await door.rest();
    return random() < 0.8 ? 'fine' : random() < 0.5 ? 'lost' : 'counted';
  };
  const running = new Map<Device, Promise<unknown>>();
  for (let step = 0; step < 60; step += 1) {
    const index = pick(3);
    const device = devices[index] ?? new Device(door);
    const schema = `form-${pick(4)}`;
    const choice = random();
    if (choice < 0.3) {
      device.enter(schema, `device ${index} step ${step}`);
      begun.add(schema);
    } else if (choice < 0.4) {
      const text = device.end(schema);
      if (text !== undefined) removed.add(text);
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
    for (let turns = pick(8); turns > 0; turns -= 1) await door.rest();
  }
  await Promise.all(running.values());
  door.fate = () => 'fine';
  for (let round = 0; round < 2; round += 1) {
    for (const device of devices) await device.open().run();
  }
  const { drafts } = await door.list();
  const storedTexts = new Map(drafts.map(({ schema, data }) => [schema, String(data)]));
  expect([seed, [...storedTexts.values()].filter((text) => removed.has(text))]).toEqual([seed, []]);
  const lost = [...begun].filter((schema) => !ended.has(schema) && !storedTexts.has(schema));
  expect([seed, lost]).toEqual([seed, []]);
  for (const device of devices) {
    for (const [schema, text] of storedTexts)
      expect([seed, device.read(schema)]).toEqual([seed, text]);
    const strays = device.drafts.list().filter(({ id }) => !storedTexts.has(JSON.parse(id)[1]));
    expect([seed, strays]).toEqual([seed, []]);
  }
}

test('three devices lose nothing and bring nothing back, in any order of calls and faults', async () => {
  for (let seed = 1; seed <= 300; seed += 1) await tryDevices(new MemoryDoor(), seed);
});

test('three devices lose nothing and bring nothing back at a people door', async () => {
  const seeds = Array.from({ length: 12 }, (_, n) => n + 1);
  const form = { type: 'object' } as const;
  const server = createServer(
    defineAgent({
      name: 'Forms',
      version: '1.0.0',
      skills: [
        defineSkill({
          id: 's',
          name: 'S',
          description: 'Takes forms.',
          tags: [],
          input: { 'form-0': form, 'form-1': form, 'form-2': form, 'form-3': form },
          run: () => 'Taken.',
        }),
      ],
    }),
    {
      adapters: [createPeopleAdapter({ records: createMemoryRecords() })],
      authenticate: createApiKeyAuthentication({
        keys: Object.fromEntries(seeds.map((seed) => [`key-of-person-${seed}`, `person-${seed}`])),
      }),
    },
  );
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port: 0 });
  await Promise.all(
    seeds.map((seed) => tryDevices(new RealDoor(url, `key-of-person-${seed}`), seed)),
  );
});
