import { A2A_ERROR_CODE, JsonRpcTransportError } from '@a2a-js/sdk/errors';
import { isAbsent, isFields, requireObject, type Fields } from './request-shape.ts';

/** The id by which an answer names its JSON-RPC request. */
export type RequestId = string | number | null;

/** A JSON-RPC 2.0 request. */
export interface RpcRequest {
  readonly method: string;
  readonly params: Fields;
}

/** Reads the id of a request; `null` without a valid one. */
export function readRequestId(body: unknown): RequestId {
  const id = isFields(body) ? body['id'] : null;
  return isRequestId(id) ? id : null;
}

/**
 * Reads a request of JSON-RPC 2.0 (section 4). Throws the error -32600 for another value, -32700 for
 * an empty body, and `RequestMalformedError` (-32602) when only the parameters are wrong.
 */
export function readRpcRequest(body: unknown): RpcRequest {
  if (Array.isArray(body)) {
    throw createRpcError('Batches are not supported: send one request at a time.');
  }
  if (body === undefined) throw createNoBodyError();
  if (!isFields(body)) {
    throw createRpcError('The request must be a JSON object.');
  }
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0') throw createRpcError('jsonrpc must be "2.0".');
  if (id !== undefined && !isRequestId(id)) {
    throw createRpcError('id must be text, a whole number (below 2^53) or null.');
  }
  if (typeof method !== 'string' || method === '') {
    throw createRpcError('method must be text that is not empty.');
  }
  return { method, params: isAbsent(params) ? {} : requireObject(params, 'params') };
}

/** Makes an error of JSON-RPC itself: -32600, "Invalid Request", unless another code is given. */
export function createRpcError(
  message: string,
  code: number = A2A_ERROR_CODE.INVALID_REQUEST,
): JsonRpcTransportError {
  return new JsonRpcTransportError({ jsonrpc: '2.0', id: null, error: { code, message } });
}

/** Makes the error -32700, because an empty body is not JSON. */
export function createNoBodyError(): JsonRpcTransportError {
  const message = 'Cannot read the request as its body must be JSON: it is empty';
  return createRpcError(message, A2A_ERROR_CODE.PARSE_ERROR);
}

function isRequestId(value: unknown): value is RequestId {
  return value === null || typeof value === 'string' || Number.isSafeInteger(value);
}
