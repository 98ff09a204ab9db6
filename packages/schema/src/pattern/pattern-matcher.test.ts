import { expect, test, vi } from 'vitest';
import {
  createPatternMatcher,
  createRun,
  createCountedMatcher,
  isUnmatchable,
  type PatternMatcher,
} from './pattern-matcher.ts';
import { createPatternProgram } from './pattern-program.ts';
import { runPattern } from './pattern-run.ts';

/** Matches here, also where the engine of the host would be used: by states, and by trying all ways. */
function toRuns(pattern: string): (text: string) => readonly (boolean | undefined)[] {
  const program = createPatternProgram(pattern, { isOfHost: true });
  const run = createRun(pattern);
  return (text) => {
    const own = run?.(text, { steps: 20_000_000 });
    const other = program && runPattern(program, text, { steps: 20_000_000 });
    return own === other ? [own] : [own, other];
  };
}

const PATTERNS = [
  '',
  'a',
  '^a',
  'a$',
  '^$',
  '^a|b$',
  'a|',
  '(?:)',
  '()',
  '[]',
  '[^]',
  '.',
  '^.$',
  '^..$',
  '^a*$',
  '^a+b?c{2}$',
  '^a{2,}$',
  '^a{1,3}?b$',
  '^(?:a?){3}$',
  '^(?:a*)*$',
  '^(a+)+$',
  '(?:a|ab)(?:c|bcd)(?:d*)',
  '^(?:a|a)*b$',
  '^(?:|a)+$',
  '^(?:^a)+$',
  '^(?:a$|b)*$',
  '^(?:\\b|a)*c$',
  'x{0}y',
  '\\d+\\.\\d+',
  '^\\S+@\\S+$',
  '^\\s*\\S\\s*$',
  '\\w\\W',
  '\\D\\s',
  '[\\w.-]+',
  '^[^\\s@]+$',
  '[\\]\\\\-]',
  '[(|)]',
  '[a-c\\d_]',
  '\\bab\\b',
  '\\Ba',
  'a\\B',
  '^\\b',
  '\\.',
  '\\/\\^\\$\\(\\)\\[\\]\\{\\}\\|\\*\\+\\?',
  '\\t|\\n|\\v|\\f|\\r|\\0',
  '\\x41',
  '\\u0041',
  '\\u{1F600}',
  '\\uD83D\\uDE00',
  '^\\uD83D$',
  '\\cJ',
  '\\p{L}+$',
  '^\\P{L}+$',
  '[\\p{Lu}\\d]',
  '\\p{Script=Greek}',
  '^😀+$',
  '[😀-😂]',
  '^.😀',
  'ſ',
  '[^a]',
  '(?=a)',
  '^(?=.*b)(?=.*\\d).{3,}$',
  '^(?!.*\\.\\.)[a-z.]+$',
  '(?<=a)b',
  '(?<!a)b',
  '(?<=^|,)b',
  '(?<=a.*)b$',
  '^(?:a(?!c)|b)*$',
  '(?<=(?=ab)a)b',
  '(?=^a)a|(?<=b$)',
  '(?<=(?<!b)a)b(?!c)',
  '^(?=a(?=b))(?!(?<=b)).(?=.$)',
  '^(?=a)(?:(?=b)|(?!b)a)',
  '(?<!^.)(?=.{2}$)\\B',
  '(?m:^(?=b)|(?<=a)$)',
  '(?!(?!a))a',
  '(?<=😀)a',
  '(?<=\\b)a',
  '^(["\']).*\\1$',
  '(a)\\1',
  '^(?:(a)|b)*\\1$',
  '(?<x>a|b)\\k<x>',
  '\\1(a)',
  '(a\\1)',
  '^(?:(a)(b)?)+\\2$',
  '(?=(a+))\\1b',
  '(?=(a+?))\\1b',
  '(?!(a))\\1b',
  '(?<=(\\w)\\1)c',
  '(?<=\\1(\\w))c',
  '^(a*?)\\1$',
  '^(?:a*?)*?b\\b',
  '(?:(?=(a))b)?\\1',
  '(z)((a+)?(b+)?(c))*\\4',
  '^(?:a?b??)*$',
  '^((a)|(b))+\\2\\3$',
  '^(a?)*?$',
  '(?:(a?)b\\1)+',
  '(?:(["\'])(?:(?!\\1).)*\\1|a)+$',
  '^(a|ab)?(?=.*\\1$)(?<=\\1|b).',
  '(a|b)(?i:\\1)|([])\\2',
  '^(?:(a|b)|c)\\1$',
  '(?<x>a|ab)(?:c(?<y>[ab])\\k<x>)?\\k<x>',
  '^(?<y>\\d{2})-\\k<y>$',
  '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$',
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)$',
];

const TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'ba',
  'aa',
  'aab',
  'aabb',
  'aaa',
  'aaaa',
  'abab',
  'abcd',
  'aacc',
  'abcc',
  'c',
  'bc',
  'ac',
  'aac',
  'xxc',
  'xyc',
  'y',
  'a@b',
  ' a ',
  '1.5',
  '12.',
  'a..b',
  'a.b.cd',
  'ab1',
  '1ab',
  'ab,b',
  ',b',
  '"a"',
  '"a\'',
  '12-12',
  '12-13',
  '0.10',
  '01.1',
  'zaacbbbcac',
  'zaabbc',
  'A',
  'É',
  'α',
  '😀',
  '😀a',
  'a😀',
  '😀😀',
  '\uD83D',
  '\uDE00',
  '\uDE00a',
  '\uD83D\uD83D\uDE00',
  'ſ',
  '\n',
  'a\nb',
  '\r',
  '\u2028',
  '\u00a0',
  '\ufeff',
  '\t',
  '\v',
  '\0',
  '-',
  '_',
  ']',
  '\\',
  '(',
  '|',
  '/^$()[]{}|*+?',
];

test('a pattern matches what the engine of the host matches', () => {
  const wrong = PATTERNS.flatMap((pattern) => {
    const expression = new RegExp(pattern, 'u');
    const run = toRuns(pattern);
    return TEXTS.filter((text) => String(run(text)) !== String(expression.test(text))).map(
      (text) => `${pattern} ${JSON.stringify(text)}`,
    );
  });
  expect(wrong).toEqual([]);
});

test('random patterns match what the engine of the host matches', () => {
  let seed = Number(process.env['FORMWORK_SEED'] ?? 1);
  const pick = <T>(...all: readonly T[]): T => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    const one = all[(seed >>> 16) % all.length];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  };
  const make = (depth: number): string => {
    const one = (): string => make(depth - 1);
    if (depth === 0)
      return pick('a', 'b', '.', '[ab]', '[^a]', '\\w', '^', '$', '\\b', '\\1', '😀', '');
    return pick<() => string>(
      () => one() + one(),
      () => one() + one(),
      () => `(?:${one()}|${one()})`,
      () => `(${one()})`,
      () => `(?:${one()})${pick('*', '+', '?', '{2}', '{1,2}', '*?', '+?', '??')}`,
      () => `(${one()})${pick('*', '+', '?')}`,
      () => `(?${pick('=', '!', '<=', '<!')}${one()})`,
    )();
  };
  const text = (): string =>
    Array.from({ length: pick(0, 1, 2, 3, 4, 5, 6) }, () => pick('a', 'b', 'c', '😀', ' ')).join(
      '',
    );
  for (let count = 0; count < 700; count += 1) {
    const pattern = `${make(pick(2, 3, 4))}(a)?`;
    const expression = new RegExp(pattern, 'u');
    const run = toRuns(pattern);
    for (let at = 0; at < 6; at += 1) {
      // V8 looks behind, and for what a group matched, within a pair of surrogates as well.
      const value = text().replaceAll('😀', /\(\?[=!<]|\\\d/u.test(pattern) ? 'd' : '😀');
      expect([pattern, value, ...run(value)]).toEqual([pattern, value, expression.test(value)]);
    }
  }
});

test.each([
  String.raw`\d+\.\d+`,
  '^(a+)+$',
  '^(a|aa)+$',
  String.raw`^\S+@\S+$`,
  String.raw`\s+$`,
  String.raw`^.*\s+$`,
  '(x+x+)+y',
  '(.*a){3}b',
  '(?:foo|bar|baz)*z',
  '(?=a+b)a*',
  '(?:(?!.*x.*a)(?<=1*))*y',
  '^(?=.*b)(?!(?:a(?=a*b))*c)',
])('%s takes steps in proportion to the text', (pattern) => {
  for (const unit of ['1', 'a', ' ', 'x', '@', 'a1. ']) {
    const matcher = createPatternMatcher(pattern);
    const count = (length: number): number => {
      const budget = { steps: 20_000_000 };
      matcher.test(`${unit.repeat(length / unit.length)}!`, budget);
      return 20_000_000 - budget.steps;
    };
    // The first text makes the states.
    count(1000);
    expect(count(80_000)).toBeLessThanOrEqual(8 * count(10_000) + 100);
  }
});

test('a pattern that refers to its groups ends when its steps are used up', () => {
  const budget = { steps: 100_000 };
  createPatternMatcher(String.raw`^(a+)+\1b$`).test('a'.repeat(1000), budget);
  expect(budget.steps).toBeLessThan(0);
});

test('to compare what a group matched takes steps, also where it differs at its end', () => {
  const count = (text: string): number => {
    const budget = { steps: 20_000_000 };
    createPatternMatcher(String.raw`^(a+)\1x`).test(text, budget);
    return 20_000_000 - budget.steps;
  };
  const short = 'a'.repeat(1000);
  // In the short text, nothing is left to compare with more than half of it.
  expect(count(`${short}b${short}`) - count(short)).toBeGreaterThan(250_000);
});

test('to compare what a group matched in another case takes the steps of its characters', () => {
  const matcher = createCountedMatcher(String.raw`^(\w+|я+)\1x$`, { flags: 'i' });
  for (const [text, isLong] of [
    ['aA'.repeat(200), false],
    ['яЯ'.repeat(200), true],
  ] as const) {
    const budget = { steps: 1_000_000 };
    expect(matcher.test(text, budget)).toBe(false);
    expect(budget.steps < 0).toBe(isLong);
  }
});

test.each([
  ['aB', 'Ab', true],
  ['я', 'Я', true],
  ['k', '\u212A', true],
  ['ſ', 's', true],
  ['@', '`', false],
  ['[', '{', false],
  ['😀', '😀', true],
  ['ab', 'aя', false],
])('a reference of any case takes %s for %s: %s', (one, other, isSame) => {
  const source = String.raw`^(.{1,2})-\1$`;
  const text = `${one}-${other}`;
  expect(new RegExp(source, 'iu').test(text)).toBe(isSame);
  const matcher = createCountedMatcher(source, { flags: 'i' });
  expect(matcher.test(text, { steps: 1_000_000 })).toBe(isSame);
});

test('only what repeats too much cannot be matched', () => {
  expect(isUnmatchable(String.raw`^(?:(?:a{1,200}b?){1,200}c)+$`)).toBe(true);
  expect(isUnmatchable(String.raw`^(?:a{1,100}b?){1,100}$`)).toBe(false);
});

test.each([
  ['a{0,1000}x', 'a'],
  ['[ab]*a[ab]{40}c', 'aab'],
  [String.raw`^(?:\p{L}|\d)+\s*$`, 'я1é字'],
  [String.raw`\bfoo\b|\S+$`, 'fo '],
  ['(?=.*x)y', 'a字'],
  ['(?<=a.*)(?=.*b)(?<!c)x$', 'acb字'],
  ['^(?=.*x)(?!.*y)[^z]*$', 'ax'],
])('%s takes the same steps whatever was matched before', (pattern, unit) => {
  const text = unit.repeat(300);
  const count = (matcher: PatternMatcher): number => {
    const budget = { steps: 100_000_000 };
    matcher.test(text, budget);
    matcher.test(`${text}字`, budget);
    return budget.steps;
  };
  const used = createPatternMatcher(pattern);
  used.test(`${text}字é😀`, { steps: 100_000_000 });
  used.test('b-\u3042', { steps: 100_000_000 });
  expect(count(used)).toBe(count(createPatternMatcher(pattern)));
  expect(count(used)).toBe(count(used));
});

test('an evaluation pays once for what a pattern needs at first', () => {
  const matcher = createPatternMatcher(String.raw`^[\p{L} ]+\S$`);
  const budget = { steps: 1_000_000 };
  matcher.test('имя', budget);
  const left = budget.steps;
  matcher.test('имя', budget);
  expect(left - budget.steps).toBeLessThan(10);
  expect(1_000_000 - left).toBeGreaterThan(1000);
});

test('the engine of the host is asked about all characters of a text at once', () => {
  const asked = [vi.spyOn(RegExp.prototype, 'exec'), vi.spyOn(RegExp.prototype, 'test')];
  const letters = Array.from({ length: 5000 }, (_, at) => String.fromCodePoint(0x4e_00 + at));
  const matcher = createPatternMatcher(String.raw`(?:\p{L}|\p{Script=Han}|\d|[\u4e00-\u9fff])+!`);
  expect(matcher.test(letters.join(''), { steps: 20_000_000 })).toBe(false);
  const calls = asked.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  vi.restoreAllMocks();
  // Four sets about a few kinds of characters, and the pattern itself.
  expect(calls).toBeLessThan(100);
});

/** A character of each page of Unicode, which halves of pairs are no characters of. */
const OF_EACH_PAGE = Array.from({ length: 0x11_00 }, (_, page) =>
  page >= 0xd8 && page < 0xe0 ? '' : String.fromCodePoint(page * 256 + 66),
).join('');

test.each([
  String.raw`^\S+@\S+$`,
  String.raw`(?:\p{L}|\d)+\s*!`,
  String.raw`(?:\p{Lu}|\p{Ll}|\p{Emoji}|\p{Sc}|\p{M}|\p{Nd}|\p{P})+\s*!`,
  String.raw`(?:(?=.*\p{L})a)*y`,
  String.raw`^(.)\1\p{Lu}$`,
])('%s ends in time for a text of all pages of characters', (pattern) => {
  for (const text of [OF_EACH_PAGE, `${OF_EACH_PAGE}\uDC00\uDBFF\uD800\uDFFF😀`]) {
    const budget = { steps: 20_000_000 };
    const isMatch = createPatternMatcher(pattern).test(text, budget);
    expect([isMatch, budget.steps > 10_000_000]).toEqual([
      new RegExp(pattern, 'u').test(text),
      true,
    ]);
  }
});

test('a pattern that the engine of the host matches pays for each look at a character', () => {
  const budget = { steps: 1_000_000 };
  createPatternMatcher('^[a-z-]*[a-z]{12}$').test('a'.repeat(1000), budget);
  expect(budget.steps).toBeLessThanOrEqual(1_000_000 - 12_000);
});
