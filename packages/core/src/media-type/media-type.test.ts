import { expect, test } from 'vitest';
import {
  parseMediaType,
  acceptsMediaType,
  listFileTypes,
  fromSchemaMode,
  toSchemaMode,
  toOutputForm,
} from './media-type.ts';

test.each([
  ['application/json', 'application/json', {}],
  ['Application/JSON', 'application/json', {}],
  ['  application/json  ', 'application/json', {}],
  ['application/json;schema=x', 'application/json', { schema: 'x' }],
  ['application/json ; schema=x', 'application/json', { schema: 'x' }],
  ['application/json;\tschema=x', 'application/json', { schema: 'x' }],
  ['application/json;SCHEMA=MixedCase', 'application/json', { schema: 'MixedCase' }],
  ['application/json;schema="quoted"', 'application/json', { schema: 'quoted' }],
  ['application/json;schema="a\\"b"', 'application/json', { schema: 'a"b' }],
  [
    'application/json;charset=utf-8;schema=x',
    'application/json',
    { charset: 'utf-8', schema: 'x' },
  ],
  ['application/json;schema=x;q="a;b"', 'application/json', { schema: 'x', q: 'a;b' }],
  ['application/json;;schema=x;', 'application/json', { schema: 'x' }],
  ['application/json;schema=first;schema=second', 'application/json', { schema: 'first' }],
])('parseMediaType() reads %j', (text, type, parameters) => {
  const mediaType = parseMediaType(text);
  expect(mediaType?.type).toBe(type);
  expect({ ...mediaType?.parameters }).toEqual(parameters);
});

test('a text of a megabyte is no media type, and is not read', () => {
  const parameters = Array.from({ length: 100_000 }, (_, n) => `;a${n}=b`).join('');
  expect(parseMediaType(`application/json${parameters}`)).toBeUndefined();
  expect(fromSchemaMode(`application/json${';'.repeat(900)};schema=x`)).toBe('x');
});

test.each(['', 'json', 'application/', '/json', 'application/json schema=x', 'a b/c', ';schema=x'])(
  'parseMediaType() refuses %j',
  (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  },
);

test.each([
  ['image/png', true],
  ['IMAGE/PNG; name=x', true],
  ['image/svg+xml', true],
  ['Application/PDF', true],
  ['application/pdfx', false],
  ['imagex/png', false],
  ['text/plain', false],
  ['', false],
  ['png', false],
])('images and PDF hold %s: %s', (type, isAccepted) => {
  expect(acceptsMediaType(['image/*', 'application/pdf'], type)).toBe(isAccepted);
});

test('what takes anything takes a file without a type', () => {
  expect(acceptsMediaType(['*/*'], '')).toBe(true);
  expect(acceptsMediaType([], 'image/png')).toBe(false);
});

test('types of files are the modes that stand for neither text nor data', () => {
  const modes = [
    'text/plain',
    'application/json;schema=a',
    'application/json',
    'Image/PNG',
    'image/png',
    'text/*',
    'text',
  ];
  expect(listFileTypes(modes)).toEqual(['image/png', 'text/*']);
});

test('toSchemaMode() writes the mode as the extension does', () => {
  expect(toSchemaMode('fightComparison')).toBe('application/json;schema=fightComparison');
});

test.each([
  ['application/json;schema=fightComparison', 'fightComparison'],
  ['APPLICATION/JSON; charset=utf-8; Schema="fightComparison"', 'fightComparison'],
  ['application/json', undefined],
  ['application/json;charset=utf-8', undefined],
  ['text/plain;schema=x', undefined],
  ['application/vnd.api+json;schema=x', undefined],
  ['application/json;schema=', ''],
  ['nonsense', undefined],
])('fromSchemaMode() finds in %j the name %j', (mode, name) => {
  expect(fromSchemaMode(mode)).toBe(name);
});

test('fromSchemaMode() keeps the case of names', () => {
  expect(fromSchemaMode('application/json;schema=FIGHT')).toBe('FIGHT');
});

test.each([
  [[], 'data'],
  [['application/json'], 'data'],
  [['text/plain', 'application/json;schema=fightResponse'], 'data'],
  [['*/*'], 'data'],
  [['image/png'], 'data'],
  [['text/plain'], 'text'],
  [['text'], 'text'],
  [['TEXT/PLAIN; charset=utf-8', 'image/png'], 'text'],
] as const)('toOutputForm() for %j is %s', (modes, form) => {
  expect(toOutputForm(modes)).toBe(form);
});
