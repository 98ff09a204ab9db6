import { expect, test } from 'vitest';
import { loadRegexLibrary as loadLate } from './regex.node.ts';
import { loadRegexLibrary } from './regex.ts';

test('loadRegexLibrary() has the same names when Node loads them late, and loads them once', () => {
  const late = loadLate();
  for (const name of Object.keys(loadRegexLibrary())) expect(late).toHaveProperty(name);
  expect(loadLate()).toBe(late);
});
