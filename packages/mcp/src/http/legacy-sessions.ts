import {
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { hash } from 'node:crypto';
import type { HostFacts, SessionIds } from '../handles/session-ids.ts';
import { readPrincipal } from '../mcp-caller.ts';
import {
  HostSession,
  readHost,
  refuseLongHost,
  type SessionOptions,
  toBeginning,
} from './host-session.ts';
import { toFailure } from './serve-request.ts';

/** Options of {@link LegacySessions}. */
export interface LegacySessionsOptions {
  /**
   * The highest number of sessions. A further one ends a session that answers nothing: one that was
   * begun and never used, if there is any, of the principal with most sessions, and of those the
   * one that has been unused for longest. Anonymous callers count by their network.
   */
  readonly maxSessions: number;
  /**
   * The time after which an idle session ends, in milliseconds. It goes on if its host comes again.
   */
  readonly idleMs: number;
  readonly ids: SessionIds;
}

/** The highest number of sessions that their hosts have ended and that do not go on. */
const MAX_ENDED = 10_000;

/**
 * The sessions of hosts up to 2025-11-25. Without a session, such a host could neither be asked
 * anything nor cancel a call.
 */
export class LegacySessions {
  readonly #factory: McpServerFactory;
  readonly #options: LegacySessionsOptions;
  readonly #sessions = new Map<string, HostSession>();
  readonly #ended = new EndedIds();
  /** The sessions from elsewhere that are about to go on, by their ids. */
  readonly #resuming = new Map<string, Promise<unknown>>();
  /** The number of sessions that are about to begin. */
  #coming = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(factory: McpServerFactory, options: LegacySessionsOptions) {
    this.#factory = factory;
    this.#options = options;
    this.#timer = setInterval(() => this.#sweep(), Math.min(options.idleMs, 60_000));
    this.#timer.unref();
  }

  async fetch(request: Request, options: SessionOptions): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(request, options);
    const session = await this.#find(id, options);
    return session instanceof Response ? session : session.serve(request, options);
  }

  /** Tells all hosts with a session that the tools have changed. */
  toolsChanged(): void {
    for (const session of this.#sessions.values()) session.tellChange();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.allSettled(sessions.map((session) => session.close()));
  }

  async #begin(request: Request, options: SessionOptions): Promise<Response> {
    const refusal = refuseLongHost(options.parsedBody);
    if (refusal !== undefined) return refusal;
    const principal = readPrincipal(options.authInfo);
    const toId = (): string => this.#options.ids.seal(readHost(options.parsedBody), principal);
    const answer = await this.#inRoom(() => this.#openSession(request, { ...options, toId }));
    return answer ?? createFullResponse();
  }

  /** Finds the session of a request; returns the answer for a request without one. */
  async #find(id: string, options: SessionOptions): Promise<HostSession | Response> {
    const principal = readPrincipal(options.authInfo);
    if (!this.#sessions.has(id) && !this.#ended.has(id)) {
      const facts = this.#options.ids.open(id, principal);
      if (facts !== undefined) {
        // Several requests of a host may come at once, and all are for one server.
        const resumed =
          this.#resuming.get(id) ?? this.#inRoom(() => this.#resume(id, facts, options));
        this.#resuming.set(id, resumed);
        await resumed.finally(() => this.#resuming.delete(id));
        if (!this.#sessions.has(id)) return createFullResponse();
      }
    }
    const session = this.#sessions.get(id);
    if (session?.principal === principal) return session;
    return toFailure(404, { code: -32001, message: 'Session not found' });
  }

  /** Goes on with a session that another process began, or this one before it needed the room. */
  async #resume(id: string, facts: HostFacts, options: SessionOptions): Promise<void> {
    const { request, parsedBody } = toBeginning(facts);
    const answer = await this.#openSession(request, { ...options, parsedBody, toId: () => id });
    // The host had its answer from the process that began the session.
    await answer.body?.cancel();
    this.#sessions.get(id)?.fallBehind();
  }

  /** Opens the server of a session, with the answer to the request that begins it. */
  async #openSession(
    request: Request,
    { toId, ...options }: SessionOptions & { readonly toId: () => string },
  ): Promise<Response> {
    const { authInfo } = options;
    const server = await this.#factory({
      era: 'legacy',
      requestInfo: request,
      ...(authInfo && { authInfo }),
    });
    const transport: WebStandardStreamableHTTPServerTransport =
      new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: toId,
        onsessioninitialized: (id) => {
          this.#sessions.set(id, new HostSession({ transport, server, ...options }));
        },
        onsessionclosed: (id) => {
          this.#end(id);
          this.#ended.add(id);
        },
      });
    await server.connect(transport);
    const response = await transport.handleRequest(request, options);
    // Only a request that opens a session leaves one behind.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  /** Opens a session if there is room; returns `undefined` if all others are answering. */
  async #inRoom<Result>(open: () => Promise<Result>): Promise<Result | undefined> {
    if (!this.#makeRoom()) return undefined;
    this.#coming += 1;
    try {
      return await open();
    } finally {
      this.#coming -= 1;
    }
  }

  /** Ends a session if there are too many; returns false if all are answering. */
  #makeRoom(): boolean {
    this.#sweep();
    if (this.#sessions.size + this.#coming < this.#options.maxSessions) return true;
    const idle = [...this.#sessions].filter(([, { isIdle }]) => isIdle);
    const unused = idle.filter(([, { isUsed }]) => !isUsed);
    const candidates = listOfLargest(unused.length > 0 ? unused : idle, this.#sessions);
    const [oldest] = candidates.toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest === undefined) return false;
    this.#end(oldest[0]);
    return true;
  }

  #sweep(): void {
    const now = performance.now();
    for (const [id, { usedAt, isIdle }] of this.#sessions) {
      if (isIdle && now - usedAt > this.#options.idleMs) this.#end(id);
    }
  }

  #end(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.close().catch(() => {});
  }
}

/** The newest ids of sessions that their hosts have ended, as digests. */
class EndedIds {
  readonly #digests = new Set<string>();

  has(id: string): boolean {
    return this.#digests.has(toDigest(id));
  }

  add(id: string): void {
    this.#digests.add(toDigest(id));
    for (const oldest of this.#digests) {
      if (this.#digests.size <= MAX_ENDED) break;
      this.#digests.delete(oldest);
    }
  }
}

/** The answer to a host that needs a session when there is no room for one. */
function createFullResponse(): Response {
  return toFailure(503, { code: -32000, message: 'Too many sessions' });
}

/** Returns a short text that stands for the id of a session. */
function toDigest(id: string): string {
  return hash('sha256', id, 'base64url').slice(0, 22);
}

/** Returns those of some sessions whose group has most of all sessions. */
function listOfLargest(
  some: readonly (readonly [string, HostSession])[],
  all: ReadonlyMap<string, HostSession>,
): readonly (readonly [string, HostSession])[] {
  const sizes = new Map<string, number>();
  for (const { group } of all.values()) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const sizeOf = ([, { group }]: readonly [string, HostSession]): number => sizes.get(group) ?? 0;
  const [largest] = some.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return some.filter(([, { group }]) => group === largest?.[1].group);
}
