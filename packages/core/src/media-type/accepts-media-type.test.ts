import { expect, test } from 'vitest';
import { acceptsMediaType, listFileTypes } from './accepts-media-type.ts';

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
