import type { FormworkError } from '@formwork/core';
import type { A2AError } from '@a2a-js/sdk/errors';

/** How an error for which A2A has no name is told. */
export interface Refusal {
  /** Of the range that JSON-RPC 2.0 section 5.1 leaves to servers, apart from those of A2A. */
  readonly jsonRpcCode: number;
  readonly httpStatus: number;
  /** The name of a `google.rpc.Code`. */
  readonly status: string;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  UNAVAILABLE: { jsonRpcCode: -32_000, httpStatus: 503, status: 'UNAVAILABLE' },
  UNAUTHENTICATED: { jsonRpcCode: -32_000, httpStatus: 401, status: 'UNAUTHENTICATED' },
};

/** Finds how to tell an error by its reason; `undefined` for errors that A2A or we name. */
export function findRefusal(error: A2AError | FormworkError): Refusal | undefined {
  return 'reason' in error ? REFUSALS[error.reason] : undefined;
}
