import type { Scope } from '@formwork/runtime';
import { createTaskFollower, type TaskFollower } from './follow-tasks.ts';
import { cancelQuietly, createMessageSender } from './send-message.ts';
import { createSessionCard } from './session-card.ts';
import { SESSION_ERROR_STATUS, SessionError, toSessionError } from './session-error.ts';
import { listMessages } from './session-messages.ts';
import { toHead, type OpenTask, type SessionRecord } from './session-record.ts';
import {
  checkContentType,
  checkNames,
  findSessionRoute,
  isSessionPath,
  parseCreateSession,
  parseSendMessage,
  readKey,
  readLastEventId,
  readWait,
  SESSION_ROUTES,
  type SessionRoute,
} from './session-request.ts';
import { createSessionStore, type SessionPlace, type SessionStore } from './session-store.ts';
import { streamSession } from './stream-session.ts';
import { QuotaError, isTerminalState, UnavailableError } from '@formwork/runtime';
import {
  HintHub,
  createTaskQuota,
  TASK_STATES,
  type TaskQuota,
  toPrincipalScope,
} from '@formwork/runtime/internal';
import { checkOptions, createTimerRule } from '@formwork/schema/internal';
import {
  type AdapterHost,
  type Caller,
  type ProtocolAdapter,
  UnauthenticatedError,
} from '@formwork/server';
import { createJsonBodyReader, sendJson, writeEventStream } from '@formwork/server/internal';
import { type NextFunction, type Request, type Response, Router } from 'express';

/** The states of tasks that have not ended. */
const OPEN_STATES = TASK_STATES.filter((state) => !isTerminalState(state));

/** Options of {@link createSessionAdapter}. */
export interface SessionAdapterOptions {
  /** The path of the API, such as `/v1`. Default `/`, so that the card is at `/card`. */
  readonly path?: string;
  /**
   * The time that a request with a message waits for the agent's answer, in milliseconds; after
   * that its response is the message itself. Callers can ask for less; 0 never waits. Default
   * 30,000.
   */
  readonly waitMs?: number;
}

/**
 * Checks the options of a session adapter.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
function checkSessionAdapterOptions(options: SessionAdapterOptions): void {
  checkOptions(options, {
    subject: 'Cannot serve the session API',
    rules: { path: BASE_PATH_RULE, waitMs: createTimerRule(0) },
  });
}

/**
 * Makes the adapter that serves the session API of the "JSON Specification" for the agent and tasks
 * of a server: `GET /card`, sessions, their messages and streams. A session is a context of A2A,
 * and its messages become tasks.
 *
 * Sessions are kept in the engine of the tasks, and so are as durable.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
export function createSessionAdapter(options: SessionAdapterOptions = {}): ProtocolAdapter {
  checkSessionAdapterOptions(options);
  const { path = '/', waitMs = 30_000 } = options;
  const basePath = toBasePath(path);
  return (host) => {
    const { engine, logger, closing: signal } = host;
    const hub = new HintHub(engine);
    const store = createSessionStore(engine);
    const follower = createTaskFollower({ engine, hub, store, logger, signal });
    const quota = host.limits === false ? undefined : createTaskQuota(engine, host.limits);
    const send = createMessageSender({ host, store, follower, quota });
    return {
      name: 'sessions',
      owns: (asked) => isBelow(basePath, asked),
      routes: SESSION_ROUTES.map((route) => `${basePath}${route}`),
      router: createSessionRouter({ host, hub, store, follower, send, quota, basePath, waitMs }),
      async close() {
        hub.close();
      },
    };
  };
}

/**
 * Matches a base path: segments of characters that need no escape (RFC 3986 section 3.3), without
 * `.` and `..`.
 */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/u;

/** The rule for an option that holds a base path. */
const BASE_PATH_RULE = {
  expected: 'a path such as "/v1", or "/"',
  isValid: (value: unknown): boolean =>
    typeof value === 'string' && (value === '/' || BASE_PATH.test(value)),
} as const;

/** Returns the base path without a slash at its end, which is `''` for the root. */
function toBasePath(path: string): string {
  return path === '/' ? '' : path;
}

/**
 * True for the paths of a session API below this base path; an API at the root leaves paths that it
 * does not know to the next handler.
 */
function isBelow(basePath: string, path: string): boolean {
  if (basePath === '') return isSessionPath(path);
  // Letter case makes no difference, because express compares paths so too.
  return `${path.toLowerCase()}/`.startsWith(`${basePath.toLowerCase()}/`);
}

/** Options of {@link createSessionRouter}. */
interface SessionRouterOptions {
  readonly host: AdapterHost;
  readonly hub: HintHub;
  readonly store: SessionStore;
  readonly follower: TaskFollower;
  readonly send: ReturnType<typeof createMessageSender>;
  /** The quota of tasks, sessions and messages of callers; absent if callers have no limits. */
  readonly quota: TaskQuota | undefined;
  /** The path of the API, without a slash at its end. */
  readonly basePath: string;
  readonly waitMs: number;
}

/** An HTTP request and its response. */
interface Exchange {
  readonly request: Request;
  readonly response: Response;
  /** The id of the session; `''` for paths without one. */
  readonly id: string;
}

/** An HTTP request whose caller has been identified. */
interface Call extends Exchange {
  readonly caller: Caller;
}

/** The handlers of one path, by HTTP method. */
type Handlers = Readonly<Record<string, (call: Call) => Promise<void>>>;

/**
 * Makes the router for the paths of the session API ("API Endpoints"). Every response is JSON or an
 * event stream; every error has the shape of the "Error Response". An API at the root leaves other
 * paths to the next handler.
 */
function createSessionRouter(options: SessionRouterOptions): Router {
  const { host, hub, store, follower, send, quota, basePath, waitMs } = options;
  const { engine, logger, publicUrl, bodyLimit, streamLimits } = host;
  const readBody = createJsonBodyReader({
    limit: bodyLimit,
    isJson: () => true,
    inspect: checkNames,
  });

  async function takeBody({ request, response }: Call): Promise<unknown> {
    checkContentType(request);
    await readBody(request, response);
    return request.body;
  }

  async function createSession(call: Call): Promise<void> {
    const body = await takeBody(call);
    // Every member of the body is optional, and so is the body itself.
    const { metadata } = parseCreateSession(body === undefined ? {} : body);
    const scope = scopeOf(call.caller);
    const key = readKey(call.request);
    const create = () =>
      store.create(scope, { ...(metadata && { metadata }), ...(key !== undefined && { key }) });
    const { session } =
      quota === undefined
        ? await create()
        : await quota.beginSession(scope, () => quota.store(scope, metadata ?? {}, create));
    call.response.setHeader('Location', `${basePath}/sessions/${session.id}`);
    sendJson(call.response, { session }, { status: 201 });
  }

  async function sendMessage(call: Call): Promise<void> {
    const body = parseSendMessage(await takeBody(call));
    const { status, message } = await send(placeOf(call), body, {
      caller: call.caller,
      key: readKey(call.request),
      waitMs: readWait(call.request.get('prefer'), waitMs),
    });
    sendJson(call.response, { message }, { status });
  }

  async function sendMessages(call: Call): Promise<void> {
    const place = placeOf(call);
    const record = await store.get(place.scope, place.id);
    await follower.catchUp(place, record);
    const listed = { ...place, newest: record.seq };
    sendJson(call.response, await listMessages(store, listed, call.request.query));
  }

  async function sendSession(call: Call): Promise<void> {
    const place = placeOf(call);
    const record = await store.get(place.scope, place.id);
    await follower.catchUp(place, record);
    sendJson(call.response, { session: record.session });
  }

  async function deleteSession(call: Call): Promise<void> {
    const { caller } = call;
    const { session } = await endSession(placeOf(call), { host, store, caller });
    sendJson(call.response, { session });
  }

  async function sendStream({ request, response, ...call }: Call): Promise<void> {
    const place = placeOf(call);
    // A stream lasts, and must not keep the messages.
    const record = toHead(await store.get(place.scope, place.id));
    await follower.catchUp(place, record);
    const after = readLastEventId(request, record.seq);
    if (record.isEnded && after === record.seq) {
      // No event will come: clients that reconnect by themselves stop at this status.
      response.status(204).end();
      return;
    }
    const stopping = new AbortController();
    const signal = AbortSignal.any([stopping.signal, host.closing]);
    const onTask = (task: OpenTask): void => void follower.follow(place, task);
    const events = streamSession(place, record, { engine, hub, store, onTask, after, signal });
    await writeEventStream(response, events, {
      ...streamLimits,
      openAtOnce: true,
      toId: ({ seq }) => (seq === undefined ? undefined : `${seq}`),
      toData: ({ event }) => JSON.stringify(event),
      toErrorData: (error) => JSON.stringify(toErrorBody(toSessionError(error, logger))),
      answerError: (error) => answerError(response, error),
      stop: () => stopping.abort(),
    });
  }

  function sendCard({ response }: Exchange): void {
    const { agent, security, authentication } = host;
    const url = `${publicUrl}${basePath}`;
    // The card is made for each request, because the agent may have been replaced.
    sendJson(response, createSessionCard(agent, { url, security, authentication }));
  }

  const handlers: Readonly<Record<Exclude<SessionRoute['kind'], 'card'>, Handlers>> = {
    sessions: { POST: createSession },
    session: { GET: sendSession, DELETE: deleteSession },
    messages: { GET: sendMessages, POST: sendMessage },
    stream: { GET: sendStream },
  };

  /**
   * Answers a request. The card, and the list of methods of a path, need no credentials; wrong
   * credentials are refused all the same.
   */
  async function answer({ kind }: SessionRoute, exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const asked = request.method === 'HEAD' && kind !== 'stream' ? 'GET' : request.method;
    const known: Handlers = kind === 'card' ? {} : handlers[kind];
    const allowed = kind === 'card' ? 'GET' : Object.keys(known).join(', ');
    const isOpen = kind === 'card' || asked === 'OPTIONS';
    // Identifies the caller first, so that a refused caller cannot make the server read a body.
    const caller = await (isOpen ? host.identifyGiven(request) : host.identify(request));
    if (kind === 'card' && asked === 'GET') {
      sendCard(exchange);
      return;
    }
    if (asked === 'OPTIONS') {
      response.setHeader('Allow', allowed);
      response.status(204).end();
      return;
    }
    const handler = Object.hasOwn(known, asked) ? known[asked] : undefined;
    if (handler !== undefined) {
      await handler({ ...exchange, caller });
      return;
    }
    response.setHeader('Allow', allowed);
    throw new SessionError(
      'METHOD_NOT_ALLOWED',
      `Cannot ${request.method} this path as the method must be one of ${allowed}.`,
    );
  }

  function answerError(response: Response, error: unknown): void {
    if (error instanceof UnauthenticatedError) {
      response.setHeader('WWW-Authenticate', error.challenge);
    }
    if (error instanceof QuotaError) {
      response.setHeader('Retry-After', Math.ceil(error.retryAfterMs / 1_000));
    }
    const told = toSessionError(error, logger);
    sendJson(response, toErrorBody(told), { status: SESSION_ERROR_STATUS[told.code] });
  }

  async function handle(request: Request, response: Response, next: NextFunction): Promise<void> {
    const { method, path } = request;
    if (basePath === '' && !isSessionPath(path)) {
      next();
      return;
    }
    try {
      const route = findSessionRoute(path);
      if (route === undefined) {
        await host.identifyGiven(request);
        const message = `Nothing is served at ${method} ${request.baseUrl}${path}`;
        throw new SessionError('NOT_FOUND', message.slice(0, 300));
      }
      if (host.closing.aborted) throw new UnavailableError();
      await answer(route, { request, response, id: route.id });
    } catch (error) {
      if (response.headersSent) response.destroy();
      else answerError(response, error);
    }
  }

  const router = Router();
  router.use(basePath === '' ? '/' : basePath, handle);
  return router;
}

function placeOf({ id, caller }: Pick<Call, 'id' | 'caller'>): SessionPlace {
  return { scope: scopeOf(caller), id };
}

function scopeOf({ id }: Caller): Scope {
  return toPrincipalScope(id === undefined ? undefined : { id });
}

function toErrorBody({ code, message, details }: SessionError): object {
  return { error: { code: code.toLowerCase(), message, ...(details && { details }) } };
}

/** Options for ending a session with {@link endSession}. */
interface EndSessionOptions {
  readonly host: AdapterHost;
  readonly store: SessionStore;
  readonly caller: Caller;
}

/**
 * Ends a session and cancels its open tasks. A second call cancels those that the first could not.
 */
async function endSession(
  place: SessionPlace,
  { host, store, caller }: EndSessionOptions,
): Promise<SessionRecord> {
  // The session ends first, so that no further message starts a task meanwhile.
  const record = await store.end(place.scope, place.id);
  const context = host.createContext(caller);
  for (const state of OPEN_STATES) {
    let pageToken: string | undefined;
    do {
      const page = await host.engine.list(place.scope, {
        contextId: place.id,
        state,
        // A task that changes meanwhile moves to a page that is still to be read.
        order: 'oldest-first',
        pageSize: 100,
        ...(pageToken !== undefined && { pageToken }),
      });
      await Promise.all(page.tasks.map(async ({ id }) => cancelQuietly(host, id, context)));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }
  return record;
}
