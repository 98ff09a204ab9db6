import { expect, test } from 'vitest';
import { toAnnotations } from './to-annotations.ts';

test('texts that nobody reads to the end are cut', () => {
  const { title, description } = toAnnotations({
    title: 'x'.repeat(5000),
    description: 'x'.repeat(10_000_000),
  });
  expect(title).toBe('x'.repeat(5000));
  expect(description).toBe(`${'x'.repeat(5000)}…`);
});
