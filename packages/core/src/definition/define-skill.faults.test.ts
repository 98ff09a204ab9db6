import * as v from 'valibot';
import { expect, test } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { defineSkill } from './define-skill.ts';
import type { AnySkill } from './skill.ts';

const pair = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const valid = {
  id: 'pair',
  name: 'Pair',
  description: 'Takes a pair.',
  tags: [],
  input: { pair },
  run: () => undefined,
};

/** Defines a skill by any value, as programs without types can. */
function defineLoosely(definition: unknown): AnySkill {
  return defineSkill(definition as Parameters<typeof defineSkill>[0]);
}

function toIssues(changes: object): readonly string[] {
  const { issues } = defineLoosely({ ...valid, ...changes });
  return issues.map(({ code, where, message }) => `${code} | ${where} | ${message}`);
}

const circular: Record<string, unknown> = {};
circular['self'] = circular;

test.each([undefined, null, 1n, 'skill', [], () => valid])(
  'defineSkill() keeps %s as an issue',
  (definition) => {
    expect(defineLoosely(definition).issues).toMatchObject([
      {
        severity: 'error',
        code: 'definition',
        message: expect.stringContaining('its definition must be an object'),
      },
    ]);
  },
);

test('defineSkill() keeps what throws when it is read as an issue', () => {
  const throwing = {
    get id() {
      throw new Error('No id today');
    },
  };
  expect(defineLoosely(throwing).issues[0]?.message).toBe(
    'Cannot define the skill because its definition must be readable: current value throws "Error: No id today"',
  );
});

test.each([
  {
    field: 'id',
    value: 7n,
    code: 'id',
    message: 'it must be text that is not empty: current value is bigint 7',
  },
  {
    field: 'name',
    value: Symbol('s'),
    code: 'name',
    message: 'it must be text that is not empty: current value is symbol',
  },
  {
    field: 'tags',
    value: circular,
    code: 'tags',
    message: 'tags must be an array of strings: current value is object',
  },
  {
    field: 'tags',
    value: ['a', 1n],
    code: 'tags',
    message: 'tags must be an array of strings: current value is array ["a",1]',
  },
  {
    field: 'input',
    value: 'pair',
    code: 'input',
    message: 'input must be an object of schemas by name: current value is string',
  },
  {
    field: 'input',
    value: [pair],
    code: 'input',
    message: 'input must be an object of schemas by name: current value is array',
  },
  {
    field: 'input',
    value: z.object({}),
    code: 'input',
    message: 'by name: current value is a schema without a name',
  },
  {
    field: 'input',
    value: null,
    code: 'input',
    message: 'input must be an object of schemas by name: current value is null',
  },
  {
    field: 'output',
    value: 1n,
    code: 'output',
    message: 'output must be an object of schemas by name: current value is bigint 1',
  },
  {
    field: 'title',
    value: 7,
    code: 'handler',
    message: 'title must be text or a function: current value is integer 7',
  },
  {
    field: 'run',
    value: 'now',
    code: 'handler',
    message: 'run must be a function: current value is string "now"',
  },
  {
    field: 'text',
    value: {},
    code: 'handler',
    message: 'text must be a function: current value is object {}',
  },
  {
    field: 'examples',
    value: 'text',
    code: 'examples',
    message: 'examples must be an array: current value is string "text"',
  },
  {
    field: 'examples',
    value: { 0: {} },
    code: 'examples',
    message: 'examples must be an array: current value is object',
  },
])('defineSkill() says what $field must be and is: $message', ({ field, value, code, message }) => {
  const { issues } = defineLoosely({ ...valid, [field]: value });
  expect(issues).toMatchObject([
    { severity: 'error', code, message: expect.stringContaining(message) },
  ]);
});

test.each([
  ['a function', () => undefined, 'it must be JSON: current value is a function'],
  ['a BigInt', 1n, 'it must be JSON: current value is the BigInt 1n'],
  ['a BigInt inside', { a: [1n] }, '"/a/0" must be JSON: current value is the BigInt 1n'],
  ['a cycle', circular, '"/self" must be JSON: current value is circular: the root again'],
  ['nothing', undefined, 'it must be JSON: current value is undefined'],
  ['a date', { a: new Date(0) }, '"/a" must be JSON: current value is an object of the class Date'],
])('defineSkill() refuses %s as an example', (_name, example, message) => {
  expect(toIssues({ examples: [{ a: 'x' }, example] })).toEqual([
    `example-invalid | skill "pair" example 2 | Cannot use the example because ${message}`,
  ]);
});

test('defineSkill() passes over members of examples that are undefined', () => {
  const skill = defineLoosely({ ...valid, examples: [{ a: 'x', b: undefined }] });
  expect(skill.issues).toEqual([]);
  expect(skill.examples).toEqual(['{"a":"x"}']);
});

test('defineSkill() reports unknown fields with the known one that is near', () => {
  expect(toIssues({ inputs: {}, colour: 'red' })).toEqual([
    'field-unknown | skill "pair" | Cannot define the skill because its fields must be of input, id, name, description, tags, output and 13 more: current value is "inputs", did you mean "input"?',
    'field-unknown | skill "pair" | Cannot define the skill because its fields must be of id, name, description, tags, input, output and 13 more: current value is "colour"',
  ]);
});

test('defineSkill() tells run without input, input without run and nothing apart', () => {
  const toMessage = (changes: object): string => toIssues(changes).join('\n');
  expect(toMessage({ input: undefined })).toContain('run without input');
  expect(toMessage({ input: {} })).toContain('run without input');
  expect(toMessage({ run: undefined })).toContain('input without run');
  expect(toMessage({ input: undefined, run: undefined })).toContain('neither input, run nor text');
});

test('defineSkill() checks the examples of schemas that are right beside a faulty one', () => {
  const input = { pair, broken: { type: 'object', required: 'a' } };
  const examples = [
    { schema: 'pair', data: {} },
    { schema: 'broken', data: {} },
    { schema: 'pear', data: {} },
    { a: 'untagged' },
    '{"may":"belong to the broken one"}',
    'no JSON',
  ];
  const { issues } = defineLoosely({ ...valid, input, examples });
  const found = issues.filter(({ code }) => code === 'example-invalid');
  expect(found.map(({ where, message }) => [where, message])).toEqual([
    ['skill "pair" example 1', expect.stringContaining('must fit schema "pair": /a')],
    [
      'skill "pair" example 3',
      'Cannot use the example because its schema must be one of pair, broken: current value is string "pear", did you mean "pair"?',
    ],
    ['skill "pair" example 4', expect.stringContaining('must be { schema, data }')],
    ['skill "pair" example 6', expect.stringContaining('must be JSON')],
  ]);
});

test('defineSkill() passes over the examples of its only schema when that is faulty', () => {
  const input = { broken: { type: 'object', required: 'a' } };
  const { issues } = defineLoosely({ ...valid, input, examples: [{ b: 1 }] });
  expect(issues.map(({ code }) => code)).toEqual(['schema-invalid']);
});

test('defineSkill() shows JSON that is text as it was written', () => {
  const skill = defineLoosely({ ...valid, examples: ['{ "a": "x" }'] });
  expect(skill.examples).toEqual(['{ "a": "x" }']);
  expect(skill.exampleData.get('pair')).toEqual({ a: 'x' });
});

test('defineSkill() names the way out for schemas that cannot describe themselves', () => {
  const bare = v.object({ a: v.string() });
  const old = { '~standard': { version: 1, vendor: 'old', validate: () => ({ value: 1 }) } };
  const [input, output, ...others] = toIssues({ input: { bare }, output: { old } });
  expect(others).toEqual([]);
  expect(input).toMatch(
    /^schema-conversion \| skill "pair" input "bare" \| .*toStandardJsonSchema of @valibot\/to-json-schema$/u,
  );
  expect(output).toMatch(/^schema-conversion \| skill "pair" output "old" \| .*or JSON Schema$/u);
});

test('defineSkill() warns of what declared examples and variations show of a library', () => {
  const rules = z.object({
    name: z.string().refine((text) => text.trim() !== '', 'no name'),
    tags: z.array(z.string()).refine((tags) => new Set(tags).size === tags.length, 'twice'),
    share: z
      .number()
      .min(0)
      .max(1)
      .refine((share) => share !== 0, 'no share'),
    day: z.string().refine((day) => day !== '2027-01-01', 'closed'),
  });
  const examples = [{ name: 'x', tags: [], share: 0.5, day: '2027-01-01' }];
  const messages = toIssues({ input: { rules }, examples }).join('\n');
  for (const reason of ['no name', 'twice', 'no share', 'closed']) {
    expect(messages.split(`("${reason}")`)).toHaveLength(2);
  }
});

test('defineSkill() outlives a library whose validation rejects', async () => {
  const parsed = z.object({ json: z.string().transform((text) => JSON.parse(text) as unknown) });
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', note);
  expect(() => toIssues({ input: { parsed } })).not.toThrow();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(rejections).toEqual([]);
});

test('defineSkill() takes a library that throws for one that refuses', () => {
  const published = (): Record<string, unknown> => ({ type: 'object' });
  const validate = (): never => {
    throw new Error('out of order');
  };
  const jsonSchema = { input: published, output: published };
  const broken = { '~standard': { version: 1, vendor: 'own', validate, jsonSchema } };
  expect(toIssues({ input: { broken } })).toEqual([
    expect.stringMatching(/^conversion-stricter .*\("out of order"\)$/u),
  ]);
});

test.each([
  ['handler', 'run'],
  ['execute', 'run'],
  ['inputSchema', 'input'],
])('the field %s of other libraries is told to be %s', (field, name) => {
  const [issue = ''] = toIssues({ [field]: () => 'x' });
  expect(issue).toContain(`current value is "${field}", did you mean "${name}"?`);
});

test.each([
  [{ type: 'object', properties: {} }, 'write input: { pair: … }'],
  [{ $ref: '#/$defs/a' }, 'write input: { pair: … }'],
  [z.object({}), 'write input: { pair: … }'],
  [{ pair: { a: z.string() } }, 'so write z.object({ … })'],
  [{ pair: { a: v.string() } }, 'so write v.object({ … })'],
  [{ pair: mini.object({}) }, 'import it from "zod" instead of "zod/mini"'],
])('an input that is no schema by name says what to write (%#)', (input, advice) => {
  expect(toIssues({ input })).toContainEqual(expect.stringContaining(advice));
});

test('the suggested name of a schema is the id of its skill in camel case', () => {
  const issues = toIssues({ id: 'compare-two.things', input: { type: 'object' } });
  expect(issues).toContainEqual(expect.stringContaining('input: { compareTwoThings: … }'));
});
