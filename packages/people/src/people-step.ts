import { QuotaError, UnavailableError } from '@formwork/runtime';
import { isRecord } from '@formwork/schema/json';
import {
  type Exchange,
  type ResponseWriter,
  type RequestMessage,
  type Step,
  UnauthenticatedError,
} from '@formwork/server';
import {
  createJsonBodyReader,
  mountStep,
  readMediaType,
  sendJson,
  toAnswerSignal,
  toStep,
  whenDrained,
} from '@formwork/server/internal';
import { PEOPLE_ERROR_STATUS, PeopleError, toPeopleError } from './people-error.ts';
import type { OpenCall, PeopleParts, PeopleRoute, TokenRoute } from './people-route.ts';
import { findPerson } from './person.ts';

/**
 * Makes the step of the people door. Every request needs a person or a token, also one for a path
 * that does not exist, so that no stranger learns what is there.
 */
export function createPeopleStep({
  host,
  basePath,
  routes,
  tokenRoutes,
}: Pick<PeopleParts, 'host'> & {
  /** The path of the door, without a slash at its end. */
  readonly basePath: string;
  readonly routes: readonly PeopleRoute[];
  readonly tokenRoutes: readonly TokenRoute[];
}): Step {
  const readJson = createJsonBodyReader({ limit: host.bodyLimit, isJson: () => true });

  async function answer(exchange: Exchange): Promise<void> {
    const { message, path } = exchange;
    if (host.closing.aborted) throw new UnavailableError();
    // The caller is identified first, so that a refused one cannot make the server read a body.
    const open = findRoute(tokenRoutes, path);
    if (open !== undefined) {
      await host.identifyGiven(message);
      await chooseMethod(open.route.methods, exchange)?.(openCall(exchange, open.params));
      return;
    }
    const match = findRoute(routes, path);
    const person = await findPerson(host, message);
    if (match === undefined) {
      throw new PeopleError('NOT_FOUND', `Nothing is served at ${showPath(exchange)}.`);
    }
    const handle = chooseMethod(match.route.methods, exchange);
    await handle?.({ ...openCall(exchange, match.params), person });
  }

  function openCall(exchange: Exchange, params: OpenCall['params']): OpenCall {
    const { message: request, reply: response } = exchange;
    const signal = toAnswerSignal(response, host.closing);
    return {
      request,
      response,
      params,
      query: readQuery(request),
      signal,
      async write(text) {
        if (!response.write(text, 'utf8')) await whenDrained(response, signal);
      },
      async readBody() {
        checkContentType(request);
        const body = await readJson(exchange);
        if (isRecord(body)) return body;
        throw new PeopleError(
          'INVALID_REQUEST',
          'Cannot read the body because it must be an object.',
        );
      },
    };
  }

  function answerError(response: ResponseWriter, error: unknown): void {
    const peopleError = toPeopleError(error, host.logger);
    if (error instanceof UnauthenticatedError) {
      response.setHeader('WWW-Authenticate', error.challenge);
    } else if (peopleError.code === 'UNAUTHENTICATED') {
      const challenge = host.identify.challengeFor?.([]);
      if (challenge !== undefined) response.setHeader('WWW-Authenticate', challenge);
    }
    if (error instanceof QuotaError) {
      response.setHeader('Retry-After', Math.ceil(error.retryAfterMs / 1_000));
    }
    const { code, message } = peopleError;
    sendJson(response, { error: { code, message } }, { status: PEOPLE_ERROR_STATUS[code] });
  }

  const step = toStep(async (exchange) => {
    const { reply } = exchange;
    reply.setHeader('Cache-Control', 'no-store');
    try {
      await answer(exchange);
    } catch (error) {
      if (reply.headersSent) reply.destroy();
      else answerError(reply, error);
    }
  });
  return mountStep(basePath, step);
}

/**
 * Returns the handler for the method of a request; `undefined` for OPTIONS, which it answers.
 *
 * @throws PeopleError for a method that the path does not have
 */
function chooseMethod<Handle>(
  methods: Readonly<Record<string, Handle>>,
  exchange: Exchange,
): Handle | undefined {
  const { message, reply } = exchange;
  const { method: sentMethod = 'GET' } = message;
  const method = sentMethod === 'HEAD' ? 'GET' : sentMethod;
  const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (handle !== undefined) return handle;
  const allowed = Object.keys(methods).join(', ');
  reply.setHeader('Allow', allowed);
  if (method === 'OPTIONS') {
    reply.writeHead(204).end();
    return undefined;
  }
  throw new PeopleError(
    'METHOD_NOT_ALLOWED',
    `Cannot ${sentMethod} ${showPath(exchange)} because the method must be one of ${allowed}.`,
  );
}

function showPath({ basePath, path }: Exchange): string {
  return `${basePath}${path}`.slice(0, 200);
}

function findRoute<Route extends { readonly path: string }>(
  routes: readonly Route[],
  path: string,
):
  | {
      readonly route: Route;
      readonly params: Readonly<Record<string, string>>;
    }
  | undefined {
  const segments = splitPath(path);
  if (segments === undefined) return undefined;
  for (const route of routes) {
    const params = matchPath(route.path.split('/').slice(1), segments);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

/** Splits a path into its decoded parts; `undefined` for one with wrong escapes. */
function splitPath(path: string): readonly string[] | undefined {
  try {
    return path.replace(/\/$/u, '').split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function matchPath(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const value = segments[index] ?? '';
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

/** Reads the parameters of the query. @throws PeopleError for a parameter that is given twice */
function readQuery({ url = '' }: RequestMessage): ReadonlyMap<string, string> {
  const start = url.indexOf('?');
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(start === -1 ? '' : url.slice(start))) {
    if (query.has(name)) {
      throw new PeopleError(
        'INVALID_REQUEST',
        `Cannot read the request because ${name.slice(0, 100)} must be given once: it is given again`,
      );
    }
    query.set(name, value);
  }
  return query;
}

/**
 * Refuses bodies of other types, because pages of other origins could send some of them without a
 * CORS preflight.
 */
function checkContentType(request: RequestMessage): void {
  if (readMediaType(request) === 'application/json') return;
  const contentType = request.headers['content-type'] ?? '';
  throw new PeopleError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Cannot read the request because its Content-Type must be application/json: current value is ${JSON.stringify(contentType.slice(0, 100))}`,
  );
}
