import { A2A_ERROR_CODE } from '@a2a-js/sdk/errors';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { RequestHead } from '@formwork/network';
import type { Caller } from './caller.ts';
import type { Door, DoorAnswer, DoorRequest } from './door.ts';
import { createStreamAnswer, EventEncoder } from './event-text.ts';
import { keepGenerations, withGenerations } from './generations.ts';
import { createMediaTypeError, readJsonBody, readMediaType } from './json-body.ts';
import { JsonRpcCall } from './json-rpc-call.ts';
import {
  checkNotEmpty,
  createMethodError,
  nameAnswer,
  readRpcRequest,
  type RpcRequest,
} from './json-rpc-request.ts';
import { createLegacyCalls } from './legacy-calls.ts';
import { answerJson, openJson } from './operations/operation.ts';
import { findOperation } from './operations/operations.ts';
import {
  createCallContext,
  OfferedVersions,
  LEGACY_VERSION,
  toExtensionHeaders,
  type TransportOptions,
  withoutTenant,
} from './transport.ts';

const ALLOWED_METHODS = 'POST, OPTIONS';

const BODY_RULES = { isJson, inspect: checkNotEmpty };

/**
 * Makes the A2A JSON-RPC door: 1.0, and 0.3 for requests without `A2A-Version`. A2A errors are
 * JSON-RPC errors with HTTP status 200, as the SDK's clients expect; only faults of HTTP itself
 * (method, size, authentication) have other statuses. The door owns its path with and without a slash
 * at its end.
 */
export function createJsonRpcDoor(options: TransportOptions): Door {
  const { requestHandler: handler, logger, identify, watch } = options;
  const answerLegacy = createLegacyCalls(options);
  const encoder = new EventEncoder(options.generation);
  const versions = new OfferedVersions(handler, 'JSONRPC');

  async function answerPost(request: DoorRequest): Promise<DoorAnswer> {
    const call = new JsonRpcCall(request, options);
    let caller: Caller;
    let body: unknown;
    try {
      // Before the body is read, so that no unknown caller makes us read one.
      caller = await identify(request.message);
    } catch (error) {
      return call.refuseCaller(error);
    }
    try {
      body = await readJsonBody(request, BODY_RULES);
    } catch (error) {
      return call.refuseBody(error);
    }
    call.names = nameAnswer(body);
    try {
      return await answerCall(call, { caller, body });
    } catch (error) {
      return call.refuse(error);
    }
  }

  /** Answers requests with another HTTP method than POST; wrong credentials are refused first. */
  async function answerOtherMethod(request: DoorRequest): Promise<DoorAnswer> {
    const call = new JsonRpcCall(request, options);
    try {
      await options.identifyGiven?.(request.message);
    } catch (error) {
      return call.refuseCaller(error);
    }
    const headers = { Allow: ALLOWED_METHODS };
    if (request.method === 'OPTIONS') return { kind: 'empty', status: 204, headers };
    const message = `Cannot ${request.method} this path because JSON-RPC requests are sent with POST.`;
    const error = { code: A2A_ERROR_CODE.INVALID_REQUEST, message };
    return { ...call.answer(JSON.stringify({ jsonrpc: '2.0', id: null, error }), 405), headers };
  }

  async function answerCall(
    call: JsonRpcCall,
    { caller, body }: { readonly caller: Caller; readonly body: unknown },
  ): Promise<DoorAnswer> {
    const { request, version } = call;
    if (body === undefined && !isJson(request)) {
      throw createMediaTypeError(request, 'application/json');
    }
    const received = readRpcRequest(body);
    const { extensionUris } = options;
    const context = createCallContext(request.message, { version, extensionUris, caller, watch });
    call.headers = toExtensionHeaders(context);
    const versionCheck = versions.check(version);
    if (versionCheck !== undefined) await versionCheck;
    return (version === LEGACY_VERSION ? answerLegacy : answerCurrent)(received, context, call);
  }

  /** Answers a request of A2A 1.0. */
  async function answerCurrent(
    { method, params }: RpcRequest,
    context: ServerCallContext,
    call: JsonRpcCall,
  ): Promise<DoorAnswer> {
    const operation = findOperation(method);
    if (operation === undefined) throw createMethodError(method, '1.0');
    operation.check(params);
    if (options.generation === true) keepGenerations(context, params);
    const target = { handler, context };
    const { id } = call.names;
    if (operation.kind === 'unary') {
      const encoded = await answerJson(operation, withoutTenant(params), target);
      const result = withGenerations(encoded, context);
      return call.answer(JSON.stringify({ jsonrpc: '2.0', id, result }));
    }
    const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
    return createStreamAnswer(openJson(operation, withoutTenant(params), target), {
      headers: call.headers,
      logger,
      toData: (event) => `${start}${encoder.encode(event)}}`,
      toErrorData: (error) => call.toErrorText(error),
      toAnswer: (error) => call.refuse(error),
    });
  }

  return {
    routes: ['/'],
    owns: (path) => path === '/' || path === '//',
    answer: (request) =>
      request.method === 'POST' ? answerPost(request) : answerOtherMethod(request),
  };
}

function isJson(request: Pick<RequestHead, 'headers'>): boolean {
  return readMediaType(request) === 'application/json';
}
