import type { Json, JsonSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import { toChoiceTime } from './to-choice-time.ts';

const CHOICE = { anyOf: [{ type: 'string' }, { type: 'object' }] };
const ROWS = { properties: { rows: { items: { properties: { a: CHOICE } } } } };

test.each<[string, JsonSchema, Json | undefined, string]>([
  ['no choice', { properties: { a: { type: 'string' } } }, undefined, 'never'],
  ['a choice', CHOICE, undefined, 'at-once'],
  ['a choice in a field', { properties: { items: CHOICE } }, {}, 'at-once'],
  ['a part with a condition', { allOf: [{ if: true }] }, undefined, 'at-once'],
  ['fields that depend on others', { dependencies: { a: {} } }, undefined, 'at-once'],
  ['a choice elsewhere', { $ref: '#/$defs/a', $defs: { a: CHOICE } }, undefined, 'at-once'],
  ['a choice in other fields', { additionalProperties: CHOICE }, undefined, 'at-once'],
  ['rows that are not there', ROWS, undefined, 'later'],
  ['no rows', ROWS, { rows: [] }, 'later'],
  ['rows', ROWS, { rows: [{}] }, 'at-once'],
  [
    'a schema within itself',
    {
      $ref: '#/$defs/a',
      $defs: { a: { properties: { a: { $ref: '#/$defs/a' } }, items: CHOICE } },
    },
    undefined,
    'later',
  ],
])('%s', (...[, form, data, expected]) => {
  expect(toChoiceTime(form, data)).toBe(expected);
});
