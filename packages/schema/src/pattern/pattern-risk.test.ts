import { expect, test } from 'vitest';
import { createPatternMatcher } from './pattern-matcher.ts';
import { findHostRisk, findPatternRisk } from './pattern-risk.ts';

/** Patterns that may run out of time, each with the worst text of a length. */
const SLOW: readonly (readonly [string, string, (length: number) => string])[] = [
  ['references', String.raw`^(\d+)\1x$`, (length) => '1'.repeat(length)],
  ['references', String.raw`^(a|aa)+\1$`, (length) => `${'a'.repeat(length)}b`],
  ['states', '[ab]*a[ab]{300}c', (length) => shuffle('ab', length)],
  ['states', 'a.{300}c', (length) => shuffle('ab', length)],
  ['states', '(?=.{0,300}a)b', (length) => shuffle('ac', length)],
  ['states', '(?<!a.{300})$', (length) => shuffle('ab', length)],
  ['states', '^(?:[a-z]{0,100}){0,100}$', (length) => 'a'.repeat(length)],
];

/** Makes a text of units in an order that seems random. */
function shuffle(units: string, length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return units[Math.floor(seed / 65_536) % units.length];
  }).join('');
}

function countSteps(pattern: string, text: string): number {
  const budget = { steps: 20_000_000 };
  createPatternMatcher(pattern).test(text, budget);
  return budget.steps < 0 ? Number.POSITIVE_INFINITY : 20_000_000 - budget.steps;
}

test.each(SLOW)('a check may run out of time by %s: %s', (risk, pattern, toText) => {
  expect(findPatternRisk(pattern)).toBe(risk);
  expect(countSteps(pattern, toText(20_000))).toBe(Number.POSITIVE_INFINITY);
  // A limit of a few characters keeps every check short.
  expect(findPatternRisk(pattern, { maxLength: 6 })).toBeUndefined();
});

test('a check may run out of time if more looks meet than are told apart', () => {
  const looks = Array.from({ length: 9 }, (_, at) => `(?=.*${at})`).join('');
  expect(findPatternRisk(`${looks}x`)).toBe('looks');
  expect(findPatternRisk(`^${looks}x`)).toBeUndefined();
  expect(findPatternRisk(`${looks}x`, { maxLength: 200 })).toBeUndefined();
  expect(countSteps(`${looks}x`, shuffle('0123456789', 600_000))).toBe(Number.POSITIVE_INFINITY);
});

test('a pattern that is too long to run has no time', () => {
  expect(findPatternRisk('^(?:(?:a{1,200}b?){1,200}c)+$')).toBe('program');
});

test.each([
  '^(a+)+$',
  String.raw`\d+\.\d+`,
  String.raw`^\S+@\S+$`,
  String.raw`^https?:\/\/\S{1,2040}$`,
  String.raw`^.{1,5000}$`,
  '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$',
  '^(?:[0-9a-f]{64},)*[0-9a-f]{64}$',
  String.raw`^(?:\p{L}|\d){1,100}$`,
  '^(?:a?){30}a{30}$',
  String.raw`^(?=.*[A-Z])(?=.*\d).{8,}$`,
  String.raw`^(?!.*\.\.)[a-z.]+$`,
  '(?:(?!--).)*x',
  String.raw`(?<!\s)\s+$`,
  '(?=a+b)a*',
  '(?<=a+)b',
  '^(?:(?!.*x)a)*b',
  '^(?=(?:a(?=a*b))*c)',
  '(?=a*)b$',
  '(?=.*)b',
  '(?!.*x|)b',
  '(?<=.*)b$',
  String.raw`(?=\w*)[A-Z]{2}$`,
  '.{0,100}a+(?=a)$',
  'a*(?<![ab]{0,100})',
  '(?<!((?:[ab]{2,})+(?!x)[ab]{0,3}){0,3})$',
  '^(?=.{1,64}@.{4,255}$)[^@]+@[^@]+$',
  String.raw`(?=^.{2,256}$)(?!.*\s)[\w.:=+@-]*$`,
  String.raw`^(["']).*\1$`,
  String.raw`^([, ])\d{3}(?:\1\d{3})*$`,
])('a check ends in time for every text of %s', (pattern) => {
  expect(findPatternRisk(pattern)).toBeUndefined();
  for (const unit of ['a', '1', 'A1 ', '-', '"', 'é.', 'a@', ',123']) {
    const [short, long] = [1000, 4000].map((length) =>
      countSteps(pattern, `${unit.repeat(length / unit.length)}\0`),
    );
    expect(long).toBeLessThan(5 * (short ?? 0) + 1_000_000);
  }
});

test.each([
  [String.raw`^(["']).*\1$`, `"${'a'.repeat(1_000_000)}`],
  [String.raw`^([, ])\d{3}(?:\1\d{3})*$`, ',123'.repeat(250_000)],
  ['^[a-z-]*[a-z]{60}$', 'a'.repeat(1_000_000)],
  ['^[a-z-]*[a-z]{12}$', 'a'.repeat(1_000_000)],
  [String.raw`^(["'])?(?:(?!\1).)+\1$`, `"${'a'.repeat(1_000_000)}`],
  [String.raw`^(?:(\d)\1|(?<quote>a|b)-\k<quote>,)*$`, `${'11'.repeat(250_000)}!`],
])(
  '%s, whose time grows as the text does, has enough steps for a million characters',
  (pattern, text) => {
    expect(findPatternRisk(pattern)).toBeUndefined();
    const budget = { steps: 20_000_000 };
    const isMatch = createPatternMatcher(pattern).test(text, budget);
    expect([isMatch, budget.steps > 0]).toEqual([new RegExp(pattern, 'u').test(text), true]);
  },
);

test.each<[RegExp, number, string | undefined]>([
  [/^(a+)+$/u, Number.POSITIVE_INFINITY, 'ways'],
  [/\d+\.\d+/u, Number.POSITIVE_INFINITY, 'ways'],
  [/\d+\.\d+/u, 200, undefined],
  [/\d+\.\d+/u, 2000, 'ways'],
  [/^key: *(a+)+$/u, 60, 'ways'],
  [/^[^\s@]+@[^\s@]+$/u, Number.POSITIVE_INFINITY, undefined],
  [/^(?:a|A)*$/iu, 100, 'ways'],
  [/(?=.*)b/u, Number.POSITIVE_INFINITY, 'ways'],
  [/(?!.*x|)b/u, 2000, 'ways'],
  [/(?=\w*)[A-Z]{2}$/u, 200, undefined],
  [/.{0,100}.{0,100}.{0,100}b/u, 2000, 'ways'],
  [/^.{0,100}.{0,100}.{0,100}b/u, Number.POSITIVE_INFINITY, 'ways'],
  [/(?:.(?=.{0,50}x))*$/u, 1000, 'ways'],
  [/(?:.(?=.{0,50}x))*$/u, 250, 'ways'],
  [/(?:a*a*x|b*b*b*b*b*y)$/u, 200, 'ways'],
  [/^(?:[ac]*[ac]*x|b(?:ab)*(?:ab)*(?:ab)*(?:ab)*y)$/u, 300, 'ways'],
  [/(?<=a.{0,99}.{0,99}.{0,99})c/u, 2000, 'ways'],
  [/^(?:.{0,99}.{0,99}.{0,99}.{0,99}b|a)/u, 2000, 'ways'],
  [/[\w.+-]{1,64}@[\w.-]+\.[a-z]{2,}/u, Number.POSITIVE_INFINITY, undefined],
  [/^.*\w+[^a]?$/u, 3000, 'ways'],
  [/^.*\w+[^a]?$/u, 20_000, 'ways'],
  [/^.*\w+[^ab]?[^\n]?$/u, 3000, 'ways'],
  [/^.*\w+[^a]{0,5}$/u, 3000, 'ways'],
  [/^[^a]?$/u, 1, undefined],
])('a library that runs %s on %d characters: %s', (expression, maxLength, risk) => {
  expect(findHostRisk(expression, { maxLength })).toBe(risk);
});
