import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import { A2A_ERROR_CODE, ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import { JsonRpcTransportHandler, type ServerCallContext } from '@a2a-js/sdk/server';
import { Router, type Request, type Response } from 'express';
import type { IncomingMessage } from 'node:http';
import { checkParams } from './check-params.ts';
import { toJsonRpcErrorBody } from './error-answers.ts';
import { toPublicError, UnauthenticatedError } from './errors.ts';
import {
  createJsonBodyReader,
  createMediaTypeError,
  readMediaType,
  sendJson,
  toBodyFailure,
} from './json-body.ts';
import {
  createRpcError,
  createNoBodyError,
  readRpcRequest,
  readRequestId,
  type RequestId,
} from './rpc-request.ts';
import { rememberErrors } from './remember-errors.ts';
import { isFields } from './request-shape.ts';
import { toLegacyParams } from './to-legacy-params.ts';
import {
  createCallContext,
  createVersionCheck,
  LEGACY_VERSION,
  readProtocolVersion,
  sendExtensions,
  withoutTenant,
  type TransportOptions,
} from './transport.ts';
import { writeEventStream } from './write-event-stream.ts';

/** A request that is being answered. */
interface Call {
  readonly response: Response;
  readonly version: string;
  readonly id: RequestId;
}

/** An answer as the SDK's transport handlers make it. */
interface Answer {
  readonly error?: unknown;
}

const ALLOWED_METHODS = 'POST, OPTIONS';

/**
 * A2A over JSON-RPC at the root of the router: 1.0, and 0.3 for requests without `A2A-Version`.
 *
 * Errors of the protocol are JSON-RPC errors with HTTP status 200, as the SDK's clients expect;
 * only what is wrong with HTTP itself (method, size, authentication) has a status of its own. Mount it with
 * `app.use(path, router)`, which serves the path with and without a slash at its end.
 */
export function createJsonRpcRouter(options: TransportOptions): Router {
  const { logger, principal, bodyLimit, streamLimits } = options;
  const { handler, errorOf, lastEventId, stopStream } = rememberErrors(
    options.requestHandler,
    logger,
  );
  const transport = new JsonRpcTransportHandler(handler);
  const legacyTransport = new LegacyJsonRpcTransportHandler(handler);
  const readBody = createJsonBodyReader({ limit: bodyLimit, isJson, inspect: checkNotEmpty });
  const checkVersion = createVersionCheck(handler, 'JSONRPC');

  async function handleRequest(request: Request, response: Response): Promise<void> {
    const version = readProtocolVersion(request);
    let failure: { readonly error: unknown } | undefined;
    try {
      await readBody(request, response);
    } catch (error) {
      failure = { error };
    }
    const id = failure === undefined ? readRequestId(request.body) : null;
    const call = { response, version, id };
    let principalId: string | undefined;
    try {
      principalId = await principal?.(request);
    } catch (error) {
      sendError(error, call);
      return;
    }
    if (failure === undefined) await handleCall(request, { ...call, principalId });
    else sendBodyError(failure.error, call);
  }

  async function handleCall(
    request: Request,
    { principalId, ...call }: Call & { readonly principalId: string | undefined },
  ): Promise<void> {
    const body: unknown = request.body;
    const { response, version } = call;
    const isLegacy = version === LEGACY_VERSION;
    try {
      if (body === undefined && !isJson(request)) {
        throw createMediaTypeError(request, 'application/json');
      }
      const received = readRpcRequest(body);
      const { method } = received;
      const context = createCallContext(request, {
        version,
        extensionUris: options.extensionUris,
        principalId,
      });
      sendExtensions(response, context);
      const versionCheck = checkVersion(version);
      if (versionCheck !== undefined) await versionCheck;
      if (!isLegacy) checkParams(method, received.params);
      const params = isLegacy
        ? toLegacyParams(method, received.params)
        : withoutTenant(received.params);
      const rpcRequest = { jsonrpc: '2.0', id: call.id, method, params };
      const answer = isLegacy
        ? await legacyTransport.handle(rpcRequest, context)
        : await transport.handle(rpcRequest, context);
      if (Symbol.asyncIterator in answer) {
        // One that goes on after an event passes over questions that were answered.
        const isTurn =
          method === 'message/stream' && request.headers['last-event-id'] === undefined;
        await sendStream(isTurn ? markEndOfTurn(answer) : answer, context, call);
      } else {
        sendAnswer(answer, context, call);
      }
    } catch (error) {
      sendError(error, call);
    }
  }

  function sendAnswer(answer: Answer, context: ServerCallContext, call: Call): void {
    const { error } = answer;
    if (error === undefined) {
      sendJson(call.response, answer);
      return;
    }
    const thrown = errorOf(context);
    if (thrown !== undefined) sendError(thrown, call);
    // The SDK's own failure: its text is not for callers.
    else if (isFields(error) && error['code'] === A2A_ERROR_CODE.INTERNAL_ERROR) {
      sendError(new Error(String(error['message'])), call);
    } else sendJson(call.response, answer);
  }

  async function sendStream(
    events: AsyncIterator<object>,
    context: ServerCallContext,
    call: Call,
  ): Promise<void> {
    await writeEventStream(call.response, events, {
      ...streamLimits,
      // The SDK makes one answer of each event before it asks for the next.
      toId: () => lastEventId(context),
      toData: (event) => JSON.stringify(event),
      toErrorData: (error) => JSON.stringify(toErrorAnswer(error, call)),
      answerError: (error) => sendError(error, call),
      stop: () => stopStream(context),
      // Servers of 0.3 did so, and its clients take nothing but a stream for an answer.
      openAtOnce: call.version === LEGACY_VERSION,
    });
  }

  function sendError(error: unknown, call: Call): void {
    const answer = toErrorAnswer(error, call);
    if (error instanceof UnauthenticatedError) {
      call.response.setHeader('WWW-Authenticate', error.challenge);
      sendJson(call.response, answer, { status: 401 });
    } else sendJson(call.response, answer);
  }

  function toErrorAnswer(error: unknown, { version, id }: Call): object {
    const body = toJsonRpcErrorBody(toPublicError(error, logger), version);
    return { jsonrpc: '2.0', id, error: body };
  }

  function sendBodyError(error: unknown, call: Call): void {
    const failure = toBodyFailure(error);
    switch (failure?.kind) {
      case 'too-large': {
        const answer = toErrorAnswer(createRpcError(failure.message), call);
        sendJson(call.response, answer, { status: 413 });
        return;
      }
      case 'not-json':
        sendError(createRpcError(failure.message, A2A_ERROR_CODE.PARSE_ERROR), call);
        return;
      case 'media-type':
        sendError(new ContentTypeNotSupportedError(failure.message), call);
        return;
      case 'unreadable':
        sendError(createRpcError(failure.message), call);
        return;
      case undefined:
        sendError(error, call);
    }
  }

  const router = Router();
  router
    .route('/')
    .post(handleRequest)
    .options((_request, response) => {
      response.setHeader('Allow', ALLOWED_METHODS).status(204).end();
    })
    .all(handleOtherMethod);
  return router;
}

/**
 * A stream of a message ends where the task waits for its caller, which A2A 0.3 tells by `final`
 * (section 7.2.2). The SDK sets it for ends of tasks alone.
 */
async function* markEndOfTurn(events: AsyncGenerator<object>): AsyncGenerator<object> {
  for await (const event of events) {
    const result: unknown = Reflect.get(event, 'result');
    const isLast = isFields(result) && isFields(result['status']) && isQuestion(result['status']);
    yield isLast && 'final' in result ? { ...event, result: { ...result, final: true } } : event;
  }
}

function isQuestion({ state }: Readonly<Record<string, unknown>>): boolean {
  return state === 'input-required' || state === 'auth-required';
}

/** The body parser takes an empty body for an empty object. */
function checkNotEmpty(bytes: Uint8Array): void {
  if (bytes.length === 0) throw createNoBodyError();
}

function isJson(request: IncomingMessage): boolean {
  return readMediaType(request) === 'application/json';
}

function handleOtherMethod(request: Request, response: Response): void {
  const message = `Cannot ${request.method} this path as JSON-RPC requests must be sent with POST.`;
  const error = { code: A2A_ERROR_CODE.INVALID_REQUEST, message };
  response.setHeader('Allow', ALLOWED_METHODS);
  sendJson(response, { jsonrpc: '2.0', id: null, error }, { status: 405 });
}
