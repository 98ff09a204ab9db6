import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { expect, test } from 'vitest';
import { SkillPlaces } from './skill-places.ts';

function createPlaces(concurrency: number): SkillPlaces {
  const fields = { name: 'Skill', description: 'Tests.', tags: [], text: () => '' };
  const skills = [
    defineSkill({ ...fields, id: 'few', concurrency }),
    defineSkill({ ...fields, id: 'any' }),
  ];
  const agent = defineAgent({ name: 'Agent', version: '1', skills });
  return new SkillPlaces(() => agent);
}

test('a skill has as many places as it says, others have room without end', () => {
  const places = createPlaces(2);
  expect([places.take('few'), places.take('few'), places.take('few')]).toEqual([true, true, false]);
  expect([places.take('any'), places.take(undefined), places.takeNext('any')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(places.toLimits()).toEqual(new Map([['few', 0]]));
  expect(places.free('any')).toBe(false);
});

test('who comes while others wait waits behind them', () => {
  const places = createPlaces(1);
  expect(places.take('few')).toBe(true);
  expect(places.takeNext('few')).toBe(false);
  expect(places.free('few')).toBe(true);
  expect(places.takeNext('few')).toBe(false);
  places.beginSearch();
  const limits = places.toLimits() ?? new Map();
  expect(places.noteClaim(limits, ['any'])).toBe(false);
  expect(places.isFull('few')).toBe(false);
  expect(places.takeNext('few')).toBe(true);
  expect([places.isFull('few'), places.isFull('any')]).toEqual([true, false]);
  expect(places.free('few')).toBe(true);
});

test('who is turned away during a search is looked for in another', () => {
  const places = createPlaces(1);
  places.take('few');
  places.takeNext('few');
  places.free('few');
  places.beginSearch();
  const limits = places.toLimits() ?? new Map();
  expect(places.takeNext('few')).toBe(false);
  // A claim of suspects begins meanwhile, which finds no such task.
  places.toLimits();
  expect(places.noteClaim(limits, [])).toBe(true);
});

test('a place that comes free during a search that counted it is searched for again', () => {
  const places = createPlaces(1);
  places.take('few');
  places.beginSearch();
  const limits = places.toLimits() ?? new Map();
  places.free('few');
  expect(places.noteClaim(limits, [])).toBe(true);
});

test('an agent without limits has none to search by', () => {
  const skill = defineSkill({ id: 'a', name: 'A', description: 'A.', tags: [], text: () => '' });
  const agent = defineAgent({ name: 'A', version: '1', skills: [skill] });
  const places = new SkillPlaces(() => agent);
  expect(places.toLimits()).toBeUndefined();
});

test('places follow the definition that the agent has now', () => {
  const toAgent = (concurrency?: number) => {
    const fields = { name: 'Skill', description: 'Tests.', tags: [], text: () => '' };
    const more = concurrency === undefined ? {} : { concurrency };
    const skills = [defineSkill({ ...fields, id: 'few', ...more })];
    return defineAgent({ name: 'Agent', version: '1', skills });
  };
  let agent: Agent = toAgent(1);
  const places = new SkillPlaces(() => agent);
  expect([places.take('few'), places.take('few')]).toEqual([true, false]);
  agent = toAgent(2);
  expect([places.take('few'), places.take('few')]).toEqual([true, false]);
  agent = toAgent(1);
  expect(places.toLimits()).toEqual(new Map([['few', 0]]));
  agent = toAgent();
  expect([places.takeNext('few'), places.free('few')]).toEqual([true, false]);
  agent = toAgent(1);
  expect([places.take('few'), places.take('few')]).toEqual([true, false]);
});
