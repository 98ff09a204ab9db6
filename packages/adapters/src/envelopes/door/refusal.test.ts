import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import { expect, test } from 'vitest';
import { toRefusal } from './refusal.ts';

test('a file that a skill does not take is a fault of the message, told in its words', () => {
  const quiet = (): undefined => undefined;
  const error = new ContentTypeNotSupportedError('Its files must be image/*.');
  const refusal = toRefusal(error, { info: quiet, warn: quiet, error: quiet });
  expect(refusal).toMatchObject({
    errorCode: 'VALIDATION_FAILED',
    message: 'Its files must be image/*.',
  });
});
