import { expect, test } from 'vitest';
import { numberFileName, toFileName } from './save-files.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['Grüße 日本.txt', 'Grüße 日本.txt'],
  ['../../x', 'x'],
  ['/etc/passwd', 'passwd'],
  [String.raw`C:\Users\ada\plan.txt`, 'plan.txt'],
  [String.raw`..\..\x`, 'x'],
  ['a/', 'a'],
  ['.npmrc', 'npmrc'],
  ['...hidden', 'hidden'],
  ['trailing. . ', 'trailing'],
  ['a\u0000b.txt', String.raw`a_u0000b.txt`],
  ['a\nb.txt', 'a b.txt'],
  ['gpj.\u202Eexe', 'gpj._u202eexe'],
  ['what?<is>:"this"|*', 'what__is___this___'],
  ['file.txt:stream', 'file.txt_stream'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['com1.tar.gz', '_com1.tar.gz'],
  ['LPT²', '_LPT²'],
  ['-rf', '_rf'],
  ['console.log', 'console.log'],
  ['e\u0301.txt', '\u00e9.txt'],
])('%j is saved as %j', (name, expected) => {
  expect(toFileName({ name, artifact: 'a', mediaType: '' })).toBe(expected);
});

test.each([
  ['', 'Trip plan', 'text/plain; charset=utf-8', 'Trip plan.txt'],
  ['..', 'chart', 'image/PNG', 'chart.png'],
  ['/', '../../evil', 'application/json', '_.._evil.json'],
  ['  ', '', 'application/x-nobody-knows', 'file.bin'],
  ['', '...', 'no media type', 'file.bin'],
  ['', 'nul', 'text/csv', '_nul.csv'],
])('%j of artifact %j and type %j is saved as %j', (...[name, artifact, mediaType, expected]) => {
  expect(toFileName({ name, artifact, mediaType })).toBe(expected);
});

test('a long name keeps its extension and no half characters', () => {
  for (const text of ['x'.repeat(5000), '日'.repeat(300), '👩‍👩‍👧'.repeat(100)]) {
    const name = toFileName({ name: `${text}.tar.gz`, artifact: '', mediaType: '' });
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(Buffer.byteLength(name)).toBeGreaterThan(170);
    expect(name).toMatch(/\.gz$/u);
    expect(Buffer.from(name).toString()).toBe(name);
  }
  const dotted = toFileName({ name: `a.${'b'.repeat(5000)}`, artifact: '', mediaType: '' });
  expect(dotted).toBe(`a.${'b'.repeat(198)}`);
});

test('a long name is not hidden, is no option and does not end with dots', () => {
  const marks = '\u0301'.repeat(300);
  const toName = (name: string) => toFileName({ name, artifact: '', mediaType: '' });
  expect(toName(`e${marks}.npmrc`)).toBe('file.npmrc');
  expect(toName(`e${marks}`)).toBe('file');
  expect(toName(`a${'.'.repeat(300)}${'b'.repeat(30)}`)).toBe('a');
});

test('a number stands before the extension', () => {
  expect(numberFileName('a.b.txt', 2)).toBe('a.b-2.txt');
  expect(numberFileName('README', 3)).toBe('README-3');
});
