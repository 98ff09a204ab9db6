import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { formatTable } from './format-table.ts';
import { cutLine, wrapLine } from './text-width.ts';

const WORDS = 'one two three four five six seven eight nine ten';

test.each([
  ['fits', 'short', { columns: 30, start: 4 }, 'short'],
  [
    'is too wide',
    `key  ${WORDS}`,
    { columns: 30, start: 5 },
    'key  one two three four five\n     six seven eight nine ten',
  ],
  [
    'has a word without end',
    `a  ${'x'.repeat(40)}`,
    { columns: 30, start: 3 },
    `a  ${'x'.repeat(40)}`,
  ],
  ['has no room', `key  ${WORDS}`, { columns: 20, start: 5 }, `key  ${WORDS}`],
])('a line that %s', (...[, line, options, expected]) => {
  expect(wrapLine(line, options)).toBe(expected);
});

test('wide characters count twice, and long text is left to the terminal', () => {
  const wide = wrapLine(`日本  ${'日本 '.repeat(20)}`, { columns: 30, start: 6 });
  for (const line of wide.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(30);
  expect(wide.split('\n')[1]).toMatch(/^ {6}日本/u);
  const long = 'word '.repeat(5000);
  expect(wrapLine(long, { columns: 30, start: 0 })).toBe(long);
});

test('a table wraps its last column, below itself', () => {
  const paint = (_style: string, text: string): string => text;
  const rows = [
    ['a', WORDS],
    ['name', 'x'],
  ];
  expect(formatTable(rows, { paint, columns: 34, overflow: 'wrap' })).toBe(
    '  a     one two three four five\n        six seven eight nine ten\n  name  x',
  );
  expect(formatTable(rows, { paint, columns: 20 })).toBe('  a     one two thr…\n  name  x');
});

test('cutLine() ends a line of characters that take no column', () => {
  const cut = cutLine(`a${'\u3164'.repeat(100_000)}`, 10);
  expect(cut).toMatch(/^a\u3164{1,80}…$/u);
  expect(cutLine(`a${'\u3164'.repeat(78)}\u{1F600}`, 10)).not.toMatch(/\p{Surrogate}/u);
});
