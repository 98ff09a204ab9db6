import { describe, expect, test } from 'vitest';
import { draw, drawProperty, EDITOR } from '../testing/draw.ts';

describe('every place has one type', () => {
  test.each<[string, unknown, unknown]>([
    ['a choice', { enum: ['x', 'y'] }, { type: 'string', enum: ['x', 'y'] }],
    ['a choice of numbers', { enum: [1, 2] }, { type: 'number', enum: [1, 2] }],
    [
      'a mixed choice',
      { enum: [1, 'a', null] },
      { type: 'string', enum: [1, 'a', null], 'x-formwork-nullable': true },
    ],
    [
      'a choice with labels beside it',
      { enum: [1, 2], enumNames: ['One', 'Two'] },
      {
        type: 'number',
        oneOf: [
          { const: 1, title: 'One' },
          { const: 2, title: 'Two' },
        ],
      },
    ],
    [
      'a choice whose labels are no texts, empty, or turn letters around',
      { enum: ['a', 'b', 'c'], enumNames: [{ toString: 1, valueOf: 1 }, '', '\u202egpj'] },
      {
        type: 'string',
        oneOf: [{ const: 'a' }, { const: 'b' }, { const: 'c', title: '[U+202E]gpj' }],
      },
    ],
    [
      'alternatives whose values have no label',
      { anyOf: [{ const: { toString: 1 }, title: { toString: 1 } }, { const: null }] },
      { type: 'string', oneOf: [{ const: { toString: 1 } }, { const: null }] },
    ],
    [
      'a choice with too few labels',
      { enum: ['x', 'y'], enumNames: ['X'] },
      { type: 'string', enum: ['x', 'y'] },
    ],
    ['a constant', { const: 'x' }, { type: 'string', enum: ['x'] }],
    ['equal values', { enum: ['x', 'x', 1, '1'] }, { type: 'string', enum: ['x', 1, '1'] }],
    [
      'a union of constants',
      { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] },
      {
        type: 'number',
        oneOf: [{ const: 1, title: 'One' }, { const: 2 }],
      },
    ],
    ['a pattern', { pattern: '^a' }, { type: 'string' }],
    ['a bound', { maximum: 3 }, { type: 'number', maximum: 3 }],
    ['items', { items: { type: 'string' } }, { type: 'array', items: { type: 'string' } }],
    ['nothing', {}, EDITOR],
    ['true', true, EDITOR],
    ['an object without properties', { type: 'object' }, EDITOR],
    ['an object of anything', { type: 'object', additionalProperties: true }, EDITOR],
    [
      'an object that must be empty',
      { type: 'object', additionalProperties: false },
      { type: 'object' },
    ],
    ['a list of anything', { type: 'array' }, { type: 'array', items: EDITOR }],
    ['null', { type: 'null' }, { type: 'string', enum: [null] }],
    [
      'a nullable type',
      { type: ['string', 'null'] },
      { type: ['string', 'null'], 'x-formwork-nullable': true },
    ],
    [
      'nullable of OpenAPI',
      { type: 'string', nullable: true },
      { type: ['string', 'null'], 'x-formwork-nullable': true },
    ],
    [
      'an optional of Pydantic',
      {
        anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }],
        title: 'Day',
        default: null,
      },
      {
        type: ['string', 'null'],
        format: 'date',
        title: 'Day',
        'x-formwork-nullable': true,
        'x-formwork-default': null,
      },
    ],
    [
      'two types',
      { type: ['string', 'integer'], minLength: 2, minimum: 3, title: 'Both' },
      {
        title: 'Both',
        anyOf: [
          { type: 'string', minLength: 2, title: 'Text' },
          { type: 'integer', minimum: 3, title: 'Whole number' },
        ],
      },
    ],
    [
      'an exclusive bound of draft 04',
      { type: 'number', minimum: 1, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 1 },
    ],
    [
      'texts that are none',
      { type: 'string', title: { a: 1 }, description: 3 },
      { type: 'string' },
    ],
    ['a pattern that is none', { type: 'string', pattern: '(?i)x(' }, { type: 'string' }],
    [
      'a media type',
      { type: 'string', contentMediaType: 'text/markdown' },
      { type: 'string', contentMediaType: 'text/markdown' },
    ],
    [
      'what only readers see',
      { type: 'string', readOnly: true },
      { type: 'string', readOnly: true },
    ],
    ['not and contains', { type: 'string', not: { const: 'x' } }, { type: 'string' }],
  ])('%s', (_name, schema, expected) => {
    expect(drawProperty(schema)).toEqual(expected);
  });

  test('a root may be anything', () => {
    expect(draw({ type: 'string' })).toEqual({ type: 'string' });
    expect(draw(true)).toEqual(EDITOR);
    expect(draw({})).toEqual(EDITOR);
  });
});
