import { expect, test } from 'vitest';
import { weighPattern } from './weigh-pattern.ts';

test.each([
  ['^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$', 1],
  [String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$`, 1],
  [String.raw`^\d+\.\d+\.\d+$`, 1],
  ['^-?[0-9]+$', 1],
  ['^x', 1],
  ['^https?://', 1],
  [String.raw`^\$$`, 1],
  ['^[a-z]{2,}$', 1],
  // The part after a repetition is tried at every place where the repetition may end.
  ['^[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]$', 2],
  ['^[a-z]*[a-z]{30}x$', 32],
  [String.raw`^\d+-[a-z]{0,9}abc$`, 4],
])('weighPattern() tells how often %s looks at a character', (pattern, expected) => {
  expect(weighPattern(pattern)).toBe(expected);
});

test.each([
  '^(a+)+$',
  '^(?:a+)?b$',
  '^(?:a|a)?b$',
  '^(?:ab)+$',
  '^(?:ab)*(?:ab)*c$',
  '^a|b+$',
  '^a*a*$',
  '^a*a*b$',
  '^a?a?aa$',
  '^[a-z]+[0-9]*[a-z]+$',
  '^[a-z]*[0-9]?[a-z]$',
  '^[a-z]*(?:ab)?c$',
  String.raw`^.*\s+$`,
  '^[^a]*b$',
  '^é+$',
  String.raw`^\p{L}+$`,
  String.raw`^(a)\1$`,
  '^(?=a)a$',
  '^a+?$',
  // Without an anchor, matching starts at every place of the text.
  'x',
  '[0-9]+x',
  // These are no regular expressions.
  '^[z-a]$',
  '^(',
  '^a{2,1}{3}$',
  `^${'a'.repeat(500)}$`,
])('weighPattern() does not tell of %s', (pattern) => {
  expect(weighPattern(pattern)).toBe(Number.POSITIVE_INFINITY);
});
