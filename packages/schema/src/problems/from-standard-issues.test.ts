import { type } from 'arktype';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fromStandardIssues } from './from-standard-issues.ts';

const VALUE = { items: [{ name: 'x' }, { name: 4711 }], 'a/b': null };

test('fromStandardIssues() takes paths of keys and of segments', () => {
  const issues = [
    { message: 'Expected string', path: ['items', 1, 'name'] },
    { message: 'Not null', path: [{ key: 'a/b' }] },
    { message: 'Bad as a whole' },
    { message: 'Needed', path: ['missing', Symbol('odd')] },
  ];
  expect(fromStandardIssues(issues, VALUE)).toEqual([
    {
      pointer: '/items/1/name',
      keyword: 'standard-schema',
      expected: 'Expected string',
      received: 'integer 4711',
      message: 'Expected string',
    },
    {
      pointer: '/a~1b',
      keyword: 'standard-schema',
      expected: 'Not null',
      received: 'null',
      message: 'Not null',
    },
    {
      pointer: '',
      keyword: 'standard-schema',
      expected: 'Bad as a whole',
      received: 'object {"items":[{"name":"x"},{"name":4711}],"a/b":null}',
      message: 'Bad as a whole',
    },
    {
      pointer: '/missing/Symbol(odd)',
      keyword: 'standard-schema',
      expected: 'Needed',
      message: 'Needed',
    },
  ]);
});

test('fromStandardIssues() with redact tells neither values nor what a library says of them', () => {
  const issues = [{ message: 'must be a string (was 4711)', path: ['items', 1, 'name'] }];
  const accepted = 'what the schema library of the skill accepts';
  expect(fromStandardIssues(issues, VALUE, { redact: true })).toEqual([
    {
      pointer: '/items/1/name',
      keyword: 'standard-schema',
      expected: accepted,
      message: `must be ${accepted}`,
    },
  ]);
});

test.each([
  ['Zod', z.object({ items: z.array(z.object({ name: z.string() })) })],
  ['ArkType', type({ items: type({ name: 'string' }).array() })],
])('fromStandardIssues() reads the issues of %s', async (_, schema) => {
  const result = await schema['~standard'].validate(VALUE);
  const problems = fromStandardIssues(result.issues ?? [], VALUE);
  expect(problems.map(({ pointer, received }) => [pointer, received])).toEqual([
    ['/items/1/name', 'integer 4711'],
  ]);
});

test('fromStandardIssues() lists 20 issues, and counts the rest', () => {
  const items = Array.from({ length: 100_000 }, (_, at) => at);
  const issues = items.map((at) => ({ message: 'Expected string', path: ['items', at] }));
  const problems = fromStandardIssues(issues, { items });
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toMatchObject({
    keyword: 'more',
    message: expect.stringContaining('99980 more problems'),
  });
});
