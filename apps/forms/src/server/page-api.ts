import type { RequestGuard, RequestRefusal } from '@formwork/network';
import { readMediaType } from '@formwork/server/internal';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import type { IncomingMessage } from 'node:http';
import { RefusedError } from './errors/refused-error.ts';
import { SIGN_IN_PATHS } from './page-sign-in.ts';
import { setApiHeaders } from './security-headers.ts';

/** A request to an API for a page, and the response to it. */
export interface PageExchange {
  readonly request: Request;
  readonly response: Response;
}

/**
 * Makes the router of an API for a page. It answers requests of the page's own origin, and those by
 * which a sign-in provider sends people back.
 */
export function createPageApi({
  guard,
  signIn,
  routes,
  check,
  answerError,
}: {
  readonly guard: RequestGuard;
  /** The router by which people sign in. Default: people cannot. */
  readonly signIn?: Router | undefined;
  readonly routes: Router;
  /** Refuses further requests by throwing. Default: all that the guard admits may pass. */
  readonly check?: (request: Request) => void;
  /** Answers a request that was refused, or has failed. */
  readonly answerError: (error: unknown, exchange: PageExchange) => void;
}): Router {
  const router = Router();
  router.use((request, response, next) => {
    setApiHeaders(response);
    const isReached = request.method === 'GET' && SIGN_IN_PATHS.includes(request.path);
    if (signIn !== undefined && isReached) refuse(guard.checkHost(request));
    else checkRequest(request, guard);
    check?.(request);
    next();
  });
  if (signIn !== undefined) router.use(signIn);
  router.use(routes);
  router.use((request) => {
    throw new RefusedError(
      'NOT_FOUND',
      `Nothing is served at ${request.method} ${request.baseUrl}${request.path}.`,
    );
  });
  // oxlint-disable-next-line max-params -- express counts them
  const handleError: ErrorRequestHandler = (error, request, response, next) => {
    if (response.headersSent) next(error);
    else answerError(error, { request, response });
  };
  return router.use(handleError);
}

/**
 * Refuses requests from pages of other origins, because they must neither call agents through this
 * server nor see its list of agents. Requests that come from no page pass.
 *
 * @throws RefusedError unless the request may be answered
 */
export function checkRequest(request: IncomingMessage, guard: RequestGuard): void {
  refuse(guard.check(request));
  if (request.method === 'POST') checkMediaType(request);
}

function refuse(refusal: RequestRefusal | undefined): void {
  if (refusal === undefined) return;
  const { reason, message, status } = refusal;
  throw new RefusedError(reason, message, { status });
}

/**
 * Refuses requests whose body is not `application/json`, because a page of another origin could
 * send other types without a CORS preflight.
 */
function checkMediaType(request: IncomingMessage): void {
  if (readMediaType(request) === 'application/json') return;
  const mediaType = request.headers['content-type'] ?? '';
  throw new RefusedError(
    'BODY',
    `Cannot read the request because its Content-Type must be application/json: current value is ${JSON.stringify(mediaType.slice(0, 100))}`,
    { status: 415 },
  );
}
