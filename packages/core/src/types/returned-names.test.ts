import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineSkill } from '../definition/define-skill.ts';

const texts = { id: 'a', name: 'A', description: 'Does A.', tags: [] };
const name = { type: 'string' } as const;
const input = { person: { type: 'object', properties: { name }, required: ['name'] } } as const;
const pets = {
  type: 'object',
  properties: {
    name,
    kind: { enum: ['cat', 'dog'] },
    friends: { type: 'array', items: { type: 'object', properties: { name } } },
    anything: { type: 'object' },
  },
  required: ['name'],
} as const;
const shapes = {
  type: 'object',
  properties: {
    shape: {
      oneOf: [
        { type: 'object', properties: { is: { const: 'dot' } }, required: ['is'] },
        {
          type: 'object',
          properties: { is: { const: 'line' }, length: { type: 'number' } },
          required: ['is', 'length'],
        },
      ],
    },
  },
} as const;
const tree = {
  type: 'object',
  properties: { name, children: { type: 'array', items: { $ref: '#' } } },
  required: ['name'],
} as const;

interface Tree {
  name: string;
  children?: Tree[];
}

interface Row {
  name: string;
  kind?: 'cat';
}

/** Takes skills whose types the compiler checks, so that the test needs no other use for them. */
function list(...skills: readonly { readonly issues: readonly unknown[] }[]): readonly unknown[] {
  return skills.flatMap(({ issues }) => issues);
}

test('defineSkill() lets handlers return what the output declares', () => {
  const output = { pets };
  const row = (): Row => ({ name: 'Tom' });
  const grown = (): Tree => ({ name: 'a', children: [{ name: 'b' }] });
  const issues = list(
    defineSkill({ ...texts, input, output, run: () => ({ name: 'Tom', kind: 'cat' }) }),
    defineSkill({ ...texts, input, output, run: row }),
    defineSkill({ ...texts, input, output, run: async () => row() }),
    defineSkill({
      ...texts,
      input,
      output,
      run: () => ({ ...row(), friends: [row()].map(({ name: friend }) => ({ name: friend })) }),
    }),
    defineSkill({
      ...texts,
      input,
      output,
      run: ({ input: { name: is } }) => ({ name: is, ...(is === '' ? {} : { kind: 'dog' }) }),
    }),
    defineSkill({ ...texts, input, output, run: () => ({ name: 'Tom', anything: { at: 'all' } }) }),
    defineSkill({
      ...texts,
      input,
      output,
      async run({ input: { name: is } }) {
        if (is === 'Tom') return { name: is, kind: 'cat' };
        if (is === '') throw new Error('Nobody');
        return { name: is, friends: [] };
      },
    }),
    defineSkill({ ...texts, input, output: { tree }, run: grown }),
    defineSkill({
      ...texts,
      input,
      output: { tree },
      run: () => ({ name: 'a', children: [grown()] }),
    }),
    defineSkill({
      ...texts,
      input,
      output: { shapes },
      run: () => ({ shape: { is: 'line', length: 1 } }),
    }),
    defineSkill({
      ...texts,
      input,
      output: { pets, shapes },
      run: () => ({ schema: 'shapes', data: { shape: { is: 'dot' } } }),
    }),
    defineSkill({
      ...texts,
      input,
      output: { zod: z.looseObject({ name: z.string() }) },
      run: () => ({ name: 'Tom', more: 1 }),
    }),
  );
  expect(issues).toEqual([]);
});

test('defineSkill() lets handlers return any names where the output invites them', () => {
  const open = { type: 'object', properties: { name }, additionalProperties: true } as const;
  const patterned = {
    type: 'object',
    properties: { name },
    patternProperties: { '^x': {} },
  } as const;
  const within = { type: 'object', properties: { open } } as const;
  const issues = list(
    defineSkill({ ...texts, input, output: { open }, run: () => ({ name: 'Tom', more: 1 }) }),
    defineSkill({
      ...texts,
      input,
      output: { patterned },
      run: async () => ({ name: 'Tom', x1: 1 }),
    }),
    defineSkill({
      ...texts,
      input,
      output: { within },
      run: () => ({ open: { name: 'Tom', more: 1 } }),
    }),
    defineSkill({ ...texts, output: { open }, text: ({ text }) => ({ name: text, more: 1 }) }),
  );
  expect(issues).toEqual([]);
});

test('defineSkill() refuses names that the output does not have', () => {
  const one = { ...texts, input, output: { pets } };
  const shaped = { ...texts, input, output: { shapes } };
  const several = { ...texts, input, output: { pets, shapes } };
  const grown = { ...texts, input, output: { tree } };
  const zod = { ...texts, input, output: { zod: z.object({ name: z.string() }) } };
  const row = { name: 'Tom', password: 'secret' };
  const dot = { is: 'dot' } as const;
  const tom = { name: 'Tom' };
  const issues = list(
    // @ts-expect-error a misspelt name
    defineSkill({ ...one, run: () => ({ name: 'Tom', knd: 'cat' }) }),
    // @ts-expect-error the same with a parameter
    defineSkill({ ...one, run: ({ input: { name: is } }) => ({ name: is, knd: 'cat' }) }),
    // @ts-expect-error in a promise
    defineSkill({ ...one, run: async () => ({ name: 'Tom', knd: 'cat' }) }),
    // @ts-expect-error in one item of a list
    defineSkill({ ...one, run: () => ({ name: 'Tom', friends: [tom, { nam: 'Kit' }] }) }),
    // @ts-expect-error a row of a database that has more columns
    defineSkill({ ...one, run: () => row }),
    // @ts-expect-error in one of several branches
    defineSkill({ ...one, run: () => (texts.id === '' ? row : { name: 'Tom' }) }),
    // @ts-expect-error a name that another member of the union has
    defineSkill({ ...shaped, run: () => ({ shape: { is: 'dot', length: 1 } }) }),
    // @ts-expect-error a name that another output has
    defineSkill({ ...several, run: () => ({ schema: 'pets', data: { name: 'Tom', shape: dot } }) }),
    // @ts-expect-error deep in a tree
    defineSkill({ ...grown, run: () => ({ name: 'a', children: [{ name: 'b', kids: [] }] }) }),
    // @ts-expect-error what a library does not declare
    defineSkill({ ...zod, run: () => ({ name: 'Tom', more: 1 }) }),
    // @ts-expect-error what a text handler returns
    defineSkill({ ...texts, output: { pets }, text: ({ text }) => ({ name: text, knd: 'cat' }) }),
  );
  expect(issues).toEqual([]);
});
