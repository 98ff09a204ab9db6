import type { JsonSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import { toFormSchema } from './to-form-schema.ts';

/**
 * Converts an object schema with one property; returns the property's form schema with the
 * definitions beside it.
 */
function drawProperty(property: JsonSchema, $defs: JsonSchema = {}): JsonSchema {
  const outcome = toFormSchema({ type: 'object', properties: { a: property }, $defs });
  if (outcome.kind === 'refused') throw new Error(outcome.issue.message);
  const { properties, ...keywords } = outcome.schema;
  return { ...(properties as { readonly a: JsonSchema }).a, $defs: keywords['$defs'] };
}

const COLOR = { title: 'color', type: 'string', enum: ['red', 'green'] };

test('one part with a title and a default around it is that part', () => {
  const expected = { type: 'string', enum: ['red', 'green'], 'x-formwork-default': 'red' };
  expect(drawProperty({ default: 'red', allOf: [COLOR] })).toEqual({ title: 'color', ...expected });
  expect(drawProperty({ title: 'Paint', default: 'red', allOf: [COLOR] })).toEqual({
    title: 'Paint',
    ...expected,
  });
});

test('one reference with what people are told beside it is that reference', () => {
  const part = {
    allOf: [{ $ref: '#/$defs/color' }, { description: 'Of the car', default: 'red' }],
  };
  expect(drawProperty(part, { color: COLOR })).toEqual({
    $ref: '#/$defs/r0',
    description: 'Of the car',
    'x-formwork-default': 'red',
    $defs: { r0: COLOR },
  });
});

test('parts of a text or number are one schema, with the values that all of them allow', () => {
  expect(
    drawProperty({ type: 'string', allOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['b', 'c', 'd'] }] }),
  ).toEqual({ type: 'string', enum: ['b', 'c'] });
  expect(drawProperty({ allOf: [{ type: 'integer', minimum: 1 }, { maximum: 9 }] })).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 9,
  });
});

test('parts of a group stay parts', () => {
  const parts = [{ properties: { b: { type: 'string' } } }, { required: ['b'] }];
  expect(drawProperty({ type: 'object', allOf: parts })).toEqual({ type: 'object', allOf: parts });
});

test.each([
  ['a part', { allOf: [{ $ref: '#/$defs/circle' }] }],
  ['an alternative', { anyOf: [{ $ref: '#/$defs/circle' }, { type: 'null' }] }],
])('what is itself, as %s, gets an editor', (_name, circle) => {
  expect(drawProperty({ $ref: '#/$defs/circle' }, { circle })).toMatchObject({
    'x-formwork-json': 'reference',
  });
});
