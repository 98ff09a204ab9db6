import { expect, test } from 'vitest';
import type { Json } from '@formwork/schema';
import { formatCsv } from './csv.ts';

test('quotes what RFC 4180 has quoted, and ends lines with CRLF', () => {
  const rows = [
    ['Ada', 'says "hi", twice'],
    ['Grace\nHopper', null],
  ];
  expect(formatCsv(['name', 'note'], rows)).toBe(
    '\u{FEFF}name,note\r\nAda,"says ""hi"", twice"\r\n"Grace\nHopper",\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', ' =1', '\u00a0＠x', '\n-x'])(
  'no text is a formula: %j',
  (text) => {
    const [, line = ''] = formatCsv(['a'], [[text]]).split('\r\n');
    expect(line.replace(/^"/u, '').startsWith("'")).toBe(true);
  },
);

test('a name of a column is no formula either, and numbers stay numbers', () => {
  expect(formatCsv(['=a'], [[-5], [true]])).toBe('\u{FEFF}"\'=a"\r\n-5\r\ntrue\r\n');
});

test('a number that somebody typed is a number, and nothing else is', () => {
  const cells: readonly Json[] = ['-5', '+1.5', '-1e3', '-x', '=5'];
  expect(formatCsv(['a'], [cells], { isTyped: true })).toBe(
    '\u{FEFF}a\r\n-5,+1.5,-1e3,"\'-x","\'=5"\r\n',
  );
});

test('a list is JSON in its cell, and a cell that is not there is empty', () => {
  expect(formatCsv(['a', 'constructor'], [[['x', 1], undefined]])).toBe(
    '\u{FEFF}a,constructor\r\n"[""x"",1]",\r\n',
  );
});
