import type { Scope } from '@formwork/runtime';
import { QuotaError, UnavailableError } from '@formwork/runtime';
import {
  TaskWatcher,
  createTaskQuota,
  type TaskQuota,
  toPrincipalScope,
} from '@formwork/runtime/internal';
import { checkOptions, createTimerRule } from '@formwork/schema/options';
import {
  type AdapterHost,
  type Caller,
  type Exchange,
  type ProtocolAdapter,
  type ResponseWriter,
  type Step,
  UnauthenticatedError,
} from '@formwork/server';
import {
  createJsonBodyReader,
  mountStep,
  readHeader,
  sendJson,
  toStep,
  writeEventStream,
} from '@formwork/server/internal';
import { endSession } from './end-session.ts';
import { createTaskFollower, type TaskFollower } from './follow-tasks.ts';
import { MessageSender } from './send-message.ts';
import { createSessionCard } from './session-card.ts';
import { SESSION_ERROR_STATUS, SessionError, toSessionError } from './session-error.ts';
import { listMessages } from './session-messages.ts';
import { toHead, type OpenTask } from './session-record.ts';
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
import { createSessionStore, type SessionRef, type SessionStore } from './session-store.ts';
import { streamSession } from './stream-session.ts';

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
    const watcher = new TaskWatcher(engine);
    const store = createSessionStore(engine);
    const follower = createTaskFollower({ engine, watcher, store, logger, signal });
    const quota = host.limits === false ? undefined : createTaskQuota(engine, host.limits);
    const sender = new MessageSender({ host, store, follower, quota });
    const parts = { host, watcher, store, follower, sender, quota, basePath, waitMs };
    return {
      name: 'sessions',
      owns: (requestPath) => isBelow(basePath, requestPath),
      routes: SESSION_ROUTES.map((route) => `${basePath}${route}`),
      step: new SessionApi(parts).createStep(),
      async close() {
        watcher.close();
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

/** The parts of a session API: the server, and the sessions. */
interface SessionParts {
  readonly host: AdapterHost;
  readonly watcher: TaskWatcher;
  readonly store: SessionStore;
  readonly follower: TaskFollower;
  /** The quota of tasks, sessions and messages of callers; absent if callers have no limits. */
  readonly quota: TaskQuota | undefined;
  readonly sender: MessageSender;
  /** The path of the API, without a slash at its end. */
  readonly basePath: string;
  readonly waitMs: number;
}

/** An HTTP request whose caller has been identified. */
interface Call {
  readonly exchange: Exchange;
  /** The id of the session; `''` for paths without one. */
  readonly id: string;

  readonly caller: Caller;
}

/** The handlers of one path, by HTTP method. */
type Handlers = Readonly<Record<string, (call: Call) => Promise<void>>>;

/**
 * The paths of the session API ("API Endpoints"). Every response is JSON or an event stream; every
 * error has the shape of the "Error Response". An API at the root leaves other paths to the next
 * handler.
 */
class SessionApi {
  readonly #parts: SessionParts;
  /** The path of the API as callers know it. */
  readonly #path: string;
  readonly #readBody: ReturnType<typeof createJsonBodyReader>;
  readonly #handlers: Readonly<Record<Exclude<SessionRoute['kind'], 'card'>, Handlers>> = {
    sessions: { POST: (call) => this.#createSession(call) },
    session: {
      GET: (call) => this.#sendSession(call),
      DELETE: (call) => this.#deleteSession(call),
    },
    messages: {
      GET: (call) => this.#sendMessages(call),
      POST: (call) => this.#sendMessage(call),
    },
    stream: { GET: (call) => this.#sendStream(call) },
  };

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const { host, basePath } = parts;
    this.#path = new URL(`${host.publicUrl}${basePath}`).pathname.replace(/\/$/u, '');
    this.#readBody = createJsonBodyReader({
      limit: parts.host.bodyLimit,
      isJson: () => true,
      inspect: checkNames,
    });
  }

  createStep(): Step {
    return mountStep(
      this.#parts.basePath,
      toStep((exchange, next) => this.#handle(exchange, next)),
    );
  }

  #takeBody({ exchange }: Call): Promise<unknown> {
    checkContentType(exchange.message);
    return this.#readBody(exchange);
  }

  async #createSession(call: Call): Promise<void> {
    const body = await this.#takeBody(call);
    // Every member of the body is optional, and so is the body itself.
    const { metadata } = parseCreateSession(body === undefined ? {} : body);
    const { quota } = this.#parts;
    const scope = scopeOf(call.caller);
    const key = readKey(call.exchange.message);
    const create = () =>
      this.#parts.store.create(scope, {
        ...(metadata && { metadata }),
        ...(key !== undefined && { key }),
      });
    const { session } =
      quota === undefined
        ? await create()
        : await quota.beginSession(scope, () => quota.store(scope, metadata ?? {}, create));
    const { reply } = call.exchange;
    reply.setHeader('Location', `${this.#path}/sessions/${session.id}`);
    sendJson(reply, { session }, { status: 201 });
  }

  async #sendMessage(call: Call): Promise<void> {
    const body = parseSendMessage(await this.#takeBody(call));
    const { status, message } = await this.#parts.sender.send(toSessionRef(call), body, {
      caller: call.caller,
      key: readKey(call.exchange.message),
      waitMs: readWait(readHeader(call.exchange.message, 'prefer'), this.#parts.waitMs),
    });
    sendJson(call.exchange.reply, { message }, { status });
  }

  async #sendMessages(call: Call): Promise<void> {
    const session = toSessionRef(call);
    const record = await this.#parts.store.get(session.scope, session.id);
    await this.#parts.follower.catchUp(session, record);
    const listed = { ...session, newest: record.seq };
    const { reply, query } = call.exchange;
    sendJson(reply, await listMessages(this.#parts.store, listed, query));
  }

  async #sendSession(call: Call): Promise<void> {
    const session = toSessionRef(call);
    const record = await this.#parts.store.get(session.scope, session.id);
    await this.#parts.follower.catchUp(session, record);
    sendJson(call.exchange.reply, { session: record.session });
  }

  async #deleteSession(call: Call): Promise<void> {
    const { session } = await endSession(toSessionRef(call), this.#parts, call.caller);
    sendJson(call.exchange.reply, { session });
  }

  async #sendStream(call: Call): Promise<void> {
    const { message, reply } = call.exchange;
    const session = toSessionRef(call);
    // A stream lasts, and must not keep the messages.
    const record = toHead(await this.#parts.store.get(session.scope, session.id));
    await this.#parts.follower.catchUp(session, record);
    const after = readLastEventId(message, record.seq);
    if (record.isEnded && after === record.seq) {
      // No event will come: clients that reconnect by themselves stop at this status.
      reply.writeHead(204).end();
      return;
    }
    const stopping = new AbortController();
    const signal = AbortSignal.any([stopping.signal, this.#parts.host.closing]);
    const onTask = (task: OpenTask): void => void this.#parts.follower.follow(session, task);
    const events = streamSession(session, record, {
      engine: this.#parts.host.engine,
      watcher: this.#parts.watcher,
      store: this.#parts.store,
      onTask,
      after,
      signal,
    });
    await writeEventStream(reply, events, {
      ...this.#parts.host.streamLimits,
      openAtOnce: true,
      toId: ({ seq }) => (seq === undefined ? undefined : `${seq}`),
      toData: ({ event }) => JSON.stringify(event),
      toErrorData: (error) =>
        JSON.stringify(toErrorBody(toSessionError(error, this.#parts.host.logger))),
      answerError: (error) => this.#answerError(reply, error),
      stop: () => stopping.abort(),
    });
  }

  #sendCard({ reply }: Exchange): void {
    const { agent, security, authentication } = this.#parts.host;
    const url = `${this.#parts.host.publicUrl}${this.#parts.basePath}`;
    // The card is made for each request, because the agent may have been replaced.
    sendJson(reply, createSessionCard(agent, { url, security, authentication }));
  }

  /**
   * Answers a request. The card, and the list of methods of a path, need no credentials; wrong
   * credentials are refused all the same.
   */
  async #answer({ kind, id }: SessionRoute, exchange: Exchange): Promise<void> {
    const { message, reply } = exchange;
    const { method: sentMethod = 'GET' } = message;
    const method = sentMethod === 'HEAD' && kind !== 'stream' ? 'GET' : sentMethod;
    const methods: Handlers = kind === 'card' ? {} : this.#handlers[kind];
    const allowed = kind === 'card' ? 'GET' : Object.keys(methods).join(', ');
    const isOpen = kind === 'card' || method === 'OPTIONS';
    // Identifies the caller first, so that a refused caller cannot make the server read a body.
    const caller = await (isOpen
      ? this.#parts.host.identifyGiven(message)
      : this.#parts.host.identify(message));
    if (kind === 'card' && method === 'GET') {
      this.#sendCard(exchange);
      return;
    }
    if (method === 'OPTIONS') {
      reply.setHeader('Allow', allowed);
      reply.writeHead(204).end();
      return;
    }
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (handler !== undefined) {
      await handler({ exchange, id, caller });
      return;
    }
    reply.setHeader('Allow', allowed);
    throw new SessionError(
      'METHOD_NOT_ALLOWED',
      `Cannot ${sentMethod} this path because the method must be one of ${allowed}.`,
    );
  }

  #answerError(reply: ResponseWriter, error: unknown): void {
    if (error instanceof UnauthenticatedError) {
      reply.setHeader('WWW-Authenticate', error.challenge);
    }
    if (error instanceof QuotaError) {
      reply.setHeader('Retry-After', Math.ceil(error.retryAfterMs / 1_000));
    }
    const refusal = toSessionError(error, this.#parts.host.logger);
    sendJson(reply, toErrorBody(refusal), { status: SESSION_ERROR_STATUS[refusal.code] });
  }

  async #handle(exchange: Exchange, next: () => void): Promise<void> {
    const { message, reply, path, basePath } = exchange;
    if (this.#parts.basePath === '' && !isSessionPath(path)) {
      next();
      return;
    }
    try {
      const route = findSessionRoute(path);
      if (route === undefined) {
        await this.#parts.host.identifyGiven(message);
        const text = `Nothing is served at ${message.method} ${basePath}${path}`;
        throw new SessionError('NOT_FOUND', text.slice(0, 300));
      }
      if (this.#parts.host.closing.aborted) throw new UnavailableError();
      await this.#answer(route, exchange);
    } catch (error) {
      if (reply.headersSent) reply.destroy();
      else this.#answerError(reply, error);
    }
  }
}

function toSessionRef({ id, caller }: Pick<Call, 'id' | 'caller'>): SessionRef {
  return { scope: scopeOf(caller), id };
}

function scopeOf({ id }: Caller): Scope {
  return toPrincipalScope(id === undefined ? undefined : { id });
}

function toErrorBody({ code, message, details }: SessionError): object {
  return { error: { code: code.toLowerCase(), message, ...(details && { details }) } };
}
