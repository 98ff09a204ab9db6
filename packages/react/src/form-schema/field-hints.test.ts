import { expect, test } from 'vitest';
import { draw, drawProperty } from '../testing/draw.ts';
import { toControlKind } from './control-kind.ts';
import { toWidth } from './control-width.ts';
import { toHints } from './field-hints.ts';
import { tellsNothing } from './tells-nothing.ts';

const KEY = 'x-formwork-ui';
const text = { type: 'string' };

test.each<[object, object, string, string]>([
  [text, { widget: 'textarea' }, 'long-text', 'full'],
  [text, { widget: 'code', width: 'long' }, 'long-text', 'long'],
  [{ ...text, format: 'password' }, { widget: 'text' }, 'secret', 'medium'],
  [{ type: 'integer', minimum: 0, maximum: 9 }, { widget: 'slider' }, 'slider', 'full'],
  [{ type: 'integer' }, { widget: 'slider' }, 'number', 'short'],
  [{ enum: ['a', 'b'] }, { widget: 'select' }, 'select', 'medium'],
  [{ enum: [1, 2, 3, 4, 5, 6, 7] }, { widget: 'radio' }, 'radio', 'full'],
  [{ ...text, maxLength: 5 }, {}, 'text', 'short'],
  [{ ...text, maxLength: 40 }, {}, 'text', 'medium'],
  [{ ...text, format: 'email' }, {}, 'email', 'medium'],
  [{ ...text, format: 'duration' }, {}, 'duration', 'medium'],
  [text, { widget: 'constructor', width: 9, help: {} }, 'text', 'full'],
])('%o with %o is a control of kind %s and width %s', (...row) => {
  const [schema, hints, kind, width] = row;
  const form = drawProperty({ ...schema, [KEY]: hints }) as Readonly<Record<string, unknown>>;
  expect(toControlKind(form)).toBe(kind);
  expect(toWidth(form, toControlKind(form))).toBe(width);
});

test('properties stand in the order of the hint, those of a section together', () => {
  const inSection = { ...text, [KEY]: { section: 'S' } };
  const form = draw({
    type: 'object',
    properties: { a: inSection, b: text, c: inSection, d: text, e: text },
    [KEY]: { order: ['e', 'e', 'nobody'] },
  });
  // An order with a stranger is ignored as a whole, so that its author sees it.
  expect(Object.keys(form['properties'] ?? {})).toEqual(['a', 'c', 'b', 'd', 'e']);
  const { properties } = draw({ ...form, [KEY]: { order: ['e', 'c'] } });
  expect(Object.keys(properties ?? {})).toEqual(['e', 'c', 'a', 'b', 'd']);
});

test('a hint beside a reference counts, and the help takes the place of the description', () => {
  const form = draw({
    type: 'object',
    properties: {
      a: { $ref: '#/$defs/t', [KEY]: { help: 'Short\u202E', width: 'short' } },
    },
    $defs: { t: { ...text, description: 'Long' } },
  });
  const { a } = form['properties'] as Readonly<Record<string, Record<string, unknown>>>;
  expect(a?.['description']).toBe('Short[U+202E]');
  expect(toHints(a)).toEqual({ width: 'short' });
});

test.each([
  ['startDate', { description: 'The start date.' }, true],
  ['a', { title: 'E-mail', description: 'Your e mail' }, true],
  ['a', { title: 'E-mail', description: 'Where we write to' }, false],
  ['a', { description: '…' }, true],
  ['a', {}, false],
])('help that only repeats the label: %s %o', (name, schema, expected) => {
  expect(tellsNothing(name, schema)).toBe(expected);
});
