import type { Json } from '@formwork/schema';
import { expect, test } from 'vitest';
import { toJsonText, writeJson } from './write-json.ts';

const SAMPLE: Json = {
  a: [1, 'x"y', null, true, []],
  b: {},
  'c d': { e: [{ f: 1.5 }, 'line\nbreak'] },
};

test('writes what JSON.stringify writes', () => {
  const reserved: Json = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}');
  for (const value of [SAMPLE, reserved, null, 1, 'text', [[[]]], [{}]]) {
    const text = toJsonText(value);
    expect(JSON.parse(text)).toEqual(value);
    if (value !== null && typeof value === 'object') {
      expect(text.replaceAll(/\s/gu, '')).toBe(JSON.stringify(value).replaceAll(/\s/gu, ''));
    }
  }
  expect(toJsonText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
});

test('writes no more than was asked for, however long a value is', () => {
  const long = 'x'.repeat(10_000_000);
  expect(writeJson(long, 100)).toEqual({ text: `"${'x'.repeat(99)}`, isCut: true });
  expect(writeJson([long, long], 50).text).toHaveLength(50);
  expect(writeJson(SAMPLE, 10_000).isCut).toBe(false);
});

test('nesting is no stack of calls', () => {
  let deep: Json = 1;
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  expect(writeJson(deep, 1000).isCut).toBe(true);
  expect(toJsonText(deep).replaceAll(/\s/gu, '')).toBe(
    `${'['.repeat(50_000)}1${']'.repeat(50_000)}`,
  );
});
