import { isPlainPattern, isUnsafePattern } from './unsafe-pattern.ts';
import { expect, test } from 'vitest';

test.each([
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^(a|ab|b)*$',
  '^((ab)*)*$',
  '^(a?b?)*$',
  '^(?:(?:ab)+,?)+$',
  '^(?:a|a){50}$',
  '^(?:a?){30}a{30}$',
  '^(?:[a-z]|[x-z]y?)*$',
  '^(?=(?:ab|ab)*$)',
  '^(?:x(?!(?:ab|ab)*$))+$',
  '(x+x+)+y',
  '^.*\\s+$',
  '^(.*?,){11}P',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
])('isUnsafePattern() flags %s', (pattern) => {
  expect(isUnsafePattern(pattern)).toBe(true);
});

test.each([
  '',
  '^[a-z]+$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$',
  '^(?:[a-z]+\\.)*[a-z]+$',
  '^https?://[^\\s/]+(/[^\\s]*)?$',
  '^\\p{L}+$',
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$',
  '^(?!.*\\.\\.)[a-z.]+$',
  '^(jpg|jpeg|png)+$',
  '^(?:a|b|cd)*$',
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$',
  '^"(?:[^"\\\\]|\\\\.)*"$',
  '^(?:[0-9a-f]{2}:){15}[0-9a-f]{2}$',
  '^(?:a?){0,30}$',
  `^${'[(]\\('.repeat(50)}$`,
  '^(?:[0-9a-f]{64},)*[0-9a-f]{64}$',
  '^(?:\\d{1,3}[a-z])+$',
  '^[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4})*$',
  '^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$',
  '^(["\']).*\\1$',
])('isUnsafePattern() lets %s pass', (pattern) => {
  expect(isUnsafePattern(pattern)).toBe(false);
});

test.each([
  '(',
  '[z-a]',
  '\\-',
  `^(?:${'[a-z]{90}|'.repeat(9)}x)*$`,
  'a'.repeat(5001),
  `^${'('.repeat(400)}a${')*'.repeat(400)}`,
])('isUnsafePattern() counts as unsafe what it cannot analyse', (pattern) => {
  expect(isUnsafePattern(pattern)).toBe(true);
});

test.each([
  '',
  '^a',
  'b|c',
  '^[A-Z]{3}$',
  String.raw`^\d{4}-\d{2}$`,
  '^[a-z-]*[a-z]$',
  '^-?[0-9]+$',
])('isPlainPattern() takes %s for plain', (pattern) => {
  expect(isPlainPattern(pattern)).toBe(true);
});

test.each([
  '^(a+)+$',
  '^(a|a)(a|a)(a|a)b$',
  String.raw`^.*\s+$`,
  '^a*a*b$',
  'a'.repeat(501),
  // These are no regular expressions.
  '[z-a]',
  '^a{2,1}$',
  ')',
])('isPlainPattern() leaves %s to those who look closely', (pattern) => {
  expect(isPlainPattern(pattern)).toBe(false);
});
