import type { RequestGuard, RequestHead, RequestRefusal } from '@formwork/network';
import type { Exchange, Step } from '@formwork/server';
import { readMediaType, toStep } from '@formwork/server/internal';
import { RefusedError } from './errors/refused-error.ts';
import { PageExchange } from './page-exchange.ts';
import { setApiHeaders } from './security-headers.ts';

/**
 * The paths of a sign-in to which pages of other origins lead: this page under
 * another name of its server at the beginning, and the provider at the end. They change nothing
 * without a cookie of the same browser.
 */
export const SIGN_IN_PATHS: readonly string[] = ['/sign-in', '/sign-in/callback'];

/** A route of an API for a page: a method, a path, and what answers. */
export interface PageRoute {
  /** `GET` also answers `HEAD`. */
  readonly method: 'GET' | 'POST';
  /**
   * The path below that of the API in lower case, such as `/tasks/:taskId`; a part after `:` is a
   * variable.
   */
  readonly path: string;
  readonly answer: (exchange: PageExchange) => Promise<void>;
}

/**
 * The routes of an API for a page. Paths are compared as express does: without regard to case, and
 * with or without a slash at their end.
 */
export class PageRoutes {
  readonly #routes: readonly PageRoute[];

  constructor(routes: readonly PageRoute[]) {
    this.#routes = routes;
  }

  /**
   * Answers a request; resolves to false if none of the routes is for it.
   *
   * @throws what the route throws, and an error with status 400 for wrong escapes in a variable
   */
  async answer(exchange: Exchange): Promise<boolean> {
    const { method = 'GET' } = exchange.message;
    const matches = this.#routes.flatMap((route) => {
      const params = readParams(route, exchange.path);
      return params === undefined ? [] : [{ route, params }];
    });
    const reading = method === 'HEAD' ? 'GET' : method;
    const chosen = matches.find(({ route }) => route.method === reading);
    if (chosen !== undefined) {
      await chosen.route.answer(new PageExchange(exchange, chosen.params));
      return true;
    }
    if (method !== 'OPTIONS' || matches.length === 0) return false;
    sendMethods(
      exchange,
      matches.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : ['POST'])),
    );
    return true;
  }
}

/**
 * Makes the step of an API for a page. It answers requests of the page's own origin, and those by
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
  /** The routes by which people sign in. Default: people cannot. */
  readonly signIn?: readonly PageRoute[] | undefined;
  readonly routes: readonly PageRoute[];
  /** Refuses further requests by throwing. Default: all that the guard admits may pass. */
  readonly check?: (request: RequestHead) => void;
  /** Answers a request that was refused, or has failed. */
  readonly answerError: (error: unknown, exchange: PageExchange) => void;
}): Step {
  const table = new PageRoutes([...(signIn ?? []), ...routes]);
  return toStep(async (exchange) => {
    const { message, path, basePath, reply } = exchange;
    setApiHeaders(reply);
    try {
      const isReached = message.method === 'GET' && SIGN_IN_PATHS.includes(path);
      if (signIn !== undefined && isReached) refuse(guard.checkHost(message));
      else checkRequest(message, guard);
      check?.(message);
      if (await table.answer(exchange)) return;
      throw new RefusedError(
        'NOT_FOUND',
        `Nothing is served at ${message.method} ${basePath}${path}.`,
      );
    } catch (error) {
      if (reply.headersSent) throw error;
      answerError(error, new PageExchange(exchange));
    }
  });
}

/**
 * Refuses requests from pages of other origins, because they must neither call agents through this
 * server nor see its list of agents. Requests that come from no page pass.
 *
 * @throws RefusedError unless the request may be answered
 */
export function checkRequest(request: RequestHead, guard: RequestGuard): void {
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
function checkMediaType(request: RequestHead): void {
  if (readMediaType(request) === 'application/json') return;
  const mediaType = request.headers['content-type'] ?? '';
  throw new RefusedError(
    'BODY',
    `Cannot read the request because its Content-Type must be application/json: current value is ${JSON.stringify(mediaType.slice(0, 100))}`,
    { status: 415 },
  );
}

/** Answers OPTIONS as express does. */
function sendMethods({ reply }: Exchange, methods: readonly string[]): void {
  const allowed = [...new Set(methods)].toSorted().join(', ');
  reply.setHeader('Allow', allowed);
  reply.setHeader('Content-Length', allowed.length);
  reply.setHeader('Content-Type', 'text/plain');
  reply.setHeader('X-Content-Type-Options', 'nosniff');
  reply.writeHead(200).end(allowed, 'latin1');
}

/** Reads the variable parts of a path; `undefined` for a path of another route. */
function readParams(route: PageRoute, path: string): Readonly<Record<string, string>> | undefined {
  const names = route.path.split('/');
  const parts = path.replace(/\/$/u, '').split('/');
  const isMatch = names.every((name, index) => {
    const part = parts[index] ?? '';
    return name.startsWith(':') ? part !== '' : part.toLowerCase() === name;
  });
  if (!isMatch || names.length !== parts.length) return undefined;
  const params = names.flatMap((name, index) =>
    name.startsWith(':') ? [[name.slice(1), decodeParam(parts[index] ?? '')]] : [],
  );
  return Object.fromEntries(params) as Readonly<Record<string, string>>;
}

function decodeParam(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw Object.assign(new Error(`Failed to decode param '${value}'`), { status: 400 });
  }
}
