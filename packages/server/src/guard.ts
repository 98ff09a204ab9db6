import { createRequestGuard, type RequestRefusal } from '@formwork/network';
import type { Request, RequestHandler, Response } from 'express';
import { type CallerQuota, OverloadError } from './caller-limits.ts';
import { type RestError, createHttpError } from './error-answers.ts';
import { sendJson } from './json-body.ts';
import type { CallWatch } from './transport.ts';
import { beforeStream } from './write-event-stream.ts';

/** Options of a server that say who may reach it, by name and by page. */
export interface GuardOptions {
  /**
   * Further names that the server is called by, without ports, such as the name that a proxy on the
   * same machine passes on. On loopback connections every other name is refused, except for those of
   * this machine and of the public URL. Default none.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Sites whose pages may call the agent: origins such as `https://app.example.com`, or names alone.
   * Whoever lists one also answers its CORS requests. Default none: only programs and the server's own
   * pages may call.
   */
  readonly allowedOrigins?: readonly string[];
}

/** Options of {@link createHostGuard}. */
interface HostGuardOptions {
  /** Returns the public URL of the server; asked again for each new host name. */
  readonly publicUrl: () => string | undefined;
  readonly allowedHosts: readonly string[];
  /** Called for every request that the guard refuses. */
  readonly onRefusal?: ((request: Request, refusal: RequestRefusal) => void) | undefined;
  /**
   * Answers requests that need no door, such as health, and returns whether it did. Default: it
   * answers none.
   */
  readonly answer?: ((request: Request, response: Response) => boolean) | undefined;
}

/** Options of {@link createGuard}. */
interface CreateGuardOptions extends HostGuardOptions {
  readonly allowedOrigins: readonly string[];
  /** True for paths that any page may read. */
  readonly isPublic: (path: string) => boolean;
}

/** Makes what stands in front of every door of an agent: it answers requests that no door may see. */
export function createGuard({
  isPublic,
  onRefusal,
  ...options
}: CreateGuardOptions): RequestHandler {
  const guard = createRequestGuard(options);
  return toHandler(
    (request) => (isPublic(request.path) ? guard.checkHost(request) : guard.check(request)),
    { onRefusal },
  );
}

/**
 * Makes the middleware in front of a whole server: it refuses requests under host names that are
 * not the server's.
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

/** Makes the middleware that refuses requests with 503 while there is no room, but never cards. */
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

/** The `Cache-Control` of answers that may be other ones for other callers. */
const PRIVATE = 'private, no-store';

const EARLIER: unique symbol = Symbol('earlier Cache-Control');

/** A response, with the `Cache-Control` that the user's own middleware had set before. */
interface GuardedResponse extends Response {
  [EARLIER]?: number | string | readonly string[];
}

/** What stands before and after all doors of an agent, so that no cache keeps what they answer. */
interface CacheGuard {
  readonly before: RequestHandler;
  /** For requests that no door has answered: routes of the user's own choose by themselves. */
  readonly after: RequestHandler;
}

/**
 * Makes what keeps the answers of all doors out of caches, which would hand the answer for one caller
 * to another. A door whose answers are the same for everybody sets another `Cache-Control`.
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
