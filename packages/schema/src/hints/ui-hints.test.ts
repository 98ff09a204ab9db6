import { expect, test } from 'vitest';
import { checkSchema } from '../schema/check-schema.ts';
import { readUiHints } from './ui-hints.ts';

const KEY = 'x-formwork-ui';

test.each<[string, object, unknown, object]>([
  ['all texts', { type: 'string' }, { placeholder: 'A', help: 'B', section: 'C', unit: 'km' }, {}],
  ['a width and a control', { type: 'string' }, { width: 'short', widget: 'code' }, {}],
  ['a slider', { type: 'number', minimum: 0, maximum: 1 }, { widget: 'slider' }, {}],
  ['a slider without bounds', { type: 'number' }, { widget: 'slider' }, { widget: 0 }],
  ['stars', { type: 'integer', maximum: 5 }, { widget: 'rating' }, {}],
  ['a thousand stars', { type: 'integer', maximum: 1000 }, { widget: 'rating' }, { widget: 0 }],
  ['a control of another type', { type: 'boolean' }, { widget: 'color' }, { widget: 0 }],
  ['a control beside a reference', {}, { widget: 'slider' }, {}],
  ['an order', { properties: { a: {}, b: {} } }, { order: ['b'] }, {}],
  ['an order of strangers', { properties: { a: {} } }, { order: ['z'] }, { order: 0 }],
  ['what nobody knows', {}, { colour: 'red', constructor: 1 }, { colour: 0, constructor: 0 }],
  [
    'values of other types',
    {},
    { width: 3, help: {}, order: 'a' },
    { width: 0, help: 0, order: 0 },
  ],
  ['a text without end', {}, { help: 'x'.repeat(2000) }, { help: 0 }],
])('%s', (...row) => {
  const [, schema, given, wrong] = row;
  const { hints, faults } = readUiHints({ ...schema, [KEY]: given });
  expect(faults.map(({ name }) => name)).toEqual(Object.keys(wrong));
  const left = Object.entries(given as object).filter(([name]) => !Object.hasOwn(wrong, name));
  expect(hints).toEqual(Object.fromEntries(left));
});

test.each([null, 3, 'a', [], true])('hints that are no object: %j', (given) => {
  expect(readUiHints({ [KEY]: given })).toMatchObject({
    hints: {},
    faults: [{ name: '', reason: 'object' }],
  });
});

test('a misspelt hint is a warning with a suggestion, when the schema is checked', () => {
  const schema = {
    type: 'object',
    properties: {
      a: { type: 'string', [KEY]: { widht: 'short', widget: 'textaera', width: 'shrt' } },
    },
    [KEY]: { order: ['b'] },
  };
  const issues = checkSchema(schema);
  expect(issues.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`)).toEqual([
    `warning schema-hint-unknown /${KEY}/order`,
    `warning schema-hint-unknown /properties/a/${KEY}/widht`,
    `warning schema-hint-unknown /properties/a/${KEY}/widget`,
    `warning schema-hint-unknown /properties/a/${KEY}/width`,
  ]);
  const [order, name, widget, width] = issues.map(({ message }) => message);
  expect(order).toContain('must be a list of names in "properties"');
  expect(name).toContain('did you mean "width"?');
  expect(widget).toContain('did you mean "textarea"?');
  expect(width).toContain('did you mean "short"?');
});
