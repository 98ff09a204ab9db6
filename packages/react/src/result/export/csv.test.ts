import type { Json } from '@formwork/schema';
import { expect, test } from 'vitest';
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

test.each([
  'hello;=1+1',
  'hello; =1+1',
  'a;b;;@SUM(A1)',
  'x";"=1+1',
  ';=1;-2+3;-x',
  'a|=1',
  'tab\t=1',
  'line\n=1\r\n+x',
  '＝1;＝2',
  `;${' '.repeat(9)}=1`,
])('no part of a text is a formula where another separator ends cells: %j', (text) => {
  const csv = formatCsv(
    ['a', 'b'],
    [
      ['first', text],
      [text, 'last'],
    ],
  );
  for (const separator of [';', '|', '\t', ',']) {
    const cells = csv
      .slice(1)
      .split(/[\r\n]/u)
      .flatMap((line) => line.split(separator));
    const begun = cells.map((cell) => cell.replaceAll(/^[\s"]+/gu, ''));
    expect(begun.filter((cell) => /^[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
  }
});

test('numbers, words and dates beside separators stay as they are', () => {
  for (const text of ['1;-2', '2;+3.5', 'a; b - c', 'x | y', '2026-01-01;2026-01-02']) {
    expect(formatCsv(['a'], [['-', text]])).toContain(`,"${text}"`);
  }
  // The time grows with the length alone.
  expect(formatCsv(['a'], [['\n'.repeat(200_000)]])).toHaveLength(200_009);
});

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
