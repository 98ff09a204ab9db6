import { expect, test } from 'vitest';
import type { Door } from '../doors/door.ts';
import { A2A_ERRORS, isA2aReason } from '../doors/wire-error.ts';
import { listCodes, nameError } from './expectations.ts';

const doorOf = (binding: Door['binding']): Door => ({ binding }) as Door;

test('errors are named with the code of A2A 1.0.1, and take that of 1.0.0', () => {
  const reasons = Object.keys(A2A_ERRORS).filter(isA2aReason);
  const codes = reasons.map((reason) => [
    nameError(doorOf('HTTP+JSON'), reason),
    nameError(doorOf('GRPC'), reason),
    listCodes(doorOf('HTTP+JSON'), reason)[1],
    listCodes(doorOf('GRPC'), reason)[1],
  ]);
  expect(codes).toEqual([
    ['TaskNotFoundError (HTTP 404)', 'TaskNotFoundError (NOT_FOUND)', undefined, undefined],
    [
      'TaskNotCancelableError (HTTP 400)',
      'TaskNotCancelableError (FAILED_PRECONDITION)',
      409,
      undefined,
    ],
    [
      'PushNotificationNotSupportedError (HTTP 400)',
      'PushNotificationNotSupportedError (FAILED_PRECONDITION)',
      undefined,
      12,
    ],
    [
      'UnsupportedOperationError (HTTP 400)',
      'UnsupportedOperationError (FAILED_PRECONDITION)',
      undefined,
      12,
    ],
    [
      'ContentTypeNotSupportedError (HTTP 400)',
      'ContentTypeNotSupportedError (INVALID_ARGUMENT)',
      415,
      undefined,
    ],
    [
      'InvalidAgentResponseError (HTTP 500)',
      'InvalidAgentResponseError (INTERNAL)',
      502,
      undefined,
    ],
    [
      'ExtendedAgentCardNotConfiguredError (HTTP 400)',
      'ExtendedAgentCardNotConfiguredError (FAILED_PRECONDITION)',
      undefined,
      undefined,
    ],
    [
      'ExtensionSupportRequiredError (HTTP 400)',
      'ExtensionSupportRequiredError (FAILED_PRECONDITION)',
      undefined,
      undefined,
    ],
    [
      'VersionNotSupportedError (HTTP 400)',
      'VersionNotSupportedError (FAILED_PRECONDITION)',
      undefined,
      12,
    ],
  ]);
});
