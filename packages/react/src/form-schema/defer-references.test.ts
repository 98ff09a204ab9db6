import { expect, test } from 'vitest';
import { deferReferences } from './defer-references.ts';
import { restoreReferences } from './restore-references.ts';

const ref = (name: string): { readonly $ref: string } => ({ $ref: `#/$defs/${name}` });
const lazy = (name: string): object => ({ 'x-formwork-ref': `#/$defs/${name}` });

test('fields and rows that lead back are deferred; others are not', () => {
  const form = {
    ...ref('tree'),
    $defs: {
      tree: { properties: { root: ref('node'), color: ref('color') } },
      node: { properties: { tree: ref('tree'), all: { items: ref('node') }, color: ref('color') } },
      color: { enum: ['red'] },
    },
  };
  const deferred = deferReferences(form);
  expect(deferred).toEqual({
    ...ref('tree'),
    $defs: {
      tree: { properties: { root: lazy('node'), color: ref('color') } },
      node: {
        properties: { tree: lazy('tree'), all: { items: lazy('node') }, color: ref('color') },
      },
      color: { enum: ['red'] },
    },
  });
  expect(restoreReferences(deferred)).toEqual(form);
});

test('parts and alternatives keep their references, as they are needed at once', () => {
  const form = {
    $defs: { a: { allOf: [ref('b')], anyOf: [ref('a')] }, b: { properties: { a: ref('a') } } },
  };
  expect(deferReferences(form)).toEqual({
    $defs: { ...form.$defs, b: { properties: { a: lazy('a') } } },
  });
});

test('a field with the name of a keyword is a field, and values are values', () => {
  const form = {
    $defs: { a: { properties: { items: ref('a'), $ref: ref('a'), c: { enum: [ref('a')] } } } },
  };
  expect(deferReferences(form)).toEqual({
    $defs: { a: { properties: { items: lazy('a'), $ref: lazy('a'), c: { enum: [ref('a')] } } } },
  });
});

test('fields that are groups which lead on wait until they are drawn; others do not', () => {
  const group = { type: 'object', properties: { b: ref('b') } };
  const later = { 'x-formwork-later': '#/$defs/a', title: 'A' };
  const form = {
    properties: { a: { ...ref('a'), title: 'A' }, all: { items: ref('a') }, b: ref('b') },
    $defs: { a: group, b: { type: 'object', properties: { c: { type: 'string' } } } },
  };
  const deferred = deferReferences(form);
  expect(deferred).toEqual({ ...form, properties: { ...form.properties, a: later } });
  expect(restoreReferences(deferred)).toEqual(form);
});
