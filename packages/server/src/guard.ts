import { admitPage, createRequestGuard, type RequestRefusal } from '@formwork/network';
import type { Request, RequestHandler, Response } from 'express';
import { type CallerQuota, OverloadError } from './caller-limits.ts';
import { type RestError, createHttpError } from './error-answers.ts';
import { sendJson } from './json-answer.ts';
import type { CallWatch } from './transport.ts';
import { beforeStream } from './write-event-stream.ts';

/** Options that say under which host names, and from which pages, a server may be called. */
export interface GuardOptions {
  /**
   * Further host names of the server, without ports, such as the name that a proxy on this machine
   * passes on. Connections from this machine are refused under any other name than its own, that of
   * the public URL, and these. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * The sites whose pages may call the agent: origins such as `https://app.example.com`, or host
   * names alone. They may read the answers (CORS), without cookies. Default: none; only programs and
   * the server's own pages may call.
   */
  readonly allowedOrigins?: readonly string[];
}

/** Options of {@link createHostGuard}. */
interface HostGuardOptions {
  /** Returns the public URL of the server; called for each new host name. */
  readonly publicUrl: () => string | undefined;
  readonly allowedHosts: readonly string[];
  /** Called for every request that the guard refuses. */
  readonly onRefusal?: ((request: Request, refusal: RequestRefusal) => void) | undefined;
  /**
   * Answers requests that no endpoint has to see, such as health checks, and returns true if it
   * did. Default: answers none.
   */
  readonly answer?: ((request: Request, response: Response) => boolean) | undefined;
}

/** Options of {@link createGuard}. */
interface CreateGuardOptions extends HostGuardOptions {
  /** True if a host guard in front has checked the host name of every request. */
  readonly isHostChecked: boolean;
  readonly allowedOrigins: readonly string[];
  /** Returns true for paths that any page may read. */
  readonly isPublic: (path: string) => boolean;
  /** Returns true for paths whose endpoints tell browsers themselves which pages may read. */
  readonly isForPages: (path: string) => boolean;
  /** Returns true for paths of the agent; a program may have others. */
  readonly isOwnPath: (path: string) => boolean;
}

/**
 * Makes the middleware in front of an agent's endpoints, which refuses foreign host names and
 * pages.
 */
export function createGuard({
  isPublic,
  isForPages,
  isOwnPath,
  isHostChecked,
  onRefusal,
  ...options
}: CreateGuardOptions): RequestHandler {
  const { check, checkHost, checkPage, isFromListedPage } = createRequestGuard(options);
  const checkPrivate = isHostChecked ? checkPage : check;
  const checkPublic = isHostChecked ? () => undefined : checkHost;
  return toHandler(
    (request) => (isPublic(request.path) ? checkPublic(request) : checkPrivate(request)),
    {
      onRefusal,
      answer: (request, response) =>
        isFromListedPage(request) &&
        !isForPages(request.path) &&
        admitPage(request, response, { isAnswered: isOwnPath(request.path) }),
    },
  );
}

/**
 * Makes the middleware in front of a whole server, which refuses requests under foreign host names.
 */
export function createHostGuard({
  onRefusal,
  answer,
  ...options
}: HostGuardOptions): RequestHandler {
  return toHandler(createRequestGuard(options).checkHost, { onRefusal, answer });
}

/** Options of {@link createAdmission}. */
interface AdmissionOptions extends Pick<CreateGuardOptions, 'isPublic'> {
  readonly watch: CallWatch | undefined;
}

/**
 * Makes the middleware that refuses requests with 503 while the server answers as many requests as
 * its quota allows, except requests for cards.
 */
export function createAdmission(
  quota: CallerQuota,
  { isPublic, watch }: AdmissionOptions,
): RequestHandler {
  return (request, response, next) => {
    if (isPublic(request.path)) {
      next();
      return;
    }
    try {
      quota.enter(response, () => {
        beforeStream(response, () => quota.openStream(response));
        next();
      });
    } catch (error) {
      if (!(error instanceof OverloadError)) throw error;
      watch?.fail(request, error);
      response.setHeader('Retry-After', error.retryAfterMs / 1_000);
      const body = createHttpError(503, 'UNAVAILABLE', error.message);
      sendJson(response, body, { status: 503 });
    }
  };
}

/** The `Cache-Control` of answers that may differ between callers. */
const PRIVATE = 'private, no-store';

const EARLIER: unique symbol = Symbol('earlier Cache-Control');

/** A response, and the `Cache-Control` that the program's own middleware had set before. */
interface GuardedResponse extends Response {
  [EARLIER]?: number | string | readonly string[];
}

/** The middleware before and after an agent's endpoints that keeps caches from storing answers. */
interface CacheGuard {
  readonly before: RequestHandler;
  /**
   * Restores `Cache-Control` for requests that no endpoint has answered, so that the program's own
   * routes choose it.
   */
  readonly after: RequestHandler;
}

/**
 * Makes the middleware that keeps answers out of caches, because a cache could give one caller's
 * answer to another. An endpoint with the same answers for everybody sets another `Cache-Control`.
 */
export function createCacheGuard(): CacheGuard {
  return {
    before(_request, response: GuardedResponse, next) {
      const earlier = response.getHeader('Cache-Control');
      if (earlier !== undefined) response[EARLIER] = earlier;
      response.setHeader('Cache-Control', PRIVATE);
      next();
    },
    after(_request, response: GuardedResponse, next) {
      const { [EARLIER]: earlier } = response;
      if (response.getHeader('Cache-Control') === PRIVATE) {
        if (earlier === undefined) response.removeHeader('Cache-Control');
        else response.setHeader('Cache-Control', earlier);
      }
      next();
    },
  };
}

/**
 * Joins handlers that each request passes into one, in order. A layer of express for each of them
 * costs more than they do.
 */
export function joinHandlers(handlers: readonly RequestHandler[]): RequestHandler {
  const pass: RequestHandler = (_request, _response, next) => next();
  return handlers.reduceRight(
    (rest, handler): RequestHandler =>
      (request, response, next) =>
        handler(request, response, (error?: unknown) => {
          if (error === undefined) void rest(request, response, next);
          else next(error);
        }),
    pass,
  );
}

function toHandler(
  judge: (request: Request) => RequestRefusal | undefined,
  { onRefusal, answer }: Pick<HostGuardOptions, 'onRefusal' | 'answer'>,
): RequestHandler {
  return (request, response, next) => {
    const refusal = judge(request);
    if (refusal === undefined) {
      if (answer?.(request, response) !== true) next();
      return;
    }
    onRefusal?.(request, refusal);
    sendJson(response, toErrorBody(refusal), { status: refusal.status });
  };
}

function toErrorBody({ status, message }: RequestRefusal): RestError {
  return createHttpError(
    status,
    status === 400 ? 'INVALID_ARGUMENT' : 'PERMISSION_DENIED',
    message,
  );
}
