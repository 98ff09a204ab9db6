import type { A2AError, ErrorDetail } from '@a2a-js/sdk/errors';
import { isDetailedError } from '@formwork/runtime';
import { InternalError } from './errors/internal-error.ts';

/** Everything a caller is told besides code and message, `ErrorInfo` first. */
export function toErrorDetails(error: A2AError | InternalError): readonly ErrorDetail[] {
  if (error instanceof InternalError) return error.details;
  const info = error.toErrorInfo();
  return isDetailedError(error) ? [info, ...error.details] : [info];
}
