import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toFieldElementId } from './element-ids.ts';

test('ids are fit for lists and selectors, and tell every place from every other', () => {
  expect(toFieldElementId('f', ['a', 0, 'b c'])).toMatch(/^f_a_0_b_\w+_c$/u);
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('/'));
  fc.assert(
    fc.property(fc.array(name), fc.array(name), (path, otherPath) => {
      const [first, second] = [toFieldElementId('f', path), toFieldElementId('f', otherPath)];
      expect(first).toMatch(/^[\w-]+$/u);
      expect(first === second).toBe(path.join('/') === otherPath.join('/'));
    }),
  );
});
