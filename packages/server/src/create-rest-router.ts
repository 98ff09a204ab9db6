import { checkSendParams } from './operations/check-params.ts';
import { type RestError, createHttpError, sendAdvice, toRestError } from './error-answers.ts';
import { toPublicError } from './errors.ts';
import { createEventEncoder, findEventId } from './event-text.ts';
import { keepGenerations, withGenerations } from './generations.ts';
import {
  createJsonBodyReader,
  createMediaTypeError,
  readMediaType,
  sendJson,
  toBodyFailure,
} from './json-body.ts';
import { rememberErrors } from './remember-errors.ts';
import {
  checkOptional,
  createShapeError,
  isAbsent,
  requireObject,
  requireState,
} from './request-shape.ts';
import {
  createCallContext,
  createVersionCheck,
  readProtocolVersion,
  sendExtensions,
  type TransportOptions,
  withoutTenant,
} from './transport.ts';
import { startEventStream } from './write-event-stream.ts';
import {
  DeleteTaskPushNotificationConfigRequest,
  SendMessageRequest,
  type StreamResponse,
  SubscribeToTaskRequest,
} from '@a2a-js/sdk';
import { ContentTypeNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors';
import { type ServerCallContext, UnauthenticatedUser } from '@a2a-js/sdk/server';
import type { RestHandlerOptions } from '@a2a-js/sdk/server/express';
import {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import type { IncomingMessage } from 'node:http';

const ID = '[^/:]+';

const ROUTES: readonly (readonly [pattern: RegExp, methods: readonly string[]])[] = [
  [/^\/message:(?:send|stream)\/?$/u, ['POST']],
  [/^\/extendedAgentCard\/?$/u, ['GET', 'HEAD']],
  [/^\/tasks\/?$/u, ['GET', 'HEAD']],
  [new RegExp(`^/tasks/${ID}/?$`, 'u'), ['GET', 'HEAD']],
  [new RegExp(`^/tasks/${ID}:cancel/?$`, 'u'), ['POST']],
  [new RegExp(`^/tasks/${ID}:subscribe/?$`, 'u'), ['GET', 'POST']],
  [new RegExp(`^/tasks/${ID}/pushNotificationConfigs/?$`, 'u'), ['GET', 'HEAD', 'POST']],
  [new RegExp(`^/tasks/${ID}/pushNotificationConfigs/[^/]+/?$`, 'u'), ['GET', 'HEAD', 'DELETE']],
];

const COUNTS = ['historyLength', 'history_length', 'pageSize', 'page_size'] as const;

const FLAGS = ['includeArtifacts', 'include_artifacts'] as const;

const COUNT = /^\d{1,15}$/u;

const CONTENT_TYPE = 'application/a2a+json';

/**
 * Makes the router of the A2A 1.0 REST endpoint. The SDK answers single responses; streams are
 * written here, because the SDK's writer neither waits for slow clients nor notices disconnected
 * ones.
 *
 * Every answer is JSON or an event stream; every error is a `google.rpc.Status`. A2A 0.3 is not
 * served, because its REST has no place for the tag of a part.
 */
export function createRestRouter(options: TransportOptions): Router {
  const { logger, bodyLimit, streamLimits, watch } = options;
  const { handler, errorOf, stopStream } = rememberErrors(options.requestHandler, logger);
  const readBody = createJsonBodyReader({ limit: bodyLimit, isJson: isRestJson });
  const encodeEvent = createEventEncoder(options.generation);
  const checkVersion = createVersionCheck(handler, 'HTTP+JSON');
  // The SDK builds a context from the headers alone, which are one object per request.
  const contexts = new WeakMap<object, ServerCallContext>();

  function contextOf(request: Pick<IncomingMessage, 'headers'>): ServerCallContext {
    const context = contexts.get(request.headers);
    if (context === undefined) throw new Error('The request has no context.');
    return context;
  }

  /**
   * Identifies the caller of a REST request before its body is read, so that a refused caller
   * cannot make the server read a body.
   */
  async function identify(request: Request, response: Response, next: NextFunction): Promise<void> {
    const version = readProtocolVersion(request);
    const caller = await options.identify(request);
    const context = createCallContext(request, {
      version,
      extensionUris: options.extensionUris,
      caller,
      watch,
    });
    contexts.set(request.headers, context);
    sendExtensions(response, context);
    next();
  }

  /** Answers requests for unknown paths and methods; wrong credentials are refused first. */
  async function checkRoute(
    request: Request,
    response: Response,
    next: NextFunction,
  ): Promise<void> {
    const route = findRestRoute(request.method, request.path);
    if (route.kind === 'found') {
      next();
      return;
    }
    await options.identifyGiven?.(request);
    sendRouteFault({ request, response }, route);
  }

  async function takeBody(request: Request, response: Response, next: NextFunction): Promise<void> {
    try {
      await readBody(request, response);
    } catch (error) {
      sendRestError(response, createBodyError(error));
      return;
    }
    next();
  }

  /**
   * Prepares a REST request for the SDK's handlers: checks it and makes the context of the call.
   */
  async function prepare(request: Request, response: Response, next: NextFunction): Promise<void> {
    const body: unknown = request.body;
    const context = contextOf(request);
    await checkVersion(context.requestedVersion);
    checkQuery(request);
    if (body === undefined && hasBody(request)) {
      throw createMediaTypeError(request, `application/json or ${CONTENT_TYPE}`);
    }
    const params = isAbsent(body) ? {} : requireObject(body, 'The body');
    if (request.path.startsWith('/message:')) checkSendParams(params);
    if (options.generation === true) keepGenerations(context, { ...request.query, ...params });
    request.body = withoutTenant(params);
    addDetails(response, context);
    next();
  }

  /** Adds the details of the handler's error to the error answer that the SDK makes. */
  function addDetails(response: Response, context: ServerCallContext): void {
    const send = response.json.bind(response);
    response.json = (body: unknown) => {
      const status = response.statusCode;
      if (status < 400) {
        // The SDK answers 201 for a new push config; the binding has one status for success.
        response.statusCode = 200;
        return send(withGenerations(body, context));
      }
      const thrown = errorOf(context);
      if (thrown !== undefined) {
        const answer = toRestError(thrown);
        sendAdvice(response, thrown, options.identify);
        // The SDK does not know the status of every error.
        response.statusCode = answer.error.code;
        return send(answer);
      }
      // An internal failure of the SDK has a text that callers must not read.
      return send(status < 500 ? body : createErrorAnswer(new Error(JSON.stringify(body))));
    };
  }

  async function sendStream(
    request: Request,
    response: Response,
    open: (context: ServerCallContext) => AsyncIterator<StreamResponse>,
  ): Promise<void> {
    const context = contextOf(request);
    startEventStream(response, open(context), {
      ...streamLimits,
      toId: findEventId,
      toData: encodeEvent,
      toErrorData: (error) => JSON.stringify(createErrorAnswer(error)),
      answerError: (error) => answerError(response, error),
      stop: () => stopStream(context),
    });
  }

  async function subscribe(request: Request, response: Response): Promise<void> {
    const { taskId } = request.params;
    await sendStream(request, response, (context) =>
      handler.resubscribe(SubscribeToTaskRequest.fromJSON({ id: taskId }), context),
    );
  }

  /**
   * Deletes a push config and answers with JSON, because clients of other SDKs expect JSON, and the
   * SDK answers 204 without a body.
   */
  async function deletePushConfig(request: Request, response: Response): Promise<void> {
    const { taskId, id } = request.params;
    await handler.deleteTaskPushNotificationConfig(
      DeleteTaskPushNotificationConfigRequest.fromJSON({ taskId, id }),
      contextOf(request),
    );
    sendJson(response, {}, { contentType: CONTENT_TYPE });
  }

  /**
   * Wraps a REST handler so that its errors are answered as JSON; express would answer with HTML.
   */
  function guard(
    handle: (request: Request, response: Response, next: NextFunction) => Promise<void>,
  ): RequestHandler {
    return async (request, response, next) => {
      try {
        await handle(request, response, next);
      } catch (error) {
        if (response.headersSent) response.destroy();
        else answerError(response, error);
      }
    };
  }

  function answerError(response: Response, error: unknown): void {
    watch?.fail(response.req, error);
    sendAdvice(response, error, options.identify);
    sendRestError(response, createErrorAnswer(error));
  }

  function createErrorAnswer(error: unknown): RestError {
    return toRestError(toPublicError(error, logger));
  }

  function createBodyError(error: unknown): RestError {
    const failure = toBodyFailure(error);
    switch (failure?.kind) {
      case 'too-large':
        return createHttpError(413, 'RESOURCE_EXHAUSTED', failure.message);
      case 'not-json':
      case 'unreadable':
        return toRestError(new RequestMalformedError(failure.message));
      case 'media-type':
        return toRestError(new ContentTypeNotSupportedError(failure.message));
      case undefined:
        return createErrorAnswer(error);
    }
  }

  const router = Router();
  router.use(guard(checkRoute), guard(identify), takeBody, guard(prepare));
  router.post(
    '/message\\:stream',
    guard((request, response) =>
      sendStream(request, response, (context) =>
        handler.sendMessageStream(SendMessageRequest.fromJSON(request.body), context),
      ),
    ),
  );
  router.route('/tasks/:taskId\\:subscribe').get(guard(subscribe)).post(guard(subscribe));
  router.delete('/tasks/:taskId/pushNotificationConfigs/:id', guard(deletePushConfig));
  let sdkHandler: Promise<RequestHandler> | undefined;
  router.use(
    guard(async (request, response, next) => {
      sdkHandler ??= loadSdkHandler({
        requestHandler: handler,
        userBuilder: () => Promise.resolve(new UnauthenticatedUser()),
        contextBuilder: contextOf,
      });
      const answer = await sdkHandler;
      await answer(request, response, next);
    }),
  );
  return router;
}

/** Loads the SDK's handler with the first request that it answers, because many agents get none. */
async function loadSdkHandler(options: RestHandlerOptions): Promise<RequestHandler> {
  const { restHandler } = await import('@a2a-js/sdk/server/express');
  return restHandler(options);
}

function sendRouteFault(
  { request, response }: { readonly request: Request; readonly response: Response },
  route: Exclude<RestRoute, { readonly kind: 'found' }>,
): void {
  const { method, path } = request;
  const isQuestion = method === 'OPTIONS';
  switch (route.kind) {
    case 'broken':
      sendRestError(
        response,
        toRestError(new RequestMalformedError(`Cannot decode the path ${path}`)),
      );
      return;
    case 'unknown':
      sendRestError(
        response,
        createHttpError(
          404,
          'NOT_FOUND',
          `Nothing is served at ${method} ${request.baseUrl}${path}.`,
        ),
      );
      return;
    case 'method': {
      const allowed = route.allowed.join(', ');
      response.setHeader('Allow', allowed);
      if (isQuestion) response.status(204).end();
      else {
        const message = `Cannot ${method} this path as the method must be one of ${allowed}.`;
        sendRestError(response, createHttpError(405, 'UNIMPLEMENTED', message));
      }
    }
  }
}

function sendRestError(response: Response, body: RestError): void {
  sendJson(response, body, { status: body.error.code, contentType: CONTENT_TYPE });
}

function isRestJson(request: IncomingMessage): boolean {
  const mediaType = readMediaType(request);
  return mediaType === 'application/json' || mediaType === CONTENT_TYPE;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A path of A2A REST (A2A 1.0 section 11.3), or its fault. */
type RestRoute =
  | { readonly kind: 'found' }
  | { readonly kind: 'unknown' }
  /** The percent-encoding of the path is wrong. */
  | { readonly kind: 'broken' }
  /** The path exists for other methods. */
  | { readonly kind: 'method'; readonly allowed: readonly string[] };

/**
 * Finds the route of an encoded path. The SDK also serves each route under a tenant that callers
 * choose; this server does not.
 */
function findRestRoute(method: string, path: string): RestRoute {
  if (!isDecodable(path)) return { kind: 'broken' };
  const methods = ROUTES.find(([pattern]) => pattern.test(path))?.[1];
  if (methods === undefined) return { kind: 'unknown' };
  return methods.includes(method)
    ? { kind: 'found' }
    : { kind: 'method', allowed: [...methods, 'OPTIONS'] };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks query parameters that the SDK would misread: a repeated one would become an array, `12x`
 * 12, and `maybe` false.
 *
 * @throws RequestMalformedError that names the parameter
 */
function checkQuery({ query }: Pick<Request, 'query'>): void {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') {
      throw new RequestMalformedError(
        `Cannot read the request as query parameter ${JSON.stringify(name)} must be given once`,
      );
    }
  }
  for (const name of COUNTS) {
    const value = query[name];
    if (typeof value === 'string' && !COUNT.test(value)) {
      throw createShapeError(name, 'a whole number, 0 or more', value);
    }
  }
  for (const name of FLAGS) {
    const value = query[name];
    if (value !== undefined && value !== 'true' && value !== 'false') {
      throw createShapeError(name, 'true or false', value);
    }
  }
  checkOptional(query['status'], 'status', requireState);
}
