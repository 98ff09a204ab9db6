import { expect, test } from 'vitest';
import { toOutputForm } from './output-modes.ts';

test.each([
  [[], 'data'],
  [['application/json'], 'data'],
  [['text/plain', 'application/json;schema=fightResponse'], 'data'],
  [['*/*'], 'data'],
  [['image/png'], 'data'],
  [['text/plain'], 'text'],
  [['text'], 'text'],
  [['TEXT/PLAIN; charset=utf-8', 'image/png'], 'text'],
] as const)('toOutputForm() for %j is %s', (modes, form) => {
  expect(toOutputForm(modes)).toBe(form);
});
