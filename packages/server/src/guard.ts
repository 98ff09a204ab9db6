import { admitPage, createRequestGuard, type RequestRefusal } from '@formwork/network';
import type { RequestHead } from '@formwork/network';
import { OverloadError } from './active-requests.ts';
import type { CallerQuota } from './caller-quota.ts';
import { type RestError, createHttpError } from './error-answers.ts';
import type { Exchange, Step } from './exchange.ts';
import { sendJson } from './json-answer.ts';
import type { ResponseWriter } from './response-writer.ts';
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
  readonly onRefusal?: ((request: RequestHead, refusal: RequestRefusal) => void) | undefined;
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

/** Makes the step in front of an agent's endpoints, which refuses foreign host names and pages. */
export function createGuard({
  isPublic,
  isForPages,
  isOwnPath,
  isHostChecked,
  onRefusal,
  ...options
}: CreateGuardOptions): Step {
  const { check, checkHost, checkPage, isFromListedPage } = createRequestGuard(options);
  const checkPrivate = isHostChecked ? checkPage : check;
  const checkPublic = isHostChecked ? () => undefined : checkHost;
  return (exchange, next) => {
    const { message, path, reply } = exchange;
    const refusal = isPublic(path) ? checkPublic(message) : checkPrivate(message);
    if (refusal !== undefined) {
      refuse(exchange, refusal, onRefusal);
      return;
    }
    const isListed = isFromListedPage(message) && !isForPages(path);
    const isAsked = isListed && admitPage(message, reply, { isAnswered: isOwnPath(path) });
    if (!isAsked) next();
  };
}

/** Makes the step in front of a whole server, which refuses requests under foreign host names. */
export function createHostGuard({ onRefusal, ...options }: HostGuardOptions): Step {
  const { checkHost } = createRequestGuard(options);
  return (exchange, next) => {
    const refusal = checkHost(exchange.message);
    if (refusal === undefined) next();
    else refuse(exchange, refusal, onRefusal);
  };
}

/**
 * Makes the step that refuses requests with 503 while the server answers as many requests as
 * its quota allows, except requests for cards.
 */
export function createAdmission(
  quota: CallerQuota,
  {
    isPublic,
    watch,
  }: Pick<CreateGuardOptions, 'isPublic'> & {
    readonly watch: CallWatch | undefined;
  },
): Step {
  return ({ message, path, reply }, next) => {
    if (isPublic(path)) {
      next();
      return;
    }
    try {
      quota.enter(reply, () => {
        beforeStream(reply, () => quota.openStream(reply));
        next();
      });
    } catch (error) {
      if (!(error instanceof OverloadError)) throw error;
      watch?.fail(message, error);
      reply.setHeader('Retry-After', error.retryAfterMs / 1_000);
      const body = createHttpError(503, 'UNAVAILABLE', error.message);
      sendJson(reply, body, { status: 503 });
    }
  };
}

/** The `Cache-Control` of answers that may differ between callers. */
const PRIVATE = 'private, no-store';

const EARLIER: unique symbol = Symbol('earlier Cache-Control');

/** A reply, and the `Cache-Control` that the program's own middleware had set before. */
interface GuardedWriter extends ResponseWriter {
  [EARLIER]?: number | string | readonly string[];
}

/**
 * Makes the steps that keep answers out of caches, because a cache could give one caller's
 * answer to another. An endpoint with the same answers for all sets another `Cache-Control`.
 */
export function createCacheGuard(): {
  readonly before: Step;
  /**
   * Restores `Cache-Control` for requests that no endpoint has answered, so that the program's own
   * routes choose it.
   */
  readonly after: Step;
} {
  return {
    before({ reply }: { readonly reply: GuardedWriter }, next) {
      const earlier = reply.getHeader('Cache-Control');
      if (earlier !== undefined) reply[EARLIER] = earlier;
      reply.setHeader('Cache-Control', PRIVATE);
      next();
    },
    after({ reply }: { readonly reply: GuardedWriter }, next) {
      const { [EARLIER]: earlier } = reply;
      if (reply.getHeader('Cache-Control') === PRIVATE) {
        if (earlier === undefined) reply.removeHeader('Cache-Control');
        else reply.setHeader('Cache-Control', earlier);
      }
      next();
    },
  };
}

function refuse(
  { message, reply }: Exchange,
  refusal: RequestRefusal,
  onRefusal: HostGuardOptions['onRefusal'],
): void {
  onRefusal?.(message, refusal);
  sendJson(reply, toErrorBody(refusal), { status: refusal.status });
}

function toErrorBody({ status, message }: RequestRefusal): RestError {
  return createHttpError(
    status,
    status === 400 ? 'INVALID_ARGUMENT' : 'PERMISSION_DENIED',
    message,
  );
}
