import { expect, test } from 'vitest';
import { createFormValidator } from './create-form-validator.ts';
import { createLazyValidator } from './create-lazy-validator.ts';
import type { CreateFormValidator } from './load-validation.ts';

const SCHEMA = { type: 'object', properties: { a: { type: 'string', pattern: '^x' } } };

test('a validator judges from the start if what does so is there', () => {
  const validator = createLazyValidator(SCHEMA, SCHEMA, { read: () => createFormValidator });
  expect(validator.isReady()).toBe(true);
  expect(validator).toMatchObject({ unchecked: undefined, hasPatterns: true });
  expect(validator.check({ a: 1 })).toMatchObject([{ pointer: '/a' }]);
});

test('a validator judges once what does so is loaded, which is asked for once', async () => {
  let loaded: CreateFormValidator | undefined;
  let loads = 0;
  const validator = createLazyValidator(SCHEMA, SCHEMA, {
    read: () => loaded,
    async load() {
      loads += 1;
      await Promise.resolve();
      loaded = createFormValidator;
    },
  });
  expect(validator.isReady()).toBe(false);
  expect(validator).toMatchObject({ unchecked: undefined, hasPatterns: false });
  expect(validator.check({ a: 1 })).toEqual([]);
  expect(validator.knowsMissing({})).toBe(false);
  expect(validator.isPartValid({ type: 'string' }, 'b')).toBe(false);
  await Promise.all([validator.load(), validator.load()]);
  await validator.load();
  expect(loads).toBe(1);
  expect(validator.isReady()).toBe(true);
  expect(validator.hasPatterns).toBe(true);
  expect(validator.check({ a: 1 })).toMatchObject([{ pointer: '/a' }]);
  expect(validator.isPartValid({ type: 'string' }, 'b')).toBe(true);
});

test('a validator that cannot be loaded says so and finds nothing wrong', async () => {
  const validator = createLazyValidator(SCHEMA, SCHEMA, {
    read: () => undefined,
    load: () => Promise.reject(new Error('no network')),
  });
  await validator.load();
  expect(validator.isReady()).toBe(true);
  expect(validator.unchecked?.message).toBe(
    'Cannot judge values because what does so must be loaded: it could not be reached.',
  );
  expect(validator.check({ a: 1 })).toEqual([]);
  await expect(validator.judge({ a: 1 })).resolves.toBeUndefined();
});
