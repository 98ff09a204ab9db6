import { createRequestGuard, type RequestRefusal } from '@formwork/network';
import type { Request, RequestHandler, Response } from 'express';
import { type RestError, createHttpError } from './error-answers.ts';
import { sendJson } from './json-body.ts';

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
