import { expect, test } from 'vitest';
import { listSecretValues, removeSecrets } from './secret-values.ts';

const secret = { type: 'string', writeOnly: true } as const;

test.each([
  ['a property', { properties: { a: secret } }, { a: 'x1', b: 'y' }, ['x1']],
  ['the whole value', secret, 'x1', ['x1']],
  [
    'a number',
    { properties: { pin: { type: 'integer', writeOnly: true } } },
    { pin: 1234 },
    ['1234'],
  ],
  [
    'all below it',
    { properties: { a: { writeOnly: true } } },
    { a: { b: ['x1', { c: 'x2' }] } },
    ['x1', 'x2'],
  ],
  ['items', { properties: { a: { items: secret } } }, { a: ['x1', 'x2'] }, ['x1', 'x2']],
  ['an item of a tuple', { prefixItems: [{}, secret], items: {} }, ['y', 'x1', 'z'], ['x1']],
  ['items after an old tuple', { items: [{}], additionalItems: secret }, ['y', 'x1'], ['x1']],
  [
    'a reference',
    { properties: { a: { $ref: '#/$defs/s' } }, $defs: { s: secret } },
    { a: 'x1' },
    ['x1'],
  ],
  [
    'an anchor',
    { properties: { a: { $ref: '#s' } }, $defs: { s: { ...secret, $anchor: 's' } } },
    { a: 'x1' },
    ['x1'],
  ],
  [
    'what a text chooses',
    { propertyDependencies: { kind: { card: { properties: { pin: secret } } } } },
    { kind: 'card', pin: 'x1' },
    ['x1'],
  ],
  [
    'a branch',
    { oneOf: [{ properties: { a: {} } }, { properties: { a: secret } }] },
    { a: 'x1' },
    ['x1'],
  ],
  ['a condition', { if: {}, then: { properties: { a: secret } } }, { a: 'x1' }, ['x1']],
  ['a pattern', { patternProperties: { '^a': secret } }, { ab: 'x1' }, ['x1']],
  [
    'any other property',
    { properties: { b: {} }, additionalProperties: secret },
    { a: 'x1', b: 'x2' },
    ['x1'],
  ],
  [
    'a schema within itself',
    { properties: { next: { $ref: '#' }, a: secret } },
    { next: { next: { a: 'x1' } } },
    ['x1'],
  ],
  ['nothing', { properties: { a: { type: 'string' } } }, { a: 'x1' }, []],
])('secrets are found: %s', (...[, schema, value, found]) => {
  expect(listSecretValues(schema, value)).toEqual(found);
});

test.each([
  ['a property', { properties: { a: secret } }, { a: 'x1', b: 'y' }, { b: 'y' }],
  ['the whole value', secret, 'x1', null],
  ['items', { properties: { a: { items: secret } } }, { a: ['x1', 2] }, { a: [null, null] }],
  [
    'a reference within itself',
    { properties: { next: { $ref: '#' }, a: secret } },
    { next: { next: { a: 'x1', b: 1 } } },
    { next: { next: { b: 1 } } },
  ],
  [
    'any branch',
    { oneOf: [{ properties: { a: {} } }, { properties: { a: secret } }] },
    { a: 'x1', b: { a: 'y' } },
    { b: { a: 'y' } },
  ],
  ['nothing', { properties: { a: {} } }, { a: ['x'] }, { a: ['x'] }],
])('secrets are left out of a copy: %s', (...[, schema, value, kept]) => {
  const before = JSON.stringify(value);
  expect(removeSecrets(schema, value)).toEqual(kept);
  expect(JSON.stringify(value)).toBe(before);
});

test('what is too deep to be searched is left out', () => {
  let value: unknown = 'x1';
  for (let depth = 0; depth < 70; depth += 1) value = { next: value, a: 'x1' };
  const schema = { properties: { next: { $ref: '#' }, a: secret } };
  expect(JSON.stringify(removeSecrets(schema, value))).not.toContain('x1');
});

test.each([
  ['two references', { $ref: '#/$defs/a', $dynamicRef: '#b' }],
  ['a dynamic reference to an outer anchor', { $ref: '#/$defs/inner' }],
])('secrets are found: %s', (_name, root) => {
  const $defs = {
    a: { type: 'object' },
    b: { $dynamicAnchor: 'b', properties: { key: secret } },
    inner: { $id: 'inner', $dynamicRef: '#b', $defs: { b: { $dynamicAnchor: 'b' } } },
  };
  expect(listSecretValues({ ...root, $defs }, { key: 'x1' })).toEqual(['x1']);
});

test.each([
  ['items', (rows: object[]) => rows],
  ['properties', (rows: object[]) => Object.fromEntries(rows.map((row, at) => [`row${at}`, row]))],
])('a schema is read once for all %s of a value', (_name, toData) => {
  let reads = 0;
  const row = {
    get properties() {
      reads += 1;
      return { key: secret };
    },
  };
  const schema = { items: row, additionalProperties: row };
  const data = toData(Array.from({ length: 1000 }, (_, at) => ({ key: `x${at}` })));
  expect(listSecretValues(schema, data)).toHaveLength(1000);
  expect(reads).toBeLessThan(20);
});
