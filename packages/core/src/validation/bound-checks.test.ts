import { expect, test } from 'vitest';
import { boundChecks } from './bound-checks.ts';

test.each([
  ['a keyword', { type: 'string' }, 1],
  ['no words about it', { type: 'string', title: 'A', description: 'B', examples: ['c', 'd'] }, 1],
  ['each value of a list', { enum: ['a', 'b', 'c'] }, 4],
  ['the schemas of its keywords', { properties: { a: { type: 'string' }, b: true } }, 3],
  ['no definitions that nobody refers to', { $defs: { a: { type: 'string', minLength: 1 } } }, 1],
  [
    'what it refers to, each time',
    {
      properties: { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/x' } },
      $defs: { x: { type: 'string', minLength: 1 } },
    },
    2 + 2 * (1 + 2),
  ],
  ['what a pattern does', { type: 'string', pattern: '^[a-z]*[a-z]{3}$' }, 1 + 4],
  ['a property that is called definitions', { properties: { definitions: { type: 'string' } } }, 2],
])('boundChecks() counts %s', (_, schema, expected) => {
  expect(boundChecks(schema, '2020-12')).toBe(expected);
});

test('boundChecks() counts what a chain of references comes to, however few keywords it has', () => {
  const $defs: Record<string, object> = { d20: { type: 'string' } };
  for (let depth = 0; depth < 20; depth += 1) {
    const next = { $ref: `#/$defs/d${depth + 1}` };
    $defs[`d${depth}`] = { anyOf: [next, next] };
  }
  expect(boundChecks({ $ref: '#/$defs/d0', $defs }, '2020-12')).toBeGreaterThan(2 ** 20);
});

test.each([
  ['refers to itself', { items: { $ref: '#' } }],
  [
    'refers to itself by another',
    {
      $ref: '#/$defs/a',
      $defs: {
        a: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/b' }] },
        b: { items: { $ref: '#/$defs/a' } },
      },
    },
  ],
  ['refers to what is not there', { $ref: 'https://example.com/other.json' }],
  [
    'refers to what depends on who refers',
    { $dynamicRef: '#x', $defs: { x: { $dynamicAnchor: 'x' } } },
  ],
  ['compares each item with all others', { properties: { a: { uniqueItems: true } } }],
  ['holds a pattern', { properties: { a: { maxLength: 9, pattern: '^(a+)+$' } } }],
  ['holds a pattern for names', { propertyNames: { pattern: '^a+a+$' } }],
  ['holds patterns of properties', { patternProperties: { '^a+$': {} } }],
  ['asks for more names by the names there are', { dependentRequired: { a: ['b', 'c'] } }],
])('boundChecks() is Infinity for a schema that %s', (_, schema) => {
  expect(boundChecks(schema, '2020-12')).toBe(Number.POSITIVE_INFINITY);
});
