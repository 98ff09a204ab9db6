import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import type { Dialect } from './dialect.ts';
import { readReferences } from './schema-references.ts';

/** Returns the JSON pointer to the target of the first reference in a schema. */
function follow(root: JsonSchema, dialect: Dialect = '2020-12'): string | undefined {
  const { referencesOf } = readReferences([{ root, dialect }]);
  return [...referencesOf.values()].flat()[0]?.target?.pointer;
}

const a = { type: 'string' };

test.each<readonly [string, JsonSchema, string | undefined]>([
  ['#/$defs/a%20b', { $defs: { 'a b': a } }, '/$defs/a b'],
  ['#/$defs/a%25b', { $defs: { 'a%b': a } }, '/$defs/a%b'],
  ['#/$defs/a%25b', { $defs: { 'a%25b': a } }, '/$defs/a%25b'],
  ['#/$defs/a%b', { $defs: { 'a%b': a } }, '/$defs/a%b'],
  ['#/$defs/a~1b%7E0c', { $defs: { 'a/b~c': a } }, '/$defs/a~1b~0c'],
  ['#/$defs/A<B>', { $defs: { 'A<B>': a } }, '/$defs/A<B>'],
  ['#/components/schemas/a', { components: { schemas: { a } } }, '/components/schemas/a'],
  [
    '#/definitions/a/properties/b',
    { definitions: { a: { properties: { b: a } } } },
    '/definitions/a/properties/b',
  ],
  ['#a', { $defs: { b: { $anchor: 'a' } } }, '/$defs/b'],
  ['#a', { $defs: { b: { $dynamicAnchor: 'a' } } }, '/$defs/b'],
  ['#a', { $defs: { b: { $id: 'b', $anchor: 'a' } } }, undefined],
  ['b#a', { $defs: { b: { $id: 'b', $anchor: 'a' } } }, '/$defs/b'],
  [
    'b#/properties/c',
    { $defs: { b: { $id: 'b', properties: { c: a } } } },
    '/$defs/b/properties/c',
  ],
  ['urn:b', { $id: 'urn:a', $defs: { b: { $id: 'urn:b' } } }, '/$defs/b'],
  [
    'b/c',
    { $id: 'https://a.example/x', $defs: { b: { $id: 'b/', $defs: { c: { $id: 'c' } } } } },
    '/$defs/b/$defs/c',
  ],
  ['b', { const: { $id: 'b' } }, undefined],
  ['#/$defs', { $defs: { a } }, '/$defs'],
  ['#/type', { type: 'object' }, undefined],
  ['https://other.example/a', {}, undefined],
  ['http://[', {}, undefined],
])('%s leads to its schema', ($ref, rest, pointer) => {
  expect(follow({ ...rest, allOf: [{ $ref }] })).toBe(pointer);
});

test('references in a part with an identifier are relative to it', () => {
  const part = {
    $id: 'https://a.example/part',
    properties: { b: { $ref: '#/$defs/c' } },
    $defs: { c: a },
  };
  expect(follow({ $defs: { part } })).toBe('/$defs/part/$defs/c');
  // A reference is followed even if no keyword leads to its target.
  expect(follow({ components: { part }, $ref: '#/components/part' })).toBe('/components/part');
  const { referencesOf } = readReferences([
    { root: { components: { part }, allOf: [{ $ref: '#/components/part' }] }, dialect: '2020-12' },
  ]);
  expect([...referencesOf.values()].flat().map(({ target }) => target?.pointer)).toEqual([
    '/components/part',
    '/components/part/$defs/c',
  ]);
});

test('up to draft 07 fragments are anchors, and an identifier beside a reference is none', () => {
  const allOf = [{ $ref: '#a' }];
  expect(follow({ allOf, definitions: { b: { $id: '#a' } } }, 'draft-07')).toBe('/definitions/b');
  expect(follow({ allOf, definitions: { b: { id: '#a' } } }, 'draft-04')).toBe('/definitions/b');
  expect(follow({ allOf, definitions: { b: { $id: '#a' } } }, 'draft-04')).toBeUndefined();
  const beside = { $id: 'https://a.example/b', $ref: '#/definitions/c' };
  expect(follow({ properties: { beside }, definitions: { c: a } }, 'draft-07')).toBe(
    '/definitions/c',
  );
});

test('documents refer to each other', () => {
  const one = { $id: 'https://a.example/one', $ref: 'two#/$defs/b' };
  const two = { $id: 'https://a.example/two', $defs: { b: a } };
  const read = readReferences([
    { root: one, dialect: '2020-12' },
    { root: two, dialect: '2020-12' },
  ]);
  const [reference] = read.referencesOf.values();
  expect(reference?.[0]?.target?.schema).toBe(a);
  expect(read.find('https://a.example/two#/$defs/b')?.schema).toBe(a);
  expect(read.find('https://a.example/three')).toBeUndefined();
  expect(read.placeOf(a)?.resource.uri).toBe('https://a.example/two');
});

test('documents without an identifier refer to each other by their own URIs', () => {
  const uri = 'https://a.example/one.json';
  const one = { root: { $ref: 'two.json#/parts/b' }, dialect: '2020-12', uri } as const;
  const root = { parts: { b: a } };
  const read = readReferences([
    one,
    { root, dialect: '2020-12', uri: 'https://a.example/two.json' },
  ]);
  expect(read.referencesAt(one, '')[0]?.target?.schema).toBe(a);
});

test('the references of a schema are known where nothing leads', () => {
  const root = { strange: [{ $ref: '#/$defs/b' }], $defs: { b: a } };
  const document = { root, dialect: '2020-12' } as const;
  const read = readReferences([document]);
  expect(read.referencesAt(document, '/strange/0')[0]?.target?.pointer).toBe('/$defs/b');
  expect(read.referencesAt(document, '/strange/1')).toEqual([]);
  expect(read.referencesAt({ ...document }, '')).toEqual([]);
});

test('a lax document has the references and identifiers of every dialect', () => {
  const root = { $recursiveRef: '#', allOf: [{ $dynamicRef: '#b' }], $defs: { b: { id: '#b' } } };
  const read = (isLax: boolean): readonly unknown[] => {
    const { referencesOf } = readReferences([{ root, dialect: 'draft-07', isLax }]);
    return [...referencesOf.values()].flat().map(({ target }) => target?.pointer);
  };
  expect(read(false)).toEqual([]);
  expect(read(true)).toEqual(['', '/$defs/b']);
});
