import { expect, test } from 'vitest';
import { drawScreen } from './draw-screen.ts';
import { readScreen } from './read-screen.ts';

const PLAIN = { colour: undefined, isBold: false, isDim: false };
const OPTIONS = { title: 'a < b', description: 'c & d', columns: 20 };

test('a screen is what is left of the output: lines written over, wrapped, in colour', async () => {
  const lines = await readScreen(
    '\u001b[1mBold\u001b[22m  two  three\r\n\r\nhidden\r\u001b[2K\u001b[31m日本\u001b[39m end of a long line',
    20,
  );
  expect(lines).toEqual([
    [
      { text: 'Bold', style: { ...PLAIN, isBold: true }, column: 0, width: 4 },
      { text: 'two', style: PLAIN, column: 6, width: 3 },
      { text: 'three', style: PLAIN, column: 11, width: 5 },
    ],
    [],
    [
      { text: '日本', style: { ...PLAIN, colour: 1 }, column: 0, width: 4 },
      { text: 'end of a long l', style: PLAIN, column: 5, width: 15 },
    ],
    [{ text: 'ine', style: PLAIN, column: 0, width: 3 }],
  ]);
});

test.each(['\u001b[7m', '\u001b[44m', '\u001b[38;5;99m', '\u001b[38;2;1;2;3m', '\u001b[4m'])(
  'a style that would be lost is refused: %j',
  async (sequence) => {
    await expect(readScreen(`${sequence}x`, 20)).rejects.toThrow(
      /Cannot draw "x" because its style/u,
    );
  },
);

test('text stays text, and means nothing to a browser', async () => {
  const svg = drawScreen(await readScreen('<script> & "more"', 20), OPTIONS);
  expect(svg).toContain('>&lt;script&gt; &amp; "more"</text>');
  expect(svg).toContain('<title id="title">a &lt; b</title>');
  expect(svg).toContain('<desc id="description">c &amp; d</desc>');
  expect(svg).not.toContain('<script');
});

test('every colour of text can be read, in the light and in the dark', () => {
  const rules = [...drawScreen([], OPTIONS).matchAll(/svg \{ (--[^}]*) \}/gu)];
  expect(rules).toHaveLength(2);
  for (const [, rule = ''] of rules) {
    const colours = new Map(
      [...rule.matchAll(/--(\w+): (#\w{6})/gu)].map(([, name = '', value = '']) => [name, value]),
    );
    const { ground = '', bar = '', edge: _edge, ...texts } = Object.fromEntries(colours);
    expect(Object.keys(texts)).toHaveLength(10);
    for (const text of Object.values(texts)) expect(contrast(text, ground)).toBeGreaterThan(4.5);
    expect(contrast(colours.get('dim') ?? '', bar)).toBeGreaterThan(4.5);
  }
});

/** Returns the contrast ratio of two colours by WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
