import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { expect, test } from 'vitest';
import { SkillSlots } from './skill-slots.ts';

function createPlaces(concurrency: number): SkillSlots {
  const fields = { name: 'Skill', description: 'Tests.', tags: [], text: () => '' };
  const skills = [
    defineSkill({ ...fields, id: 'few', concurrency }),
    defineSkill({ ...fields, id: 'any' }),
  ];
  const agent = defineAgent({ name: 'Agent', version: '1', skills });
  return new SkillSlots(() => agent);
}

test('a skill has as many places as it says, others have room without end', () => {
  const slots = createPlaces(2);
  expect([slots.take('few'), slots.take('few'), slots.take('few')]).toEqual([true, true, false]);
  expect([slots.take('any'), slots.take(undefined), slots.takeNext('any')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(slots.toLimits()).toEqual(new Map([['few', 0]]));
  expect(slots.free('any')).toBe(false);
});

test('who comes while others wait waits behind them', () => {
  const slots = createPlaces(1);
  expect(slots.take('few')).toBe(true);
  expect(slots.takeNext('few')).toBe(false);
  expect(slots.free('few')).toBe(true);
  expect(slots.takeNext('few')).toBe(false);
  slots.beginSearch();
  const limits = slots.toLimits() ?? new Map();
  expect(slots.noteClaim(limits, ['any'])).toBe(false);
  expect(slots.isFull('few')).toBe(false);
  expect(slots.takeNext('few')).toBe(true);
  expect([slots.isFull('few'), slots.isFull('any')]).toEqual([true, false]);
  expect(slots.free('few')).toBe(true);
});

test('who is turned away during a search is looked for in another', () => {
  const slots = createPlaces(1);
  slots.take('few');
  slots.takeNext('few');
  slots.free('few');
  slots.beginSearch();
  const limits = slots.toLimits() ?? new Map();
  expect(slots.takeNext('few')).toBe(false);
  // A claim of suspects begins meanwhile, which finds no such task.
  slots.toLimits();
  expect(slots.noteClaim(limits, [])).toBe(true);
});

test('a place that comes free during a search that counted it is searched for again', () => {
  const slots = createPlaces(1);
  slots.take('few');
  slots.beginSearch();
  const limits = slots.toLimits() ?? new Map();
  slots.free('few');
  expect(slots.noteClaim(limits, [])).toBe(true);
});

test('an agent without limits has none to search by', () => {
  const skill = defineSkill({ id: 'a', name: 'A', description: 'A.', tags: [], text: () => '' });
  const agent = defineAgent({ name: 'A', version: '1', skills: [skill] });
  const slots = new SkillSlots(() => agent);
  expect(slots.toLimits()).toBeUndefined();
});

test('places follow the definition that the agent has now', () => {
  const toAgent = (concurrency?: number) => {
    const fields = { name: 'Skill', description: 'Tests.', tags: [], text: () => '' };
    const more = concurrency === undefined ? {} : { concurrency };
    const skills = [defineSkill({ ...fields, id: 'few', ...more })];
    return defineAgent({ name: 'Agent', version: '1', skills });
  };
  let agent: Agent = toAgent(1);
  const slots = new SkillSlots(() => agent);
  expect([slots.take('few'), slots.take('few')]).toEqual([true, false]);
  agent = toAgent(2);
  expect([slots.take('few'), slots.take('few')]).toEqual([true, false]);
  agent = toAgent(1);
  expect(slots.toLimits()).toEqual(new Map([['few', 0]]));
  agent = toAgent();
  expect([slots.takeNext('few'), slots.free('few')]).toEqual([true, false]);
  agent = toAgent(1);
  expect([slots.take('few'), slots.take('few')]).toEqual([true, false]);
});
