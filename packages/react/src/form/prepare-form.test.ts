import { expect, test } from 'vitest';
import { toFormLimits } from '../form-schema/form-limits.ts';
import { findDataLimit } from './prepare-form.ts';

const LIMITS = toFormLimits({ levels: 3, values: 6, names: 2 });

test.each<[string, unknown, string | undefined]>([
  ['nothing', undefined, undefined],
  ['as much as there may be', { a: [{ b: 1 }], c: 'x' }, undefined],
  ['one level more', { a: [{ b: [] }] }, 'levels of data'],
  ['one value more', { a: [1, 2, 3, 4, 5] }, 'values in the data'],
  ['one name more', { a: { b: 1, c: 1, d: 1 } }, 'names in one group of the data'],
  ['a name that is too long', [{ ['x'.repeat(1001)]: 1 }], 'characters in names of the data'],
])('%s', (_name, data, what) => {
  expect(findDataLimit(data, LIMITS)?.what).toBe(what);
});
