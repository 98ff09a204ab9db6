import { expect, test } from 'vitest';
import { defineSkill } from './define-skill.ts';
import { toSkillOutput } from './skill-output.ts';
import type { AnySkill } from './skill.ts';

const texts = { id: 'skill', name: 'Skill', description: 'Does something.', tags: ['test'] };
const run = (): undefined => undefined;
const total = { type: 'object', properties: { sum: { type: 'number' } } } as const;
const without = defineSkill({ ...texts, input: { total }, run }) as AnySkill;
const several = defineSkill({
  ...texts,
  input: { total },
  output: { total, other: total },
  run: () => ({ schema: 'total' as const, data: {} }),
}) as AnySkill;

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;
const unreadable = Object.defineProperty({}, 'x', {
  enumerable: true,
  get: () => {
    throw new Error('cannot be read');
  },
});

test.each<readonly [string, unknown, unknown]>([
  ['a BigInt', { x: 10n }, expect.stringMatching(/: current value is \{"x":10\}$/u)],
  ['a cycle', cycle, expect.stringContaining(': current value is {"self":{"self":')],
  ['what cannot be read', unreadable, expect.stringMatching(/: current value is object$/u)],
  ['JSON', { x: 1 }, expect.stringMatching(/: current value is \{"x":1\}$/u)],
  ['a function', run, expect.stringMatching(/: current value is function$/u)],
])('toSkillOutput() tells that %s is not what a skill promises', (_, value, message) => {
  for (const skill of [without, several]) {
    expect(toSkillOutput(skill, value)).toEqual({ kind: 'mismatch', message });
  }
});

test('toSkillOutput() takes one of several outputs by its name', () => {
  expect(toSkillOutput(several, { schema: 'other', data: { sum: 1n } })).toEqual({
    kind: 'data',
    schema: 'other',
    data: { sum: 1n },
  });
  expect(toSkillOutput(several, { schema: 'none', data: {} })).toMatchObject({ kind: 'mismatch' });
});
