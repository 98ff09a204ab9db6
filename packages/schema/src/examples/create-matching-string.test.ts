import { expect, test } from 'vitest';
import { createPatternMatcher } from '../pattern/pattern-matcher.ts';
import { createMatchingString } from './create-matching-string.ts';

test.each([
  '^[a-z]+$',
  '^[A-Z]{2}\\d{4}$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^(?:red|green)-\\p{Lu}$',
  'b{3}',
  '^(a)\\1{3}$',
  '^\\p{Emoji_Presentation}$',
])('createMatchingString() matches %s', (pattern) => {
  expect(createMatchingString([pattern])).toMatch(new RegExp(pattern, 'u'));
});

test('createMatchingString() prefers words that people can read', () => {
  expect(createMatchingString(['^[a-z]+$'])).toBe('example');
  expect(createMatchingString(['^[a-z.@]+$'])).toBe('example');
  expect(createMatchingString(['@'])).toBe('ada@example.com');
});

test('createMatchingString() keeps to the lengths', () => {
  expect(createMatchingString(['^a+$'], { minLength: 12 })).toBe('aaaaaaaaaaaa');
  expect(createMatchingString(['^[a-z]+$'], { maxLength: 1 })).toBe('x');
  expect(createMatchingString(['^\u{1F600}+$'], { minLength: 2, maxLength: 2 })).toBe(
    '\u{1F600}\u{1F600}',
  );
});

test.each(['(?!)', '(', '^a$b'])('createMatchingString() gives up on %s', (pattern) => {
  expect(createMatchingString([pattern])).toBeUndefined();
});

test('createMatchingString() matches several patterns at once', () => {
  expect(createMatchingString(['^[a-z]+$', '^.{3}$', '[xyz]'])).toBeUndefined();
  expect(createMatchingString(['^[A-Z]+$', '^A.$'])).toBe('AA');
});

test('createMatchingString() tries words in a limited time', () => {
  expect(createMatchingString(['^(a+)+$', `^${'a'.repeat(60)}!$`])).toBeUndefined();
});

// Each of these takes seconds, or more memory than there is, where all ways to a word are tried.
test.each(['(?:x|xx|xxx){50}y!', '(.*a){20}b', '^(?:aa|aaa){300}!$', '^(?:a{1,200}b?){1,100}$'])(
  'createMatchingString() ends soon on %s',
  (pattern) => {
    const text = createMatchingString([pattern]) ?? '';
    expect(text === '' || createPatternMatcher(pattern).test(text, { steps: 20_000_000 })).toBe(
      true,
    );
  },
);
