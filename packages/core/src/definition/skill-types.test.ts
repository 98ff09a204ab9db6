import type { SchemaMap } from '@formwork/schema';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import type { TaskContext } from '../task-context.ts';
import { defineSkill } from './define-skill.ts';
import type { Skill, SkillCall, SkillExample, SkillInput, SkillResult } from './skill-types.ts';

const texts = { id: 'a', name: 'A', description: 'Does A.', tags: [] };
const verdict = {
  type: 'object',
  properties: {
    winner: { type: 'string' },
    how: { enum: ['points', 'knockout'] },
    rounds: { type: 'array', items: { type: 'integer' }, minItems: 1 },
  },
  required: ['winner', 'how'],
  additionalProperties: false,
} as const;

test('SkillInput, SkillExample and SkillResult follow the number of schemas', () => {
  type One = { n: { type: 'number' } };
  type Two = { n: { type: 'number' }; t: { type: 'string' } };
  type Tagged =
    | { readonly schema: 'n'; readonly data: number }
    | { readonly schema: 't'; readonly data: string };
  expectTypeOf<SkillInput<One>>().toEqualTypeOf<number>();
  expectTypeOf<SkillInput<Two>>().toEqualTypeOf<Tagged>();
  expectTypeOf<SkillInput<{}>>().toEqualTypeOf<undefined>();
  expectTypeOf<SkillInput<undefined>>().toEqualTypeOf<undefined>();
  expectTypeOf<SkillExample<One>>().toEqualTypeOf<string | number>();
  expectTypeOf<SkillExample<Two>>().toEqualTypeOf<string | Tagged>();
  expectTypeOf<SkillExample<{}>>().toEqualTypeOf<string>();
  expectTypeOf<SkillResult<One>>().toEqualTypeOf<number>();
  expectTypeOf<SkillResult<Two>>().toEqualTypeOf<Tagged>();
  expectTypeOf<SkillResult<{}>>().toEqualTypeOf<string | void>();
  expectTypeOf<SkillResult<undefined>>().toEqualTypeOf<string | void>();
  expectTypeOf<SkillInput<SchemaMap>>().toBeUnknown();
  expectTypeOf<SkillResult<SchemaMap>>().toBeUnknown();
  expectTypeOf<SkillCall<One>['task']>().toEqualTypeOf<TaskContext>();
});

test('defineSkill() infers plain schemas written in place', () => {
  const skill = defineSkill({
    ...texts,
    input: {
      fight: {
        type: 'object',
        properties: { a: { type: 'string' }, arena: { enum: ['sea', 'land'] } },
        required: ['a'],
        additionalProperties: false,
      },
    },
    output: { verdict },
    examples: [{ a: 'Lion', arena: 'land' }, '{"a":"Tiger"}'],
    title(input) {
      expectTypeOf(input).toEqualTypeOf<{ a: string; arena?: 'sea' | 'land' }>();
      return input.a;
    },
    async run({ input, task }) {
      expectTypeOf(input).toEqualTypeOf<{ a: string; arena?: 'sea' | 'land' }>();
      expectTypeOf(task).toEqualTypeOf<TaskContext>();
      await task.progress(input.a, 0.5);
      return { winner: input.a, how: 'points', rounds: [1, 2] };
    },
    text: ({ text }) => ({ winner: text, how: 'knockout' }),
  });
  expectTypeOf<keyof NonNullable<(typeof skill)['definition']['input']>>().toEqualTypeOf<'fight'>();
  expect(skill.title('fight', { a: 'Lion' })).toBe('Lion');
});

test('defineSkill() infers several schemas as a discriminated union', () => {
  const skill = defineSkill({
    ...texts,
    input: {
      plain: {
        type: 'object',
        properties: { n: { type: 'number' } },
        required: ['n'],
        additionalProperties: false,
      },
      zod: z.object({ z: z.number().default(3) }),
    },
    output: { ark: type({ w: 'string' }), verdict },
    examples: [
      { schema: 'plain', data: { n: 1 } },
      { schema: 'zod', data: {} },
    ],
    run({ input }) {
      if (input.schema === 'zod') {
        expectTypeOf(input.data).toEqualTypeOf<{ z: number }>();
        return { schema: 'ark', data: { w: 'x' } };
      }
      expectTypeOf(input.data).toEqualTypeOf<{ n: number }>();
      return { schema: 'verdict', data: { winner: 'x', how: 'points' } };
    },
  });
  expect(skill.examples).toEqual(['{"n":1}', '{}']);
});

test('defineSkill() infers what Zod makes of input', () => {
  const skill = defineSkill({
    ...texts,
    input: {
      zod: z.object({ n: z.number().default(3), list: z.array(z.enum(['a', 'b'])) }),
    },
    output: { zod: z.object({ list: z.array(z.enum(['a', 'b'])), n: z.number().default(1) }) },
    examples: [{ list: ['a'] }],
    async run({ input }) {
      expectTypeOf(input).toEqualTypeOf<{ n: number; list: ('a' | 'b')[] }>();
      return { list: ['a', 'b'] };
    },
  });
  expect(skill.examples).toEqual(['{"list":["a"]}']);
});

test('defineSkill() infers what ArkType and Valibot make of input', () => {
  const ark = defineSkill({
    ...texts,
    input: { ark: type({ a: 'string', n: 'number = 3' }) },
    output: { ark: type({ w: "'x' | 'y'" }) },
    examples: [{ a: 'x' }],
    run({ input }) {
      expectTypeOf(input).toEqualTypeOf<{ a: string; n: number }>();
      return { w: 'x' };
    },
  });
  const valibot = defineSkill({
    ...texts,
    input: {
      valibot: toStandardJsonSchema(v.object({ a: v.string(), n: v.optional(v.number(), 3) })),
    },
    output: { valibot: toStandardJsonSchema(v.object({ w: v.picklist(['x', 'y']) })) },
    examples: [{ a: 'x' }],
    run({ input }) {
      expectTypeOf(input).toEqualTypeOf<{ a: string; n: number }>();
      return { w: 'y' };
    },
  });
  expect([...ark.examples, ...valibot.examples]).toEqual(['{"a":"x"}', '{"a":"x"}']);
});

test('defineSkill() lets skills without output return text or nothing', () => {
  const input = { verdict };
  const skills = [
    defineSkill({ ...texts, input, run: ({ input: { how } }) => `By ${how}` }),
    defineSkill({ ...texts, input, async run() {} }),
    // @ts-expect-error there is no output schema
    defineSkill({ ...texts, input, run: ({ input: { how } }) => ({ how }) }),
  ];
  expect(skills).toHaveLength(3);
});

test('defineSkill() infers skills that take text only', () => {
  const skill = defineSkill({ ...texts, text: ({ text }) => text, examples: ['Who wins?'] });
  expectTypeOf(skill).toEqualTypeOf<Skill<{}, {}>>();
  const structured = defineSkill({
    ...texts,
    output: { verdict },
    text: async ({ text, task }) => ({ winner: text, how: 'points', rounds: [task.attempt] }),
  });
  expect([skill.run, structured.run]).toEqual([undefined, undefined]);
});

test('defineSkill() requires a handler for what the skill takes', () => {
  // @ts-expect-error input needs run
  const noRun = defineSkill({ ...texts, input: { verdict }, text: ({ text }) => text });
  // @ts-expect-error a skill without input needs text
  const noText = defineSkill({ ...texts, output: { verdict } });
  expect([noRun, noText].map(({ issues }) => issues.map(({ code }) => code))).toEqual([
    ['handler'],
    ['handler'],
  ]);
});

test('defineSkill() rejects examples that do not fit', () => {
  const skill = defineSkill({
    ...texts,
    input: { verdict },
    // @ts-expect-error there is no such way to win
    examples: [{ winner: 'x', how: 'magic' }],
    run: () => 'x',
  });
  expect(skill.issues.map(({ code }) => code)).toEqual(['example-invalid']);
});

test('defineSkill() takes schemas that are not known when compiling', () => {
  const schemas: SchemaMap = { verdict };
  const skill = defineSkill({
    ...texts,
    input: schemas,
    output: schemas,
    run({ input }) {
      expectTypeOf(input).toBeUnknown();
      return input;
    },
  });
  expect([...skill.inputs.keys()]).toEqual(['verdict']);
});
