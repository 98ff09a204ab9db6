import { expect, test } from 'vitest';
import { diffJson } from './diff-json.ts';

test('what was added, removed and changed, by its place', () => {
  const before = { a: 1, b: { c: 'x', d: true }, gone: null };
  const after = { a: 2, b: { c: 'x', d: true, e: [] }, 'n/w': 0 };
  expect(diffJson(before, after)).toEqual([
    { kind: 'changed', pointer: '/a', path: ['a'], before: 1, after: 2 },
    { kind: 'added', pointer: '/b/e', path: ['b', 'e'], after: [] },
    { kind: 'removed', pointer: '/gone', path: ['gone'], before: null },
    { kind: 'added', pointer: '/n~1w', path: ['n/w'], after: 0 },
  ]);
  expect(diffJson(before, structuredClone(before))).toEqual([]);
});

test('lists by place', () => {
  expect(diffJson([1, 2, 3], [1, 3])).toEqual([
    { kind: 'changed', pointer: '/1', path: ['2'], before: 2, after: 3 },
    { kind: 'removed', pointer: '/2', path: ['3'], before: 3 },
  ]);
});

test('lists of objects by a key that both have and no member shares', () => {
  const before = [
    { id: 'a', n: 1 },
    { id: 'b', n: 2 },
  ];
  const after = [
    { id: 'c', n: 3 },
    { id: 'b', n: 5 },
  ];
  expect(diffJson(before, after)).toEqual([
    { kind: 'removed', pointer: '/0', path: ['“a”'], before: { id: 'a', n: 1 } },
    { kind: 'changed', pointer: '/1/n', path: ['“b”', 'n'], before: 2, after: 5 },
    { kind: 'added', pointer: '/0', path: ['“c”'], after: { id: 'c', n: 3 } },
  ]);
  const twice = diffJson([{ id: 1 }, { id: 1 }], [{ id: 1 }, { id: 2 }]);
  expect(twice.map(({ pointer }) => pointer)).toEqual(['/1/id']);
});

test('values of different kinds, and none', () => {
  expect(diffJson({ a: [] }, { a: {} })).toEqual([
    { kind: 'changed', pointer: '/a', path: ['a'], before: [], after: {} },
  ]);
  expect(diffJson(undefined, 1)).toEqual([{ kind: 'added', pointer: '', path: [], after: 1 }]);
  expect(diffJson(undefined, undefined)).toEqual([]);
  const named = JSON.parse('{"__proto__": 1, "constructor": 2}');
  expect(diffJson({}, named).map(({ path }) => path)).toEqual([['__proto__'], ['constructor']]);
});

test('a thousand changes are enough', () => {
  const many = Array.from({ length: 5000 }, (_, n) => n);
  expect(
    diffJson(
      many,
      many.map((n) => n + 1),
    ),
  ).toHaveLength(1000);
});
