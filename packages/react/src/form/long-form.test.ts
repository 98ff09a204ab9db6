import { expect, test } from 'vitest';
import { ENGLISH } from '../messages/english.ts';
import { draw } from '../testing/draw.ts';
import { findFields, listFields } from './list-fields.ts';
import { listMissingFields } from './missing-fields.ts';
import { toFolded, toSections } from './to-sections.ts';

const text = { type: 'string' };
const address = {
  type: 'object',
  properties: { street: { ...text, description: 'With the number' }, zip: text },
  required: ['street'],
};
const form = draw({
  type: 'object',
  properties: {
    name: text,
    home: { $ref: '#/$defs/address' },
    away: address,
    tags: { items: text },
    pay: {
      oneOf: ['card', 'cash'].map((kind) => ({
        type: 'object',
        properties: { kind: { const: kind }, holder: text },
        required: kind === 'card' ? ['kind', 'holder'] : ['kind'],
      })),
    },
  },
  required: ['name', 'home', 'tags'],
  $defs: { address },
});

test.each<[unknown, readonly string[]]>([
  [undefined, ['name', 'home/street', 'tags']],
  [{ name: '', home: { street: 'Main' }, tags: [] }, ['name']],
  [{ name: 'x', home: {}, away: {}, tags: ['a'] }, ['home/street', 'away/street']],
  [{ name: null, home: { street: 'x' }, tags: [] }, []],
  [
    { name: 'x', home: { street: 'x' }, tags: [], pay: { kind: 'card', holder: '' } },
    ['pay/holder'],
  ],
])('what is missing in %j', (data, missing) => {
  expect(listMissingFields(form, data).map((path) => path.join('/'))).toEqual(missing);
});

test('of groups that require themselves, no more are searched than a person could fill in', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  let searched = 0;
  const group = {
    type: 'object',
    required: names,
    get properties() {
      searched += 1;
      return Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/group' }]));
    },
  };
  const data = { a: { b: {} } };
  const self = { type: 'object', properties: { x: group, y: text }, required: ['x'] };
  expect(listMissingFields({ ...self, $defs: { group } }, data)).toEqual([]);
  expect(searched).toBeLessThan(50_000);
});

test.each([
  ['STREET', ['home/street', 'away/street']],
  ['number', ['home/street', 'away/street']],
  ['home street', ['home/street']],
  ['nam', ['name']],
  [' ', []],
  ['nothing like it', []],
])('a search for %j', (search, expected) => {
  const fields = listFields(form, ENGLISH);
  expect(findFields(fields, search, 'en').map(({ path }) => path.join('/'))).toEqual(expected);
});

test('fields fold under their sections if they are many, or if hints name sections', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, text]));
  const long = draw({ type: 'object', properties: many });
  const folded = toFolded(long, toSections(long, ENGLISH), 60);
  expect(folded.map(({ label }) => label).slice(0, 2)).toEqual(['F0, F1 …', 'F10, F11 …']);
  expect(toFolded(long, toSections(long, ENGLISH), 20)).toEqual([]);
  const inSection = (section: string): object => ({ ...text, 'x-formwork-ui': { section } });
  const hinted = draw({
    type: 'object',
    properties: { a: inSection('One'), b: text, c: inSection('Two'), d: inSection('One') },
  });
  expect(toFolded(hinted, toSections(hinted, ENGLISH), 4)).toEqual([
    { label: 'One', names: ['a', 'd', 'b'], isGroup: false },
    { label: 'Two', names: ['c'], isGroup: false },
  ]);
});
