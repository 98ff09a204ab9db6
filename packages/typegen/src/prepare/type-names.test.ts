import { expect, test } from 'vitest';
import { createTypeNames, toTypeName } from './type-names.ts';

test.each([
  ['fight-comparison', 'FightComparison'],
  ['snake_case.name', 'SnakeCaseName'],
  ['HTTPServer', 'HTTPServer'],
  ['naïve Übung', 'NaiveUbung'],
  ['123 abc', 'Type123Abc'],
  ['a1b', 'A1B'],
  ['日本', 'Type'],
  ['', 'Type'],
  ['class', 'Class'],
  ['object', 'ObjectType'],
  ['Record', 'RecordType'],
  ['__proto__', 'Proto'],
  ["a'; b", 'AB'],
])('toTypeName makes %j to %s', (text, name) => {
  expect(toTypeName(text)).toBe(name);
});

test('toTypeName keeps names short', () => {
  expect(toTypeName('a'.repeat(10_000))).toHaveLength(80);
});

test('createTypeNames gives every name once', () => {
  const names = createTypeNames();
  const taken = [
    names.take(['item']),
    names.take(['item', 'order-item']),
    names.take(['Item', 'OrderItem']),
    names.take(['item']),
    names.take(['v1']),
    names.take(['v1']),
    names.take(['item2']),
  ];
  expect(taken).toEqual(['Item', 'OrderItem', 'Item2', 'Item3', 'V1', 'V1V2', 'Item2V2']);
});
