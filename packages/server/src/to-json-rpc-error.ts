import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import { JsonRpcTransportError, toJsonRpcError, type A2AError } from '@a2a-js/sdk/errors';
import type { InternalError } from './errors/internal-error.ts';
import { findRefusal } from './refusal.ts';
import { LEGACY_VERSION } from './protocol-version.ts';
import { toErrorDetails } from './to-error-details.ts';

/** The `error` of a JSON-RPC answer. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * An error as the `error` of a JSON-RPC answer, with its details as `data`. A2A 0.3 leaves `data`
 * to the server and gets the same.
 */
export function toJsonRpcErrorBody(error: A2AError | InternalError, version: string): JsonRpcError {
  const refusal = findRefusal(error);
  if (refusal !== undefined) {
    return { code: refusal.jsonRpcCode, message: error.message, data: toErrorDetails(error) };
  }
  const { code, message } =
    version === LEGACY_VERSION
      ? LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError(error)
      : toJsonRpcError(error);
  // Errors of JSON-RPC itself, such as -32600, have no reason that A2A knows.
  if (error instanceof JsonRpcTransportError) return { code, message };
  const [info, ...more] = toErrorDetails(error);
  // The code says what the reason of A2A would.
  const isPrecise = info !== undefined && more[0]?.['@type'] === info['@type'];
  return { code, message, data: isPrecise ? more : [info, ...more] };
}
