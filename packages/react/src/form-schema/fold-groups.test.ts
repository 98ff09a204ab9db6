import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { expect, test } from 'vitest';
import { draw } from '../testing/draw.ts';
import { countFields } from './count-fields.ts';
import { createFormData } from './create-form-data.ts';
import { foldGroups } from './fold-groups.ts';
import { FOLDED } from './form-keywords.ts';

const text = { type: 'string' };
const group = { type: 'object', required: ['kind'], properties: { kind: { const: 'x' } } };

/** Draws a form with one required member, and folds its groups. */
function fold(member: JsonSchema): JsonSchema {
  const schema = { type: 'object', required: ['a'], properties: { a: member } };
  return foldGroups(draw({ ...schema, $defs: { group } }));
}

function isMarked(form: JsonSchema): boolean {
  const { properties } = form;
  return isRecord(properties) && isRecord(properties['a']) && FOLDED in properties['a'];
}

test.each<[string, JsonSchema, unknown]>([
  ['a group', group, {}],
  ['a reference to one', { $ref: '#/$defs/group' }, {}],
  ['a group in parts', { type: 'object', allOf: [group] }, {}],
  ['one that may be null, and begins so', { ...group, type: ['object', 'null'] }, { a: null }],
])('%s is folded, and not given', (_name, member, data) => {
  const form = fold(member);
  expect(isMarked(form)).toBe(true);
  expect(countFields(form).visible).toBe(1);
  expect(createFormData(form, form)).toEqual(data);
});

test.each<[string, JsonSchema, { readonly visible: number; readonly data: unknown }]>([
  ['a text', text, { visible: 2, data: {} }],
  ['a map', { type: 'object', additionalProperties: text }, { visible: 2, data: { a: {} } }],
  // What is drawn beside the fields of an alternative is no group that can be opened.
  [
    'a group with alternatives',
    { ...group, oneOf: [group, { ...group }] },
    { visible: 5, data: { a: { kind: 'x' } } },
  ],
])('%s is not folded, and counts', (_name, member, { visible, data }) => {
  const form = fold(member);
  expect(isMarked(form)).toBe(false);
  expect(countFields(form).visible).toBe(visible);
  expect(createFormData(form, form)).toEqual(data);
});
