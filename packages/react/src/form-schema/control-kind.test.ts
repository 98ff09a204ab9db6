import { expect, test } from 'vitest';
import { drawProperty } from '../testing/draw.ts';
import { toControlKind, toUploadKind, type ControlKind } from './control-kind.ts';

const choices = (count: number): readonly string[] =>
  Array.from({ length: count }, (_choice, n) => `c${n}`);

test.each<[unknown, ControlKind]>([
  [{ type: 'string' }, 'text'],
  [{ type: 'string', maxLength: 200 }, 'text'],
  [{ type: 'string', maxLength: 201 }, 'long-text'],
  [{ type: 'string', contentMediaType: 'text/markdown; charset=utf-8' }, 'long-text'],
  [{ type: 'string', format: 'date' }, 'date'],
  [{ type: 'string', format: 'date-time' }, 'date-time'],
  [{ type: 'string', format: 'password' }, 'secret'],
  [{ type: 'string', writeOnly: true }, 'secret'],
  [{ type: 'string', format: 'data-url' }, 'file'],
  [{ type: 'string', contentEncoding: 'base64' }, 'file'],
  [{ type: 'string', format: 'money' }, 'number'],
  [{ type: ['integer', 'null'] }, 'number'],
  [{ type: 'boolean' }, 'switch'],
  [{ enum: choices(5) }, 'radio'],
  [{ enum: choices(6) }, 'combobox'],
  [{ enum: choices(2001) }, 'editor'],
  [{ oneOf: [{ const: true, title: 'I agree' }] }, 'radio'],
  [{ type: 'array', uniqueItems: true, items: { enum: choices(9) } }, 'choices'],
  [{ type: 'array', items: { enum: choices(9) } }, 'list'],
  [{ type: 'array', items: { type: 'string', format: 'data-url' } }, 'files'],
  [{ prefixItems: [{ type: 'string' }] }, 'list'],
  [{ properties: { a: { type: 'string' } } }, 'group'],
  [{ type: ['string', 'integer'] }, 'union'],
  [true, 'editor'],
])('%j is drawn as %s', (schema, kind) => {
  expect(toControlKind(drawProperty(schema))).toBe(kind);
});

test('links to files of a kind are files where files can be stored', () => {
  const link = { type: 'string', format: 'uri', contentMediaType: 'image/png' };
  expect([link, { type: 'array', items: link }].map(toControlKind)).toEqual(['url', 'list']);
  expect([link, { type: 'array', items: link }].map(toUploadKind)).toEqual(['file', 'files']);
  const { contentMediaType: _media, ...plain } = link;
  expect(toUploadKind(plain)).toBe('url');
});
