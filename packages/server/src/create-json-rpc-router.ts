import type { Caller } from './caller.ts';
import { sendAdvice, toJsonRpcErrorBody } from './error-answers.ts';
import { toPublicError } from './errors.ts';
import {
  createJsonBodyReader,
  createMediaTypeError,
  readMediaType,
  sendJson,
  toBodyFailure,
} from './json-body.ts';
import { createEventEncoder, findEventId } from './event-text.ts';
import { keepGenerations, withGenerations } from './generations.ts';
import { answerJson, type EventStream, openJson } from './operations/operation.ts';
import { findLegacyMethod, findOperation } from './operations/operations.ts';
import { describeUnknownMethod } from './operations/unknown-method.ts';
import { rememberErrors } from './remember-errors.ts';
import { type Fields, isAbsent, isFields, requireObject } from './request-shape.ts';
import {
  createCallContext,
  createVersionCheck,
  LEGACY_VERSION,
  readProtocolVersion,
  sendExtensions,
  type TransportOptions,
  withoutTenant,
} from './transport.ts';
import { startEventStream } from './write-event-stream.ts';
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import {
  A2A_ERROR_CODE,
  ContentTypeNotSupportedError,
  JsonRpcTransportError,
} from '@a2a-js/sdk/errors';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import { isInterruptedState, UnavailableError } from '@formwork/runtime';
import { isRepeatableId, readRequestIds, type RequestIds } from '@formwork/schema/internal';
import type { Request, RequestHandler, Response } from 'express';
import type { IncomingMessage } from 'node:http';

/** A JSON-RPC request that is being answered. */
interface Call {
  readonly response: Response;
  readonly version: string;
  readonly id: RequestId;
  /** The ids of the requests of a batch, each of which is refused; absent if there is none. */
  readonly batch?: readonly RequestId[];
}

/** The answer to a JSON-RPC request of A2A 0.3, as the SDK's transport handler makes it. */
interface LegacyAnswer {
  readonly error?: unknown;
}

const ALLOWED_METHODS = 'POST, OPTIONS';

/** The method of A2A 0.3 for the extended card (section 7.10). */
const LEGACY_CARD_METHOD = 'agent/getAuthenticatedExtendedCard';

/** A JSON-RPC request of A2A 0.3, as the SDK's handler takes it. */
type LegacyRequest = Parameters<LegacyJsonRpcTransportHandler['handle']>[0];

/**
 * Makes the router of the A2A JSON-RPC endpoint: 1.0, and 0.3 for requests without `A2A-Version`.
 * A2A errors are JSON-RPC errors with HTTP status 200, as the SDK's clients expect; only faults of
 * HTTP itself (method, size, authentication) have other statuses. Mount it with `app.use(path,
 * router)`, which serves the path with and without a slash at its end.
 */
export function createJsonRpcRouter(options: TransportOptions): RequestHandler {
  const { requestHandler: handler, logger, identify, bodyLimit, streamLimits, watch } = options;
  const legacy = rememberErrors(handler, logger);
  const legacyTransport = new LegacyJsonRpcTransportHandler(legacy.handler);
  const encodeEvent = createEventEncoder(options.generation);
  const readBody = createJsonBodyReader({ limit: bodyLimit, isJson, inspect: checkNotEmpty });
  const checkVersion = createVersionCheck(handler, 'JSONRPC');

  async function handleRequest(request: Request, response: Response): Promise<void> {
    const version = readProtocolVersion(request);
    let caller: Caller;
    try {
      // Before the body is read, so that nobody unknown makes us read one.
      caller = await identify(request);
    } catch (error) {
      sendUnidentified(error, { response, version, id: null });
      return;
    }
    try {
      await readBody(request, response);
    } catch (error) {
      sendBodyError(error, { response, version, id: null });
      return;
    }
    const { body }: { readonly body?: unknown } = request;
    const batch = Array.isArray(body) ? toCallIds(readRequestIds(JSON.stringify(body))) : {};
    await handleCall(request, { response, version, id: readRequestId(body), ...batch, caller });
  }

  /** Answers requests with another HTTP method than POST; wrong credentials are refused first. */
  async function handleOtherMethod(request: Request, response: Response): Promise<void> {
    try {
      await options.identifyGiven?.(request);
    } catch (error) {
      sendUnidentified(error, { response, version: readProtocolVersion(request), id: null });
      return;
    }
    sendOtherMethod(request, response);
  }

  async function handleCall(
    request: Request,
    { caller, ...call }: Call & { readonly caller: Caller },
  ): Promise<void> {
    const body: unknown = request.body;
    const { response, version } = call;
    try {
      if (body === undefined && !isJson(request)) {
        throw createMediaTypeError(request, 'application/json');
      }
      const received = readRpcRequest(body);
      const context = createCallContext(request, {
        version,
        extensionUris: options.extensionUris,
        caller,
        watch,
      });
      sendExtensions(response, context);
      const versionCheck = checkVersion(version);
      if (versionCheck !== undefined) await versionCheck;
      await (version === LEGACY_VERSION ? answerLegacy : answerCurrent)(received, context, call);
    } catch (error) {
      sendError(error, call);
    }
  }

  /** Answers a request of A2A 1.0. */
  async function answerCurrent(
    { method, params }: RpcRequest,
    context: ServerCallContext,
    call: Call,
  ): Promise<void> {
    const operation = findOperation(method);
    if (operation === undefined) throw createMethodError(method, '1.0');
    operation.check(params);
    const target = { handler, context };
    if (options.generation === true) keepGenerations(context, params);
    const { id, response } = call;
    if (operation.kind === 'unary') {
      const result = await answerJson(operation, withoutTenant(params), target);
      sendJson(response, { jsonrpc: '2.0', id, result: withGenerations(result, context) });
      return;
    }
    const events = openJson(operation, withoutTenant(params), target);
    const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
    startEventStream(response, events, {
      ...streamLimits,
      toId: findEventId,
      toData: (event) => `${start}${encodeEvent(event)}}`,
      toErrorData: (error) => JSON.stringify(createErrorAnswer(error, call)),
      answerError: (error) => sendError(error, call),
      stop: () => endStream(events),
    });
  }

  /** Ends a stream of events. Nobody is left who could be told that ending it failed. */
  function endStream(events: EventStream): void {
    events.return().catch((error: unknown) => toPublicError(error, logger));
  }

  /** Answers a request of A2A 0.3 by the SDK's transport. */
  async function answerLegacy(
    { method, params }: RpcRequest,
    context: ServerCallContext,
    call: Call,
  ): Promise<void> {
    const known = findLegacyMethod(method);
    if (known === undefined) throw createMethodError(method, '0.3');
    const request: LegacyRequest = {
      jsonrpc: '2.0',
      id: call.id,
      method,
      params: known.toParams(params),
    };
    const answered = await legacyTransport.handle(request, context);
    if (Symbol.asyncIterator in answered) {
      // A stream that is resumed after an event may contain questions that were answered already.
      const isTurn =
        method === 'message/stream' && call.response.req.headers['last-event-id'] === undefined;
      await sendLegacyStream(isTurn ? markEndOfTurn(answered) : answered, context, call);
      return;
    }
    const { signCard } = options;
    // The signatures from A2A 1.0 do not fit the text of the card that the SDK writes for 0.3.
    const isCard = signCard !== undefined && method === LEGACY_CARD_METHOD && 'result' in answered;
    if (isCard && isFields(answered.result)) {
      sendJson(call.response, { ...answered, result: await signCard(answered.result) });
    } else sendLegacyAnswer(answered, context, call);
  }

  function sendLegacyAnswer(sent: LegacyAnswer, context: ServerCallContext, call: Call): void {
    const { error } = sent;
    if (error === undefined) {
      sendJson(call.response, sent);
      return;
    }
    const thrown = legacy.errorOf(context);
    if (thrown !== undefined) sendError(thrown, call);
    // An internal failure of the SDK has a text that callers must not read.
    else if (isFields(error) && error['code'] === A2A_ERROR_CODE.INTERNAL_ERROR) {
      sendError(new Error(String(error['message'])), call);
    } else sendJson(call.response, sent);
  }

  async function sendLegacyStream(
    events: AsyncIterator<object>,
    context: ServerCallContext,
    call: Call,
  ): Promise<void> {
    startEventStream(call.response, events, {
      ...streamLimits,
      // The SDK makes one answer of each event before it asks for the next.
      toId: () => legacy.lastEventId(context),
      toData: (event) => JSON.stringify(event),
      toErrorData: (error) => JSON.stringify(createErrorAnswer(error, call)),
      answerError: (error) => sendError(error, call),
      stop: () => legacy.stopStream(context),
      // Servers of 0.3 did so, and its clients take nothing but a stream for an answer.
      openAtOnce: true,
    });
  }

  function sendError(error: unknown, call: Call): void {
    const answer = createErrorAnswer(error, call);
    const status = sendAdvice(call.response, error, identify) ?? 200;
    sendJson(call.response, answer, { status });
  }

  /** Answers a request whose caller was not identified, which is a fault of HTTP itself. */
  function sendUnidentified(error: unknown, call: Call): void {
    const answer = createErrorAnswer(error, call);
    const status = sendAdvice(call.response, error, identify);
    sendJson(call.response, answer, {
      status: status ?? (error instanceof UnavailableError ? 503 : 200),
    });
  }

  function createErrorAnswer(error: unknown, { response, version, id, batch }: Call): object {
    const known = toPublicError(error, logger);
    watch?.fail(response.req, known);
    const body = toJsonRpcErrorBody(known, version);
    if (batch !== undefined) return batch.map((one) => ({ jsonrpc: '2.0', id: one, error: body }));
    return { jsonrpc: '2.0', id, error: body };
  }

  function sendBodyError(error: unknown, call: Call): void {
    const failure = toBodyFailure(error);
    switch (failure?.kind) {
      case 'too-large': {
        const answer = createErrorAnswer(createRpcError(failure.message), call);
        sendJson(call.response, answer, { status: 413 });
        return;
      }
      case 'not-json':
        sendError(createRpcError(failure.message, A2A_ERROR_CODE.PARSE_ERROR), call);
        return;
      case 'media-type':
        sendError(new ContentTypeNotSupportedError(failure.message), call);
        return;
      case 'unreadable': {
        const text = new TextDecoder().decode(failure.body);
        sendError(createRpcError(failure.message), { ...call, ...toCallIds(readRequestIds(text)) });
        return;
      }
      case undefined:
        sendError(error, call);
    }
  }

  // Not by a router and a route of express, which would make objects for every request.
  return (request, response, next) => {
    if (!isOwnPath(request)) return next();
    return request.method === 'POST'
      ? handleRequest(request, response)
      : handleOtherMethod(request, response);
  };
}

/** Returns true for the path of the endpoint itself, with or without a slash at its end. */
function isOwnPath({ path }: Request): boolean {
  return path === '/' || path === '//';
}

/**
 * Marks the last event of a message's stream with `final` (A2A 0.3, section 7.2.2), also where the
 * task waits for its caller. The SDK marks ends of tasks only.
 */
async function* markEndOfTurn(events: AsyncGenerator<object>): AsyncGenerator<object> {
  for await (const event of events) {
    const result: unknown = Reflect.get(event, 'result');
    const isLast = isFields(result) && isWaiting(result['status']);
    yield isLast && 'final' in result ? { ...event, result: { ...result, final: true } } : event;
  }
}

/**
 * Returns true for a task status (ProtoJSON) that waits for the caller: input or authorization is
 * required.
 */
function isWaiting(status: unknown): boolean {
  return (
    isFields(status) && typeof status['state'] === 'string' && isInterruptedState(status['state'])
  );
}

/** Throws for an empty request body, which the body parser would parse as an empty object. */
function checkNotEmpty(bytes: Uint8Array): void {
  if (bytes.length === 0) throw createNoBodyError();
}

function isJson(request: IncomingMessage): boolean {
  return readMediaType(request) === 'application/json';
}

function sendOtherMethod(request: Request, response: Response): void {
  if (request.method === 'OPTIONS') {
    response.setHeader('Allow', ALLOWED_METHODS).status(204).end();
    return;
  }
  const message = `Cannot ${request.method} this path because JSON-RPC requests are sent with POST.`;
  const error = { code: A2A_ERROR_CODE.INVALID_REQUEST, message };
  response.setHeader('Allow', ALLOWED_METHODS);
  sendJson(response, { jsonrpc: '2.0', id: null, error }, { status: 405 });
}

/** The id by which an answer names its JSON-RPC request. */
type RequestId = string | number | null;

/** A JSON-RPC 2.0 request. */
interface RpcRequest {
  readonly method: string;
  readonly params: Fields;
}

/** Picks what an answer to a refused text is named by. */
function toCallIds({ isBatch, ids }: RequestIds): Partial<Pick<Call, 'id' | 'batch'>> {
  const [id] = ids;
  if (id === undefined) return {};
  return isBatch ? { batch: ids } : { id };
}

/** Reads the id of a JSON-RPC request; `null` if there is no valid one. */
function readRequestId(body: unknown): RequestId {
  const id = isFields(body) ? body['id'] : null;
  return isRequestId(id) ? id : null;
}

/**
 * Reads a request of JSON-RPC 2.0 (section 4). Throws the error -32600 for another value, -32700
 * for an empty body, and `RequestMalformedError` (-32602) when only the parameters are wrong.
 */
function readRpcRequest(body: unknown): RpcRequest {
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
    throw createRpcError('id must be null, a whole number below 2^53 or text up to 1000 long.');
  }
  if (typeof method !== 'string' || method === '') {
    throw createRpcError('method must be text that is not empty.');
  }
  return { method, params: isAbsent(params) ? {} : requireObject(params, 'params') };
}

/** Makes an error of JSON-RPC itself; the default is -32600, "Invalid Request". */
function createRpcError(
  message: string,
  code: number = A2A_ERROR_CODE.INVALID_REQUEST,
): JsonRpcTransportError {
  return new JsonRpcTransportError({ jsonrpc: '2.0', id: null, error: { code, message } });
}

function createMethodError(method: string, version: '0.3' | '1.0'): JsonRpcTransportError {
  return createRpcError(describeUnknownMethod(method, version), A2A_ERROR_CODE.METHOD_NOT_FOUND);
}

/** Makes the error -32700 for an empty body, because an empty body is not JSON. */
function createNoBodyError(): JsonRpcTransportError {
  const message = 'Cannot read the request as its body must be JSON: it is empty';
  return createRpcError(message, A2A_ERROR_CODE.PARSE_ERROR);
}

function isRequestId(value: unknown): value is RequestId {
  return value === null || isRepeatableId(value);
}
