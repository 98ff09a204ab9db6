import { expect, test } from 'vitest';
import { parseBlocks } from './blocks.ts';
import { parseInline, type Inline } from './inline.ts';

/** Writes pieces of Markdown in a short form, to compare them. */
function show(pieces: readonly Inline[]): string {
  return pieces
    .map((piece) => {
      switch (piece.kind) {
        case 'text':
          return piece.text;
        case 'code':
          return `<code ${piece.text}>`;
        case 'break':
          return '<br>';
        case 'link':
          return `<link ${piece.link.href} ${show(piece.children)}>`;
        case 'strong':
        case 'emphasis':
          return `<${piece.kind} ${show(piece.children)}>`;
      }
    })
    .join('');
}

test.each([
  ['a **b *c* d** e', 'a <strong b <emphasis c> d> e'],
  ['_a_ snake_case_name 2 * 3 * 4', '<emphasis a> snake_case_name 2 * 3 * 4'],
  ['`**a**` \\*b\\*', '<code **a**> *b*'],
  ['**never closed', '**never closed'],
  ['[x](https://a.example/y)', '<link https://a.example/y x>'],
  ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
  ['[x](javascript:alert)', 'x'],
  ['![track](https://a.example/p.png)', '<link https://a.example/p.png track>'],
  ['[no link] (here)', '[no link] (here)'],
  ['see https://a.example/x.', 'see <link https://a.example/x https://a.example/x>.'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['one\ntwo', 'one<br>two'],
  ['[a [b](https://a.example)', '<link https://a.example/ a [b>'],
])('%s', (text, expected) => {
  expect(show(parseInline(text))).toBe(expected);
});

test('blocks', () => {
  const text = [
    '### Title ###',
    'Text',
    'goes on',
    '',
    '- one',
    '  goes on',
    '  - within',
    '2. two',
    '> said',
    '---',
    '```js',
    '# no heading',
    '```',
    '| a | b |',
    '|---|:-:|',
    '| 1 | 2 |',
    '# Next',
    '###### Deeper',
  ].join('\n');
  const blocks = parseBlocks(text);
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'quote',
    'rule',
    'code',
    'table',
    'heading',
    'heading',
  ]);
  expect(blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []))).toEqual([
    1, 1, 2,
  ]);
  const list = blocks[2];
  expect(list?.kind === 'list' && list.items.map(({ indent }) => indent)).toEqual([0, 1, 0]);
});

test.each([
  ['*'],
  ['**a'],
  ['_a '],
  ['['],
  ['[a]('],
  ['![]('],
  ['`'],
  ['`a``b'],
  ['\\'],
  ['> '],
  ['>'],
  ['- '],
  ['#'],
  ['# '],
  ['|-'],
  ['|a|\n|-|\n'],
  ['http://'],
  ['https://a.example/*'],
  ['*_[**`'],
  ['\n'],
  ['  - a\n'],
])('time grows with the length only: %j', (piece) => {
  // The time of the processor does not grow when other programs keep the work waiting.
  const measure = (length: number): number => {
    const text = piece.repeat(Math.ceil(length / piece.length));
    const before = process.cpuUsage();
    parseBlocks(text);
    return process.cpuUsage(before).user;
  };
  // Times of less than a millisecond are mostly of other work in this process.
  const short = Math.max(measure(20_000), measure(20_000), measure(20_000), 1_000);
  // A text that is 15 times as long would take 225 times as long if time were quadratic.
  const long = Math.min(measure(300_000), measure(300_000));
  expect(long).toBeLessThan(100 * short);
});
