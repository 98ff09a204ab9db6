import { expect, test } from 'vitest';
import { createHostMatcher, isFastOnHost } from './host-matcher.ts';
import { createPatternMatcher } from './pattern-matcher.ts';

const STEPS = 20_000_000;

/** Counts the steps in which a matcher finds that a text does not match, or that it does. */
function countSteps(matcher: ReturnType<typeof createHostMatcher>, text: string): number {
  const budget = { steps: STEPS };
  matcher.test(text, budget);
  return STEPS - budget.steps;
}

test.each([
  [/\d+\.\d+/, ['1.5', '15', '', '1'.repeat(200)]],
  [/^(a*)*$/u, ['', 'aaa', 'aab']],
  [/^(?:(a+)|b)*\1$/u, ['', 'aab', 'ba', 'aabaa']],
  [/(?:a|A)+!$/i, ['xaA!', 'aa', 'A!b']],
  [/^b.$/ims, ['a\nB\n', 'a\nb', 'ab.']],
  [/(?<=x+)y(?!z)/u, ['xxy', 'xyz', 'y']],
])(
  'createHostMatcher() gives the verdicts of the engine of the host for %s',
  (expression, texts) => {
    for (const text of texts) {
      const isMatch = createHostMatcher([expression]).test(text, { steps: STEPS });
      expect([text, isMatch]).toEqual([text, expression.test(text)]);
    }
  },
);

test('createHostMatcher() takes steps that grow as those of the host do', () => {
  const expression = /\d+\.\d+/u;
  const matcher = createHostMatcher([expression]);
  const own = createPatternMatcher(expression.source);
  const [short, long] = ['1'.repeat(400), '1'.repeat(800)];
  expect(countSteps(own, long)).toBeLessThan(3 * countSteps(own, short));
  expect(countSteps(matcher, long)).toBeGreaterThan(3 * countSteps(matcher, short));
  expect(countSteps(matcher, '1'.repeat(3000))).toBeGreaterThan(STEPS);
});

test('createHostMatcher() counts all ways of an expression that is exponential', () => {
  const matcher = createHostMatcher([/^(?:(?:a+)+b|a+)$/u]);
  expect(matcher.test('a'.repeat(10), { steps: STEPS })).toBe(true);
  expect(countSteps(matcher, 'a'.repeat(24))).toBeGreaterThan(STEPS);
});

test('createHostMatcher() counts the flags of every expression with the source', () => {
  const source = '^(?:a|A)+$';
  const text = `${'a'.repeat(24)}!`;
  const one = createHostMatcher([{ source, flags: '' }]);
  const both = createHostMatcher([
    { source, flags: '' },
    { source, flags: 'i' },
  ]);
  expect(countSteps(one, text)).toBeLessThan(STEPS);
  expect(countSteps(both, text)).toBeGreaterThan(STEPS);
});

test.each([
  [/^[^\s@]+@[^\s@]+$/u, true],
  [/^(?:[\w+-]+\.)*[\w+-]+@(?:\w[\w-]*\.)+\w{2,}$/u, true],
  [/^$|^(?:[0-9a-zA-Z+/]{4})*(?:[0-9a-zA-Z+/]{2}==|[0-9a-zA-Z+/]{3}=)?$/u, true],
  [/^(?:a|A)*$/u, true],
  [/^(?:a|A)*$/iu, false],
  [/\d+\.\d+/u, false],
  [/^[a-z]*[a-z]{500}$/u, false],
  [/(?=a*)b$/u, false],
  [/^.{0,100}.{0,100}.{0,100}b/u, false],
  [/\b(?:a|b)\b.{0,40}\b(?:c|d)\b/u, true],
  [/^(a+)\1$/u, false],
  // U+0250 is U+2C6F in capitals, and U+017F is an S only with the flag u.
  [/^(?:[\u0100-\u2000]|[\u2200-\ua000])+$/iu, false],
  [/^(?:[^s]|ſ)+$/iu, true],
  [/^(?:[^s]|ſ)+$/i, false],
  // Without the flag u, this is the letter p with a brace that repeats.
  [new RegExp(String.raw`^\p{Lu}*[}]*$`), false],
])('isFastOnHost() of %s is %s', (expression, isFast) => {
  expect(isFastOnHost(expression)).toBe(isFast);
});
