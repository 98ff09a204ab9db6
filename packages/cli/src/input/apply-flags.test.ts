import type { JsonSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import { applyFlags } from './apply-flags.ts';
import { listFlags } from './list-flags.ts';

const schema = {
  type: 'object',
  $defs: { item: { type: 'object', properties: { amount: { type: 'number' } } } },
  properties: {
    name: { type: 'string' },
    count: { type: 'integer' },
    urgent: { type: 'boolean' },
    level: { enum: [1, 2, 'high', null] },
    tags: { type: 'array', items: { type: 'string' } },
    items: { type: 'array', items: { $ref: '#/$defs/item' } },
    'a.b': { type: 'string' },
    pauseMs: { type: 'integer' },
    any: {},
    mat: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
    either: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    __proto__x: { type: 'string' },
  },
};

test.each([
  [['--name', 'Ada', '--count', '3'], { name: 'Ada', count: 3 }],
  [['--name=--x', '--count=-3'], { name: '--x', count: -3 }],
  [['--count', '-3'], { count: -3 }],
  [['--urgent', '--name', 'x'], { urgent: true, name: 'x' }],
  [['--no-urgent'], { urgent: false }],
  [['--urgent', 'false'], { urgent: false }],
  [['--level', '2'], { level: 2 }],
  [['--level', 'high'], { level: 'high' }],
  [['--level', 'null'], { level: null }],
  [['--tags', 'a', '--tags', 'b'], { tags: ['a', 'b'] }],
  [['--tags', '["a","b"]'], { tags: ['a', 'b'] }],
  [
    ['--items.0.amount', '12.5', '--items.1.amount', '1'],
    { items: [{ amount: 12.5 }, { amount: 1 }] },
  ],
  [['--mat', '[1,2]', '--mat', '[3]'], { mat: [[1, 2], [3]] }],
  [['--mat', '[1,2]'], { mat: [[1, 2]] }],
  [['--mat', '[[1,2],[3]]'], { mat: [[1, 2], [3]] }],
  [['--mat', '[]'], { mat: [] }],
  [['--pair', '1', '--pair', '2'], { pair: ['1', 2] }],
  [['--pair', '["1",2]'], { pair: ['1', 2] }],
  [['--items', '[{"amount":1}]'], { items: [{ amount: 1 }] }],
  [['--a.b', 'x'], { 'a.b': 'x' }],
  [['--pause-ms', '5'], { pauseMs: 5 }],
  [['--any', '{"x":1}'], { any: { x: 1 } }],
  [['--any', 'text'], { any: 'text' }],
  [['--either', '12'], { either: 12 }],
  [['--either', 'x'], { either: 'x' }],
  // A text that is not of the flag's type is kept, and the later check of the whole input reports
  // it.
  [['--count', 'many'], { count: 'many' }],
])('%j gives %j', (tokens, expected) => {
  expect(applyFlags(tokens, { schema })).toEqual(expected);
});

test.each([
  ['a name in percent', { $ref: '#/$defs/A%20B' }],
  ['an anchor', { $ref: '#amount' }],
  ['a document within', { $ref: 'other#/$defs/n' }],
  ['a dynamic anchor', { $dynamicRef: '#amount' }],
])('a flag knows its type by %s', (_name, property) => {
  const found = {
    $id: 'https://example.com/a',
    type: 'object',
    properties: { n: property },
    $defs: {
      'A B': { type: 'string' },
      amount: { $dynamicAnchor: 'amount', type: 'string' },
      other: { $id: 'other', $defs: { n: { type: 'string' } } },
    },
  };
  expect(applyFlags(['--n', '12'], { schema: found })).toEqual({ n: '12' });
});

test.each([
  [['--nope', '1'], /does not have it/u],
  [['--name'], /takes a value/u],
  [['--name', 'a', '--name', 'b'], /twice/u],
  [['--items.5.amount', '1'], /filled from 0 on/u],
  [['--items.__proto__.amount', '1'], /does not have it/u],
  [['--__proto__.polluted', '1'], /does not have it/u],
  [['--count', '9007199254740993'], /Cannot send 9007199254740993 because .* at most 15/u],
  [['--either', '1e400'], /holds exactly/u],
  [['--any', '12345678901234567890'], /at most 15/u],
  [['--pair', 'a', '--pair', '1', '--pair', '2'], /twice|at most/u],
  [['--any', '1e400'], /holds exactly/u],
  [['--any', '{"a":[1,-1e400]}'], /the number at \/a\/1 must be/u],
  [['--name', 'x', '--name.y', '1'], /does not have it/u],
  [['-n', 'x'], /given with flags/u],
])('%j is refused', (tokens, reason) => {
  expect(() => applyFlags(tokens, { schema })).toThrow(reason);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('a property called __proto__ is one like any other', () => {
  const open = { type: 'object', additionalProperties: { type: 'string' } };
  const value = applyFlags(['--__proto__', 'x'], { schema: open });
  expect(JSON.stringify(value)).toBe('{"__proto__":"x"}');
});

test('flags go on top of JSON, which stays as it was', () => {
  const base = { name: 'Ada', tags: ['a'], items: [{ amount: 1 }] };
  const value = applyFlags(['--tags', 'b', '--items.0.amount', '2'], { schema, base });
  expect(value).toEqual({ name: 'Ada', tags: ['b'], items: [{ amount: 2 }] });
  expect(base.tags).toEqual(['a']);
  expect(() => applyFlags(['--name', 'x'], { schema, base: 5 })).toThrow(/object or a list/u);
});

test('references in a circle come to an end', () => {
  const circle = {
    $ref: '#/$defs/a',
    $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#' }] } },
  };
  expect(() => applyFlags(['--x', '1'], { schema: circle })).toThrow(/does not have it/u);
});

test('flags are named like members of every object as well', () => {
  const names = Object.getOwnPropertyNames(Object.prototype);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const tokens = names.flatMap((name) => [`--${name}`, 'x', `--inner.${name}`, 'y']);
  const of = (value: string): object => Object.fromEntries(names.map((name) => [name, value]));
  const own = { type: 'object', properties };
  const result = applyFlags(tokens, {
    schema: { type: 'object', properties: { ...properties, inner: own } },
  });
  expect(result).toEqual({ ...of('x'), inner: of('y') });
});

test('a flag that is misspelt is told the one that is near, nested or not', () => {
  const nested: JsonSchema = {
    type: 'object',
    properties: {
      how: { type: 'object', properties: { card: { type: 'string' } } },
      items: {
        type: 'array',
        items: { type: 'object', properties: { amount: { type: 'number' } } },
      },
      x: { type: 'string' },
    },
  };
  const say = (flag: string): unknown => {
    try {
      return applyFlags([flag, '1'], { schema: nested });
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };
  expect(say('--how.crd')).toContain('Did you mean --how.card?');
  expect(say('--items.3.amonut')).toContain('Did you mean --items.3.amount?');
  expect(say('--entirely.different')).not.toContain('Did you mean');
});

test('flags are listed of a schema that contains itself at every place', () => {
  const inner: JsonSchema = { $ref: '#/$defs/inner' };
  const names = Array.from({ length: 200 }, (_, index) => `p${index}`);
  const wide = Object.fromEntries(names.map((name) => [name, inner]));
  expect(
    listFlags({ ...inner, $defs: { inner: { type: 'object', properties: wide } } }),
  ).toHaveLength(60);
  const tuple = { type: 'array', prefixItems: [inner, inner] };
  const [flag] = listFlags({ properties: { pair: inner }, $defs: { inner: tuple } });
  expect(flag).toMatchObject({
    flag: '--pair',
    takes: expect.stringContaining('array, then array'),
  });
});
