import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { expect, test } from 'vitest';
import { isDetailedError } from './errors.ts';

test('isDetailedError() tells protocol errors with details from others', () => {
  expect(isDetailedError(Object.assign(new RequestMalformedError('x'), { details: [] }))).toBe(
    true,
  );
  expect(isDetailedError(new RequestMalformedError('x'))).toBe(false);
  expect(isDetailedError(Object.assign(new Error('x'), { details: [] }))).toBe(false);
  expect(isDetailedError(null)).toBe(false);
});
