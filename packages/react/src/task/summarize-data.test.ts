import { expect, test } from 'vitest';
import { ARABIC } from '../messages/arabic.ts';
import { ENGLISH } from '../messages/english.ts';
import { GERMAN } from '../messages/german.ts';
import { summarizeData } from './summarize-data.ts';

const schema = {
  type: 'object',
  properties: {
    toAddress: { $ref: '#/$defs/address', title: 'Ship to' },
    size: {
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'm', title: 'Medium' },
      ],
    },
    key: { type: 'string', format: 'password' },
    when: { type: 'string', format: 'date' },
    gift: { type: 'boolean' },
    note: { type: ['string', 'null'] },
  },
  $defs: {
    address: {
      type: 'object',
      properties: { street: { title: 'Street' }, zip: { title: 'Postcode' } },
    },
  },
};

test('names that somebody has chosen are told as they are', () => {
  const value = { type: 'object', title: 'Rate', properties: { buyNow: { type: 'number' } } };
  const map = {
    type: 'object',
    properties: { perDay: { type: 'object', additionalProperties: value } },
    additionalProperties: { type: 'number' },
  };
  const data = { perDay: { EUR_USD: { buyNow: 1 } }, my_key: 2, ' ': 3 };
  expect(summarizeData(data, map, ENGLISH)).toEqual([
    { label: 'Per day', text: 'EUR_USD: Buy now: 1' },
    { label: 'my_key', text: '2' },
    { label: '" "', text: '3' },
  ]);
});

test('members are told in the order and with the labels of the form', () => {
  const data = {
    gift: true,
    when: '2027-04-12',
    key: 'secret-1',
    size: 'm',
    toAddress: { zip: '12345', street: 'Elm 3' },
    note: null,
    extraThing: 1234.5,
  };
  expect(summarizeData(data, schema, ENGLISH)).toEqual([
    { label: 'Ship to', text: 'Street: Elm 3; Postcode: 12345' },
    { label: 'Size', text: 'Medium' },
    { label: 'Key', text: 'hidden' },
    { label: 'When', text: 'Apr 12, 2027' },
    { label: 'Gift', text: 'Yes' },
    { label: 'Note', text: 'None' },
    { label: 'Extra thing', text: '1234.5' },
  ]);
  const [, , , when, gift] = summarizeData(data, schema, GERMAN);
  expect([when?.text, gift?.text]).toEqual(['12.04.2027', 'Ja']);
  expect(summarizeData(data, schema, ARABIC)[4]?.text).toBe('نعم');
});

test('lists, files and empty values are told in short', () => {
  const data = {
    tags: ['sun', 'sea'],
    guests: [{ name: 'Ada' }, { name: 'Grace' }],
    none: [],
    blank: '',
    photo: 'data:image/png;base64,AAECAw==',
    many: Array.from({ length: 100 }, (_, n) => n),
    long: 'x'.repeat(1000),
  };
  const lines = summarizeData(data, undefined, ENGLISH).map(({ text }) => text);
  expect(lines.slice(0, 4)).toEqual(['sun, sea', 'Ada\nGrace', 'None', 'None']);
  expect(lines[4]).toBe('File (image/png, 4 bytes)');
  expect(lines[5]).toMatch(/^0, 1, .*, 19, …$/u);
  expect(lines[6]).toHaveLength(301);
});

test('what is no object is one line, and what is deep or wide is bounded', () => {
  expect(summarizeData('Hi', undefined, ENGLISH)).toEqual([{ label: '', text: 'Hi' }]);
  expect(summarizeData({}, undefined, ENGLISH)).toEqual([]);
  const deep = { a: { b: { c: { d: { e: 1 } } } } };
  expect(summarizeData(deep, undefined, ENGLISH)).toEqual([{ label: 'A', text: 'B: C: D: …' }]);
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`p${n}`, n]));
  expect(summarizeData(wide, undefined, ENGLISH)).toHaveLength(200);
});

test('amounts are told with the currency that stands beside them, as results tell them', () => {
  const data = {
    currency: 'EUR',
    total: 1234.5,
    items: [{ price: 9.9, currency: 'USD' }],
    deposit: { amount: '20.5', currency: 'EUR' },
  };
  expect(summarizeData(data, undefined, ENGLISH).map(({ text }) => text)).toEqual([
    'EUR',
    '€1,234.50',
    '$9.90 · USD',
    '€20.50',
  ]);
});
