import { defineAgent, defineSkill } from '@formwork/core';
import { expect, test } from 'vitest';
import { createGate } from '../testing/samples.ts';
import { RunnerSlots } from './runner-slots.ts';
import { SkillSlots } from './skill-slots.ts';

/** Makes the places of a runner whose skill `few` has one place, with runs that a test counts. */
function createPlaces({
  concurrency = 2,
  isDispatched = false,
}: { concurrency?: number; isDispatched?: boolean } = {}): {
  readonly slots: RunnerSlots;
  readonly state: { runs: number; isQueueWaiting: boolean };
} {
  const state = { runs: 0, isQueueWaiting: false };
  const fields = { name: 'Skill', description: 'Tests.', tags: [], text: () => '' };
  const skills = [
    defineSkill({ ...fields, id: 'few', concurrency: 1 }),
    defineSkill({ ...fields, id: 'any' }),
  ];
  const agent = defineAgent({ name: 'Agent', version: '1', skills });
  const slots = new RunnerSlots({
    concurrency,
    runs: {
      get size() {
        return state.runs;
      },
    },
    skills: new SkillSlots(() => agent),
    isDispatched,
    isQueueWaiting: () => state.isQueueWaiting,
  });
  return { slots, state };
}

test('a place is free unless a run or a reservation has it', () => {
  const { slots, state } = createPlaces();
  state.runs = 1;
  expect([slots.countFree(), slots.reserve(), slots.countFree()]).toEqual([1, true, 0]);
  expect([slots.reserve(), slots.takeNext('any')]).toEqual([false, false]);
  slots.release();
  expect(slots.countFree()).toBe(1);
});

test('a new task that found no place makes later ones wait behind it, until a claim has none left', () => {
  const { slots, state } = createPlaces();
  state.runs = 2;
  expect(slots.takeNext('any')).toBe(false);
  state.runs = 0;
  expect([slots.isWaitedFor, slots.takeNext('any')]).toEqual([true, false]);
  slots.noteClaim(false);
  expect([slots.isWaitedFor, slots.takeNext('any')]).toEqual([false, true]);
});

test('with a dispatcher, tasks wait in its queue and not in the engine', () => {
  const { slots, state } = createPlaces({ isDispatched: true });
  state.runs = 2;
  expect([slots.takeNext('any'), slots.isWaitedFor]).toEqual([false, false]);
  state.runs = 0;
  state.isQueueWaiting = true;
  expect(slots.takeNext('any')).toBe(false);
  state.isQueueWaiting = false;
  expect(slots.takeNext('any')).toBe(true);
});

test('a task that is being written without a place keeps its turn, also if its write fails', async () => {
  const { slots } = createPlaces();
  const gate = createGate();
  const writing = slots.queue(async () => {
    await gate.opened;
    throw new Error('away');
  });
  expect(slots.takeNext('any')).toBe(false);
  slots.noteClaim(false);
  expect(slots.isWaitedFor).toBe(true);
  gate.open();
  await expect(writing).rejects.toThrow('away');
  slots.noteClaim(false);
  expect(slots.takeNext('any')).toBe(true);
});

test('a full skill turns a task away without a reservation', () => {
  const { slots } = createPlaces();
  expect([slots.takeNext('few'), slots.countFree()]).toEqual([true, 1]);
  expect([slots.takeNext('few'), slots.countFree()]).toEqual([false, 1]);
  expect(slots.isWaitedFor).toBe(false);
});

test('a closed runner gives no place', () => {
  const { slots } = createPlaces();
  slots.close();
  expect([slots.isClosed, slots.reserve(), slots.takeNext('any')]).toEqual([true, false, false]);
  expect([slots.countFree(), slots.isWaitedFor]).toEqual([2, false]);
});
