import { expect, test } from 'vitest';
import { isQuickPattern } from './simple-pattern.ts';

const QUICK = [
  '^[A-Z]{2}-[0-9]{3}$',
  String.raw`^\d{5}(?:-\d\d\d\d)?$`,
  '^[a-z0-9._-]+@[a-z0-9.-]+$',
  '^(?:red|green|blue)$',
  String.raw`^\p{L}[\p{L} '-]*$`,
  String.raw`^https?://[^\s]+$`,
  '(?:ab)+',
  '',
];

const SLOW = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^(?:a*)*$',
  '(?=a)a',
  String.raw`(a)\1`,
  String.raw`(?<x>a)\k<x>`,
  '^a*a*a*a*a*a*$',
  '^(?:a?){50}$',
  '(((a{1,9}){1,9}){1,9}){1,9}',
  '(',
  '[a',
  'a)',
  '*',
];

test('simple patterns may run on the page itself, all others may not', () => {
  expect(QUICK.filter((pattern) => !isQuickPattern(pattern, 200))).toEqual([]);
  expect(SLOW.filter((pattern) => isQuickPattern(pattern, 200))).toEqual([]);
});

/**
 * Returns the time that the processor spends on some work, in milliseconds. Unlike that of a clock,
 * it does not grow when other programs keep the work waiting.
 */
function measure(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test('what counts as quick is quick for the worst texts of its length', () => {
  const worst = ['a', 'A', '0', ' ', '@', '-', 'ab'].map((unit) =>
    unit.repeat(2000).slice(0, 2000),
  );
  const plain = /^[a-z]+$/u;
  const plainMs = measure(() =>
    worst.forEach((text) => {
      for (let count = 0; count < 1_000; count += 1) plain.test(text);
    }),
  );
  for (const pattern of QUICK) {
    for (const text of worst) {
      const length = isQuickPattern(pattern, text.length) ? text.length : 200;
      const tookMs = measure(() => new RegExp(pattern, 'u').test(`${text.slice(0, length)}!`));
      expect(tookMs).toBeLessThan(10 * plainMs);
    }
  }
});
