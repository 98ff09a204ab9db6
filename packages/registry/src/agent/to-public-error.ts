import { isFormworkError, PublicError } from '@formwork/core';

/** What callers of a registry may read; what its storage says is not among it. */
const PUBLIC_CODES: ReadonlySet<string> = new Set([
  'AGENT_REFUSED',
  'AGENT_UNKNOWN',
  'CURSOR_INVALID',
  'NOT_OWNER',
  'REGISTRY_BUSY',
  'REGISTRY_FULL',
]);

/** The error as a handler throws it. */
export function toPublicError(error: unknown): unknown {
  return isFormworkError(error) && PUBLIC_CODES.has(error.code)
    ? new PublicError(error.message, { cause: error })
    : error;
}
