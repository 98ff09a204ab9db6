import { expect, test } from 'vitest';
import { toCsv } from './to-csv.ts';

test('quotes what RFC 4180 has quoted, and ends lines with CRLF', () => {
  const rows = [
    { name: 'Ada', note: 'says "hi", twice' },
    { name: 'Grace\nHopper', note: null },
  ];
  expect(toCsv(['name', 'note'], rows)).toBe(
    '\u{FEFF}name,note\r\nAda,"says ""hi"", twice"\r\n"Grace\nHopper",\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])(
  'no text is a formula: %j',
  (text) => {
    const [, line = ''] = toCsv(['a'], [{ a: text }]).split('\r\n');
    expect(line.replace(/^"/u, '').startsWith("'")).toBe(true);
  },
);

test('a name of a column is no formula either, and numbers stay numbers', () => {
  expect(toCsv(['=a'], [{ '=a': -5 }, { '=a': true }])).toBe("\u{FEFF}'=a\r\n-5\r\ntrue\r\n");
});

test('a list is JSON in its cell, and only what a row has itself counts', () => {
  expect(toCsv(['a', 'constructor'], [{ a: ['x', 1] }])).toBe(
    '\u{FEFF}a,constructor\r\n"[""x"",1]",\r\n',
  );
});
