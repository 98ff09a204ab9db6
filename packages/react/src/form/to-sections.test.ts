import { expect, test } from 'vitest';
import { ENGLISH } from '../messages/english.ts';
import { draw } from '../testing/draw.ts';
import { toSectionState } from './section-state.ts';
import { toSections } from './to-sections.ts';

const text = { type: 'string' };
const group = { type: 'object', properties: { a: text } };
const many = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, text]));

function labelsOf(properties: object): readonly string[] {
  const form = draw({ type: 'object', properties });
  return toSections(form, ENGLISH).map(({ label }) => label);
}

test('only long forms have sections', () => {
  expect(labelsOf(many(12))).toEqual([]);
  expect(labelsOf({ ...many(5), g: group, h: group })).toEqual([]);
  expect(labelsOf(many(13))).toHaveLength(13);
  expect(labelsOf(many(200))).toHaveLength(20);
});

test('groups and lists stand for themselves, fields between them together', () => {
  const parts = { a: text, home: group, b: text, c: text, tags: { items: text }, ...many(3) };
  expect(labelsOf({ ...parts, away: { $ref: '#/properties/home' } })).toEqual([
    'A',
    'Home',
    'B and C',
    'Tags',
    'Field0, Field1, and Field2',
    'Away',
  ]);
});

test('a consent and many fields in one section have no sentences and no ranges as names', () => {
  const consent = { type: 'boolean', const: true, title: 'I agree to all terms' };
  const groups = { a: group, b: group, c: group };
  expect(labelsOf({ ...groups, phone: text, agreed: consent }).at(-1)).toBe('Phone and consent');
  expect(labelsOf({ ...groups, agreed: consent }).at(-1)).toBe('Consent');
  expect(labelsOf({ ...groups, ...many(5) }).at(-1)).toBe('Field0, Field1 …');
});

test.each([
  [{ a: 'x' }, [], 'filled'],
  [{ a: '' }, [], 'open'],
  [{ a: false, b: [] }, [], 'open'],
  [{ b: { c: { d: 0 } } }, [], 'filled'],
  [{ b: { c: undefined } }, [], 'open'],
  [{ a: 'x' }, ['/b/0'], 'problem'],
  [{ a: 'x' }, ['/bc'], 'filled'],
  [undefined, [], 'open'],
])('a section of %j with problems at %j is %s', (data, problems, state) => {
  expect(toSectionState({ label: '', names: ['a', 'b'], isGroup: false }, data, problems)).toBe(
    state,
  );
});
