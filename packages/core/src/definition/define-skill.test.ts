import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { TaskContext } from '../task-context.ts';
import { defineSkill } from './define-skill.ts';

const texts = { name: 'Skill', description: 'Does something.', tags: ['test'] };
const task = {} as TaskContext;

test('defineSkill() publishes raw schemas with $schema, 2020-12 when there is none', () => {
  const skill = defineSkill({
    id: 'raw',
    ...texts,
    input: {
      modern: { type: 'object', properties: { a: { type: 'string' } } },
      old: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
    },
    run: () => undefined,
  });
  expect(skill.issues).toEqual([]);
  expect(skill.inputs.get('modern')?.schema['$schema']).toBe(
    'https://json-schema.org/draft/2020-12/schema',
  );
  expect(skill.inputs.get('old')?.validator.dialect).toBe('draft-07');
});

test.each([
  ['zod', z.object({ a: z.string(), n: z.number().default(3) })],
  ['valibot', toStandardJsonSchema(v.object({ a: v.string(), n: v.optional(v.number(), 3) }))],
  ['arktype', type({ a: 'string', n: 'number = 3' })],
])('defineSkill() publishes the input side of %s', (_name, schema) => {
  const skill = defineSkill({ id: 'library', ...texts, input: { schema }, run: () => undefined });
  const named = skill.inputs.get('schema');
  expect(named?.schema).toMatchObject({ type: 'object', required: ['a'] });
  expect(named?.library).toBe(schema);
  expect(named?.validator.check({ a: 'x' })).toEqual([]);
  expect(named?.validator.check({ a: 1 })).toHaveLength(1);
});

test('defineSkill() publishes the output side of a library for outputs', () => {
  const date = z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (value) => value.toISOString(),
  });
  const skill = defineSkill({
    id: 'output',
    ...texts,
    input: { when: z.object({ at: date }) },
    output: { done: z.object({ total: z.number().default(0) }) },
    run: () => ({}),
  });
  expect(skill.inputs.get('when')?.schema).toMatchObject({
    properties: { at: { format: 'date-time' } },
  });
  expect(skill.outputs.get('done')?.schema).toMatchObject({ required: ['total'] });
});

test('defineSkill() calls run with the data alone for one input, named for several', () => {
  const calls: unknown[] = [];
  const one = defineSkill({
    id: 'one',
    ...texts,
    input: { a: { type: 'object' } },
    run: ({ input }) => void calls.push(input),
  });
  const two = defineSkill({
    id: 'two',
    ...texts,
    input: { a: { type: 'object' }, b: { type: 'object' } },
    run: ({ input }) => void calls.push(input),
  });
  one.run?.({ schema: 'a', input: { n: 1 }, task });
  two.run?.({ schema: 'b', input: { n: 2 }, task });
  expect(calls).toEqual([{ n: 1 }, { schema: 'b', data: { n: 2 } }]);
});

test('defineSkill() makes titles from text or from the input', () => {
  const input = { a: { type: 'object', properties: { n: { type: 'number' } } } } as const;
  const run = (): void => undefined;
  const fixed = defineSkill({ id: 'fixed', ...texts, input, run, title: 'Same' });
  const made = defineSkill({ id: 'made', ...texts, input, run, title: ({ n }) => `No. ${n}` });
  expect(fixed.title('a', {})).toBe('Same');
  expect(made.title('a', { n: 3 })).toBe('No. 3');
});

test('defineSkill() shows examples as JSON strings and keeps one per schema', () => {
  const skill = defineSkill({
    id: 'examples',
    ...texts,
    input: {
      city: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      road: { type: 'object', properties: { stops: { type: 'array' } }, required: ['stops'] },
    },
    examples: [
      { schema: 'city', data: { city: 'Lisbon' } },
      { schema: 'road', data: { stops: [] } },
      '{"city":"Porto"}',
    ],
    run: () => undefined,
  });
  expect(skill.issues).toEqual([]);
  expect(skill.examples).toEqual(['{"city":"Lisbon"}', '{"stops":[]}', '{"city":"Porto"}']);
  expect(skill.exampleData.get('city')).toEqual({ city: 'Lisbon' });
});

test('defineSkill() takes a skill that only reads text, with text for examples', () => {
  const skill = defineSkill({
    id: 'text',
    ...texts,
    examples: ['Say hello'],
    text: ({ text }) => `You said ${text}`,
  });
  expect(skill.issues).toEqual([]);
  expect(skill.run).toBeUndefined();
  expect(skill.examples).toEqual(['Say hello']);
});
