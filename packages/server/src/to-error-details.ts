import type { A2AError, ErrorDetail } from '@a2a-js/sdk/errors';
import { isDetailedError } from '@formwork/runtime';
import { InternalError } from './errors/internal-error.ts';

/**
 * Everything a caller is told besides code and message. The `ErrorInfo` with the reason that A2A has
 * comes first, also if there is a more precise one: over REST, which has no codes, clients know an
 * error by that reason, some by that of the first `ErrorInfo` alone, and lose the message otherwise.
 */
export function toErrorDetails(error: A2AError | InternalError): readonly ErrorDetail[] {
  if (error instanceof InternalError) return error.details;
  const info = error.toErrorInfo();
  return isDetailedError(error) ? [info, ...error.details] : [info];
}
