import express, { type Request } from 'express';
import { expect, test } from 'vitest';
import { chooseEncoding, chooseLanguage, chooseType } from './negotiation.ts';

/** Makes a request of express, whose choice is the same. */
function ask(headers: Readonly<Record<string, string>>): Request {
  return Object.assign(Object.create(express.request) as Request, { headers });
}

test.each([
  {},
  { accept: '' },
  { accept: '*/*' },
  { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
  { accept: 'application/json' },
  { accept: 'Text/HTML' },
  { accept: 'text/*;q=0.5, application/json;q=0.4' },
  { accept: 'application/*, text/html' },
  { accept: 'text/html;q=0, */*' },
  { accept: '*/*;q=0.1, text/html;q=0.1' },
  { accept: 'text/html;level=1, application/json;q=0.2' },
  { accept: 'application/json;q=x, text/html;q=0.1' },
  { accept: 'image/png' },
  { accept: ',,;q=1' },
])('a type is chosen by %j', (headers) => {
  const request = ask(headers);
  expect(chooseType(request, ['application/json', 'text/html']) ?? false).toBe(
    request.accepts(['application/json', 'text/html']),
  );
  expect(chooseType(request, ['text/html', 'application/json']) ?? false).toBe(
    request.accepts(['text/html', 'application/json']),
  );
});

test.each([
  '',
  'gzip',
  'br, gzip',
  'gzip, br',
  'gzip;q=1, br;q=0.5',
  '*',
  'br;q=0, *',
  'GZIP',
  'x',
])('a compression is chosen by %j', (encodings) => {
  const request = ask({ 'accept-encoding': encodings });
  // Express would also choose to send as it is.
  const expected = request.acceptsEncodings('br', 'gzip');
  expect(chooseEncoding(request, ['br', 'gzip']) ?? 'identity').toBe(expected || 'identity');
});

test('a request without a compression gets none', () => {
  expect(chooseEncoding({ headers: {} }, ['br', 'gzip'])).toBe(undefined);
});

test.each([
  {},
  { 'accept-language': 'de' },
  { 'accept-language': 'de-AT, en;q=0.5' },
  { 'accept-language': 'fr, *;q=0.1' },
  { 'accept-language': 'ar;q=0.2, de;q=0.3, en;q=0.1' },
  { 'accept-language': 'fr' },
])('a language is chosen by %j', (headers) => {
  const request = ask(headers);
  for (const languages of [
    ['en', 'de', 'ar'],
    ['de-AT', 'en'],
  ]) {
    expect(chooseLanguage(request, languages) ?? false).toBe(request.acceptsLanguages(languages));
  }
});
