import { A2A_ERROR_CODE, JsonRpcTransportError } from '@a2a-js/sdk/errors';
import { isRepeatableId, readRequestIds, type RequestIds } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { describeUnknownMethod } from './operations/unknown-method.ts';
import { type Fields, isAbsent, requireObject } from './request-shape.ts';

/** The id by which an answer names its JSON-RPC request. */
type RequestId = string | number | null;

/** A JSON-RPC 2.0 request. */
export interface RpcRequest {
  readonly method: string;
  readonly params: Fields;
}

/** The names by which an answer is found: the id of its request, or those of a batch. */
export interface AnswerNames {
  readonly id: RequestId;
  /** The ids of the requests of a batch, each of which is refused; absent if there is none. */
  readonly batch?: readonly RequestId[];
}

/** Picks what the answer to a body is named by. */
export function nameAnswer(body: unknown): AnswerNames {
  if (Array.isArray(body)) return nameRefusal(JSON.stringify(body));
  const id = isRecord(body) ? body['id'] : null;
  return { id: isRequestId(id) ? id : null };
}

/** Picks what the answer to a refused text is named by. */
export function nameRefusal(text: string): AnswerNames {
  const { isBatch, ids }: RequestIds = readRequestIds(text);
  const [id] = ids;
  if (id === undefined) return { id: null };
  return isBatch ? { id: null, batch: ids } : { id };
}

/**
 * Reads a request of JSON-RPC 2.0 (section 4). Throws the error -32600 for another value, -32700
 * for an empty body, and `RequestMalformedError` (-32602) when only the parameters are wrong.
 */
export function readRpcRequest(body: unknown): RpcRequest {
  if (Array.isArray(body)) {
    throw createRpcError('Batches are not supported: send one request at a time.');
  }
  if (body === undefined) throw createNoBodyError();
  if (!isRecord(body)) {
    throw createRpcError('The request must be a JSON object.');
  }
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0') throw createRpcError('jsonrpc must be "2.0".');
  if (id !== undefined && !isRequestId(id)) {
    throw createRpcError('id must be null, a whole number below 2^53 or text up to 1000 long.');
  }
  if (typeof method !== 'string' || method === '') {
    throw createRpcError('method must be text that is not empty.');
  }
  return { method, params: isAbsent(params) ? {} : requireObject(params, 'params') };
}

/** Throws for an empty request body, which the body parser would parse as an empty object. */
export function checkNotEmpty(bytes: Uint8Array): void {
  if (bytes.length === 0) throw createNoBodyError();
}

/** Makes an error of JSON-RPC itself; the default is -32600, "Invalid Request". */
export function createRpcError(
  message: string,
  code: number = A2A_ERROR_CODE.INVALID_REQUEST,
): JsonRpcTransportError {
  return new JsonRpcTransportError({ jsonrpc: '2.0', id: null, error: { code, message } });
}

/** Makes the error -32601 for a method that a version of A2A does not have. */
export function createMethodError(method: unknown, version: '0.3' | '1.0'): JsonRpcTransportError {
  return createRpcError(describeUnknownMethod(method, version), A2A_ERROR_CODE.METHOD_NOT_FOUND);
}

/** Makes the error -32700 for an empty body, because an empty body is not JSON. */
function createNoBodyError(): JsonRpcTransportError {
  const message = 'Cannot read the request because its body must be JSON: it is empty';
  return createRpcError(message, A2A_ERROR_CODE.PARSE_ERROR);
}

function isRequestId(value: unknown): value is RequestId {
  return value === null || isRepeatableId(value);
}
