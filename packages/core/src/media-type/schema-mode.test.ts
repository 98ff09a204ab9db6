import { expect, test } from 'vitest';
import { fromSchemaMode, toSchemaMode } from './schema-mode.ts';

test('toSchemaMode() writes the mode as the extension does', () => {
  expect(toSchemaMode('fightComparison')).toBe('application/json;schema=fightComparison');
});

test.each([
  ['application/json;schema=fightComparison', 'fightComparison'],
  ['APPLICATION/JSON; charset=utf-8; Schema="fightComparison"', 'fightComparison'],
  ['application/json', undefined],
  ['application/json;charset=utf-8', undefined],
  ['text/plain;schema=x', undefined],
  ['application/vnd.api+json;schema=x', undefined],
  ['application/json;schema=', ''],
  ['nonsense', undefined],
])('fromSchemaMode() finds in %j the name %j', (mode, name) => {
  expect(fromSchemaMode(mode)).toBe(name);
});

test('fromSchemaMode() keeps the case of names', () => {
  expect(fromSchemaMode('application/json;schema=FIGHT')).toBe('FIGHT');
});
