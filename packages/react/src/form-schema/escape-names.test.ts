import { expect, test } from 'vitest';
import { escapeNames, unescapeNames } from './escape-names.ts';

test('names of JavaScript survive copying', () => {
  const text = '{"a":[{"__proto__":{"x":1},"b":null}],"__proto__":2,"c":"__proto__"}';
  const escaped = escapeNames(JSON.parse(text)) as Record<string, unknown>;
  const copy = Object.assign({}, escaped);
  expect(JSON.stringify(copy)).not.toContain('"__proto__":');
  expect(JSON.stringify(unescapeNames(copy))).toBe(text);
});

test('every name of every object comes back, also one that looks escaped', () => {
  const names = [...Object.getOwnPropertyNames(Object.prototype), '\0toString', '\0\0', 'a'];
  const text = JSON.stringify(names.map((name) => [name, 1]));
  const data = Object.fromEntries(JSON.parse(text) as [string, number][]);
  const escaped = escapeNames(data) as object;
  expect(Object.keys(escaped).filter((name) => name in Object.prototype)).toEqual([]);
  expect(unescapeNames(escaped)).toEqual(data);
});

test('other data are handed on as they are', () => {
  const data = { a: [1, { b: undefined }] };
  expect(escapeNames(data)).toBe(data);
  expect(unescapeNames(undefined)).toBeUndefined();
  expect(unescapeNames(null)).toBeNull();
});
