import { defineAgent, defineSkill } from '@formwork/core';
import { expect, test } from 'vitest';
import { createGate } from '../testing/samples.ts';
import { Places } from './places.ts';
import { SkillPlaces } from './skill-places.ts';

/** Makes the places of a runner whose skill `few` has one place, with runs that a test counts. */
function createPlaces({
  concurrency = 2,
  isDispatched = false,
}: { concurrency?: number; isDispatched?: boolean } = {}): {
  readonly places: Places;
  readonly state: { runs: number; isQueueWaiting: boolean };
} {
  const state = { runs: 0, isQueueWaiting: false };
  const fields = { name: 'Skill', description: 'Tests.', tags: [], text: () => '' };
  const skills = [
    defineSkill({ ...fields, id: 'few', concurrency: 1 }),
    defineSkill({ ...fields, id: 'any' }),
  ];
  const agent = defineAgent({ name: 'Agent', version: '1', skills });
  const places = new Places({
    concurrency,
    runs: {
      get size() {
        return state.runs;
      },
    },
    skills: new SkillPlaces(() => agent),
    isDispatched,
    isQueueWaiting: () => state.isQueueWaiting,
  });
  return { places, state };
}

test('a place is free unless a run or a reservation has it', () => {
  const { places, state } = createPlaces();
  state.runs = 1;
  expect([places.countFree(), places.reserve(), places.countFree()]).toEqual([1, true, 0]);
  expect([places.reserve(), places.takeNext('any')]).toEqual([false, false]);
  places.release();
  expect(places.countFree()).toBe(1);
});

test('a new task that found no place makes later ones wait behind it, until a claim has none left', () => {
  const { places, state } = createPlaces();
  state.runs = 2;
  expect(places.takeNext('any')).toBe(false);
  state.runs = 0;
  expect([places.isWaitedFor, places.takeNext('any')]).toEqual([true, false]);
  places.noteClaim(false);
  expect([places.isWaitedFor, places.takeNext('any')]).toEqual([false, true]);
});

test('with a dispatcher, tasks wait in its queue and not in the engine', () => {
  const { places, state } = createPlaces({ isDispatched: true });
  state.runs = 2;
  expect([places.takeNext('any'), places.isWaitedFor]).toEqual([false, false]);
  state.runs = 0;
  state.isQueueWaiting = true;
  expect(places.takeNext('any')).toBe(false);
  state.isQueueWaiting = false;
  expect(places.takeNext('any')).toBe(true);
});

test('a task that is being written without a place keeps its turn, also if its write fails', async () => {
  const { places } = createPlaces();
  const gate = createGate();
  const writing = places.queue(async () => {
    await gate.opened;
    throw new Error('away');
  });
  expect(places.takeNext('any')).toBe(false);
  places.noteClaim(false);
  expect(places.isWaitedFor).toBe(true);
  gate.open();
  await expect(writing).rejects.toThrow('away');
  places.noteClaim(false);
  expect(places.takeNext('any')).toBe(true);
});

test('a full skill turns a task away without a reservation', () => {
  const { places } = createPlaces();
  expect([places.takeNext('few'), places.countFree()]).toEqual([true, 1]);
  expect([places.takeNext('few'), places.countFree()]).toEqual([false, 1]);
  expect(places.isWaitedFor).toBe(false);
});

test('a closed runner gives no place', () => {
  const { places } = createPlaces();
  places.close();
  expect([places.isClosed, places.reserve(), places.takeNext('any')]).toEqual([true, false, false]);
  expect([places.countFree(), places.isWaitedFor]).toEqual([2, false]);
});
