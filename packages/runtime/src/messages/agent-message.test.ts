import { expect, test } from 'vitest';
import { showId } from './agent-message.ts';

test('an id that an error message cuts keeps no half of a character, which doors would show otherwise', () => {
  const id = `${'a'.repeat(255)}\u{1F600}b`;
  expect(showId(id)).toBe(`${'a'.repeat(255)}…`);
  expect(showId('a'.repeat(256))).toBe('a'.repeat(256));
  expect(showId('a'.repeat(300))).toBe(`${'a'.repeat(255)}…`);
});
