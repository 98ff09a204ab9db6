import { expect, test } from 'vitest';
import { parseCells, parseCsv } from './parse-csv.ts';

test('quotes, commas and lines within fields', () => {
  const text = 'name,note\r\n"Lovelace, Ada","She said ""hi""\r\nand left"\r\nBob,\r\n';
  expect(parseCsv(text)).toEqual({
    columns: ['name', 'note'],
    rows: [
      ['Lovelace, Ada', 'She said "hi"\r\nand left'],
      ['Bob', ''],
    ],
    isCut: false,
  });
});

test.each(['\n', '\r\n', '\r'])('lines that end with %j', (end) => {
  const { columns, rows } = parseCsv(['a,b', '1,2', '', '3,4'].join(end));
  expect(columns).toEqual(['a', 'b']);
  expect(rows).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
});

test.each([
  ['\uFEFFa;b\n1,5;2', ['a', 'b'], ['1,5', '2']],
  ['a\tb\n1\t2', ['a', 'b'], ['1', '2']],
  ['a,b\n"x"y,z', ['a', 'b'], ['xy', 'z']],
  [' a , b \n1,2', ['a', 'b'], ['1', '2']],
  ['a,b\n1,', ['a', 'b'], ['1', '']],
])('what programs write: %j', (text, columns, row) => {
  expect(parseCsv(text)).toEqual({ columns, rows: [row], isCut: false });
});

test.each<[string, readonly (readonly string[])[]]>([
  [
    'Lisbon, Portugal\t3\nOslo\t4',
    [
      ['Lisbon, Portugal', '3'],
      ['Oslo', '4'],
    ],
  ],
  ['1,5\t2,5\t3,5', [['1,5', '2,5', '3,5']]],
  ['Tea;1,5;2,5', [['Tea', '1,5', '2,5']]],
  [
    '1,2,3\n4,5,6',
    [
      ['1', '2', '3'],
      ['4', '5', '6'],
    ],
  ],
  // As Excel, LibreOffice and Google copy a cell with lines, and one with quotes.
  ['"a\nb"\t"say ""hi"",\r\nall"\tx\r\n', [['a\nb', 'say "hi",\r\nall', 'x']]],
  [
    '"Big" Joe\t5" pipe\n"6 inch\tx\n"7 inch\ty',
    [
      ['"Big" Joe', '5" pipe'],
      ['"6 inch', 'x'],
      ['"7 inch', 'y'],
    ],
  ],
  // Rows without any text, such as those below a table in whole columns.
  ['a\tb\r\n\t\r\n\r\n \t\r\n', [['a', 'b']]],
])('cells are told apart as programs copy them: %j', (text, rows) => {
  expect(parseCells(text).rows).toEqual(rows);
});

test('nothing, and only names', () => {
  expect(parseCsv('')).toEqual({ columns: [], rows: [], isCut: false });
  expect(parseCsv('a,b')).toEqual({ columns: ['a', 'b'], rows: [], isCut: false });
});

test('big files are cut and say so', () => {
  const text = `n\n${Array.from({ length: 20 }, (_, n) => n).join('\n')}`;
  const { rows, isCut } = parseCsv(text, { maxRows: 10 });
  expect(rows).toHaveLength(10);
  expect(isCut).toBe(true);
  expect(parseCsv(text, { maxRows: 20 })).toMatchObject({ isCut: false });
});

test.each([
  ['name,amount\n"unclosed,1\nb,2', 2],
  ['a,b\r\n1,2\r\n3,"four', 3],
  ['"a', 1],
])('a quote that is never closed is told with its line: %j', (text, line) => {
  expect(parseCsv(text).openLine).toBe(line);
});

test('cells without names, with tabs although a cell has a comma', () => {
  expect(parseCells('1,5\t2\r\n\r\n3,5\t4', { delimiter: '\t', maxRows: 2 })).toEqual({
    rows: [
      ['1,5', '2'],
      ['3,5', '4'],
    ],
    isCut: false,
  });
});
