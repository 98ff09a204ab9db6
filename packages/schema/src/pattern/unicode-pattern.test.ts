import { expect, test } from 'vitest';
import { createPatternMatcher } from './pattern-matcher.ts';
import { toUnicodePattern } from './unicode-pattern.ts';

test.each([
  // Escapes that are needless.
  [String.raw`^\d{4}\-\d{2}$`, String.raw`^\d{4}-\d{2}$`],
  [String.raw`^[a-z\_\-\.\@]+\:\/\/\"\'\#$`, String.raw`^[a-z_\-\.@]+:\/\/"'#$`],
  [String.raw`^a\ b\,c\%\&\=\!\~\;\<\>$`, '^a b,c%&=!~;<>$'],
  // Hyphens, braces and brackets that stand for themselves.
  [String.raw`^[\w-.]+$`, String.raw`^[\w\-.]+$`],
  [String.raw`^[a-\d]$`, String.raw`^[a\-\d]$`],
  [String.raw`^\${[A-Z]+}$`, String.raw`^\$\{[A-Z]+\}$`],
  ['^{"a": [0-9]{1,3}}]$', String.raw`^\{"a": [0-9]{1,3}\}\]$`],
  // What Go and Python write.
  ['(?i)^true$', '^[tT][rR][uU][eE]$'],
  ['^(?i)(a|b)-c$', '^([aA]|[bB])-[cC]$'],
  ['^(x(?i)y|z)w$', '^(x[yY]|[zZ])w$'],
  ['(?i)^[a-f0-9_]+$', '^[a-fABCDEF0-9_]+$'],
  ['(?i)[^ks]é', '[^kK\u212AsS\u017F][éÉ]'],
  [String.raw`(?i)^\é\-[!-\.]$`, String.raw`^[éÉ]-[!-\.]$`],
  ['(?is)a.b', '[aA][^][bB]'],
  ['^(?P<year>[0-9]{4})$', '^(?<year>[0-9]{4})$'],
  [String.raw`\A[a-z]+\z`, '^[a-z]+$'],
])('%s is read as %s', (pattern, written) => {
  expect(toUnicodePattern(pattern)).toBe(written);
});

test.each([
  // Right already.
  '^[a-z]+$',
  String.raw`^\p{L}\-?[\-]$`.replace(String.raw`\-?`, '-?'),
  // Something else, or nothing, in another engine.
  '^[[:alpha:]]+$',
  String.raw`^\h+\Q.\E$`,
  '^a++$',
  '^(?>a)$',
  'x{,3}',
  String.raw`(?i)\x41`,
  String.raw`(?i)(a)\1`,
  '(?i)[à-ý]',
  String.raw`(?i)[\n-\r]`,
  String.raw`(?i)[\0-\v]`,
  '(?x) a b',
  '(?U)a+',
  String.raw`\1\2\9`,
  '(a',
  'a)',
  '[z-a]',
  '[',
  '*',
])('%s stays as it is', (pattern) => {
  expect(toUnicodePattern(pattern)).toBe(pattern);
});

test('a pattern that is rewritten has the verdicts of the engine without the flag', () => {
  const patterns = [String.raw`^[\w-.]+\@\-$`, String.raw`^\${a}\:[\_\d-x]$`, '^}{]$'];
  const texts = ['a.b-@-', 'a@-', '@-', '${a}:-', '${a}:x', '${a}:_', '${a}:y', '}{]', '}'];
  const verdicts = patterns.map((pattern) => {
    const matcher = createPatternMatcher(pattern);
    expect(matcher.pattern).toBe(pattern);
    return texts.map((text) => matcher.test(text, { steps: 100_000 }));
  });
  // oxlint-disable-next-line require-unicode-regexp -- the pattern has no meaning with the flag
  expect(verdicts).toEqual(patterns.map((one) => texts.map((text) => new RegExp(one).test(text))));
});
