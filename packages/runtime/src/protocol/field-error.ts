import { RequestMalformedError } from '@a2a-js/sdk/errors';

/** Makes the error for a field of a request with a wrong value, which `current` describes. */
export function createFieldError(
  path: string,
  expected: string,
  current: string,
): RequestMalformedError {
  return new RequestMalformedError(
    `Cannot read the request because ${path} must be ${expected}: current value is ${current}`,
  );
}
