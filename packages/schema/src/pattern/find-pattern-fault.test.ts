import { expect, test, vi } from 'vitest';
import { createFormatCheck } from '../evaluate/formats.ts';
import { vetSchema } from '../vetting/vet-schema.ts';
import { findPatternFault } from './find-pattern-fault.ts';

function isAccepted(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

test.each([
  '',
  String.raw`\p{L}+`,
  String.raw`[\p{Lu}\P{Script=Greek}]`,
  String.raw`[^\p{L}\d-]`,
  String.raw`[\p{L}-z]`,
  String.raw`\p{Nothing}`,
  String.raw`\p{Script=Nothing}`,
  String.raw`\p{L`,
  String.raw`\p`,
  String.raw`\\p{L}`,
  String.raw`\\\p{L}`,
  String.raw`\p{}`,
  String.raw`(?<\p{L}>a)`,
  String.raw`(?<a>\p{L})\k<a>`,
  String.raw`\p{L}{2,1}`,
  '[\\p{L}',
  '(',
  '\\',
  '😀{1}',
])('findPatternFault() accepts what the engine of the host accepts: %s', (text) => {
  expect(findPatternFault(text) === undefined).toBe(isAccepted(text));
});

test('findPatternFault() says in the words of the host what is wrong', () => {
  expect(findPatternFault('(')).toBe('Unterminated group');
  expect(findPatternFault(String.raw`\p{Nothing}`)).toBe('Invalid property name');
});

test('a class of characters is read once, however often it stands in patterns', () => {
  const asked = vi.fn<(classes: number) => void>();
  const Host = globalThis.RegExp;
  vi.stubGlobal(
    'RegExp',
    class extends Host {
      constructor(source: string | RegExp, flags?: string) {
        super(source, flags);
        asked(String(source).split('\\p{').length - 1);
      }
    },
  );
  const pattern = String.raw`\p{L}`.repeat(90);
  const names = Array.from({ length: 90 }, (_, at) => [`p${at}`, { pattern: `${pattern}${at}` }]);
  vetSchema({ type: 'object', properties: Object.fromEntries(names) });
  createFormatCheck('regex')?.(String.raw`[\p{L}`.repeat(10_000));
  vi.unstubAllGlobals();
  const classes = asked.mock.calls.reduce((sum, [count]) => sum + count, 0);
  expect(classes).toBeLessThan(10);
});

/** Makes a class of characters, each before those that stand before it. */
function createBackwards(count: number): string {
  return `[${Array.from({ length: count }, (_, at) => String.fromCodePoint(0x1_00_00 + 2 * (count - at))).join('')}]`;
}

test.each([
  ['one class', [createBackwards(10_000), createBackwards(10_001)]],
  ['several classes', [2, 5].map((times) => createBackwards(5000).repeat(times))],
  ['escapes', [10_000, 10_001].map((count) => `[${String.raw`\u{10000}`.repeat(count)}]`)],
])('the engine of the host sorts no more characters than it can at once: %s', (_what, patterns) => {
  const asked: string[] = [];
  const Host = globalThis.RegExp;
  vi.stubGlobal(
    'RegExp',
    class extends Host {
      constructor(source: string | RegExp, flags?: string) {
        super(source, flags);
        asked.push(String(source));
      }
    },
  );
  const verdicts = patterns.map((pattern) => findPatternFault(pattern));
  vi.unstubAllGlobals();
  expect(verdicts).toEqual([undefined, expect.stringMatching(/^Classes of more than 10000 char/u)]);
  expect(asked).toEqual(patterns.slice(0, 1));
});

test('many small classes are allowed, and a large one of the letters of all languages', () => {
  expect(findPatternFault('[a-z0-9_.]'.repeat(50_000))).toBeUndefined();
  const ranges = String.raw`\u{1F600}-\u{1F64F}`.repeat(5000);
  expect(findPatternFault(`^[${ranges}]+$`)).toBeUndefined();
});

test.each([
  ['groups of one name', (count: number) => Array(count).fill('(?<a>x)').join('|')],
  [
    'references to groups of one name',
    (count: number) => `(?:(?<a>x)|(?<a>y))${String.raw`\k<a>`.repeat(count)}`,
  ],
])('the engine of the host never reads more than a thousand %s', (_what, createPattern) => {
  const asked = vi.fn<() => void>();
  const Host = globalThis.RegExp;
  vi.stubGlobal(
    'RegExp',
    class extends Host {
      constructor(source: string | RegExp, flags?: string) {
        super(source, flags);
        asked();
      }
    },
  );
  const verdicts = [1000, 1001, 60_000].map((count) => findPatternFault(createPattern(count)));
  const isFormat = createFormatCheck('regex')?.(createPattern(1001));
  vi.unstubAllGlobals();
  const fault = 'More than 1000 named groups, or references to them';
  expect(verdicts).toEqual([undefined, fault, fault]);
  expect(isFormat).toBe(false);
  expect(asked).toHaveBeenCalledTimes(1);
});

test.each([
  ['(?<=a)b', undefined],
  ['(?<!a)b', undefined],
  [String.raw`[(?<a>x)]`, undefined],
  [String.raw`\(\?<a>`, undefined],
  [String.raw`[\](?<a>]`, undefined],
  // Brackets that no bracket ends are read once, and refused by the host.
  ['[', 'Unterminated character class'],
])('only names of groups count as such: %s, many times', (part, fault) => {
  expect(findPatternFault(part.repeat(2000))).toBe(fault);
});
