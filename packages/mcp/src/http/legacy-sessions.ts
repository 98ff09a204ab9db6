import { hash } from 'node:crypto';
import { isRecord } from '@formwork/schema/json';
import {
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import { type PrincipalId, readPrincipal } from '../mcp-caller.ts';
import { tellChange } from '../server/tell-change.ts';
import { toFailure } from './serve-request.ts';
import type { HostFacts, SessionIds } from '../handles/session-ids.ts';

/**
 * The sessions of hosts up to 2025-11-25. Without a session, such a host could neither be asked
 * anything nor cancel a call.
 */
export interface LegacySessions {
  readonly fetch: (request: Request, options: SessionOptions) => Promise<Response>;
  /** Tells all hosts with a session that the tools have changed. */
  readonly toolsChanged: () => void;
  readonly close: () => Promise<void>;
}

/** Options of a request in a session. */
interface SessionOptions {
  readonly authInfo?: AuthInfo;
  /** The body of the request, if it was read already and is JSON. */
  readonly parsedBody?: unknown;
  /** The network from which the request comes; the same for all if it is not known. */
  readonly sender?: string | undefined;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Awaited<ReturnType<McpServerFactory>>;
  /** The principal that began the session; nobody else may use it. */
  readonly principal: PrincipalId;
  /** The key of the sessions that make room for each other: of a principal, or of strangers in a network. */
  readonly group: string;
  usedAt: number;
  /** The number of requests whose answers are not over, streams included. */
  open: number;
  /** True once a request has followed the one that began the session. */
  isUsed: boolean;
  /** True until the host of a session from elsewhere has opened a stream, which tells of changes. */
  isBehind: boolean;
}

/** Options of {@link createLegacySessions}. */
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

/**
 * The highest number of characters in a request that begins a session, because the session keeps
 * what its host declares.
 */
const MAX_DECLARED = 20_000;

/** The highest number of sessions that their hosts have ended and that do not go on. */
const MAX_ENDED = 10_000;

export function createLegacySessions(
  factory: McpServerFactory,
  { maxSessions, idleMs, ids }: LegacySessionsOptions,
): LegacySessions {
  const sessions = new Map<string, Session>();
  /** The digests of the ids of sessions that their hosts have ended. */
  const ended = new Set<string>();
  /** The sessions from elsewhere that are about to go on, by their ids. */
  const resuming = new Map<string, Promise<unknown>>();
  /** The number of sessions that are about to begin. */
  let coming = 0;

  function end(id: string): void {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.server.close().catch(() => {});
  }

  function sweep(): void {
    const now = performance.now();
    for (const [id, { usedAt, open }] of sessions) {
      if (open === 0 && now - usedAt > idleMs) end(id);
    }
  }
  const timer = setInterval(sweep, Math.min(idleMs, 60_000));
  timer.unref();

  /** Ends a session if there are too many; returns false if all are answering. */
  function makeRoom(): boolean {
    sweep();
    if (sessions.size + coming < maxSessions) return true;
    const idle = [...sessions].filter(([, { open }]) => open === 0);
    const unused = idle.filter(([, { isUsed }]) => !isUsed);
    const [oldest] = listOfLargest(unused.length > 0 ? unused : idle, sessions).toSorted(
      ([, a], [, b]) => a.usedAt - b.usedAt,
    );
    if (oldest === undefined) return false;
    end(oldest[0]);
    return true;
  }

  /** Opens a session if there is room; returns `undefined` if all others are answering. */
  async function inRoom<Result>(open: () => Promise<Result>): Promise<Result | undefined> {
    if (!makeRoom()) return undefined;
    coming += 1;
    try {
      return await open();
    } finally {
      coming -= 1;
    }
  }

  /** Opens the server of a session, with the answer to the request that begins it. */
  async function openSession(
    request: Request,
    { toId, ...options }: SessionOptions & { readonly toId: () => string },
  ): Promise<Response> {
    const { authInfo, sender = '' } = options;
    const principal = readPrincipal(authInfo);
    const server = await factory({
      era: 'legacy',
      requestInfo: request,
      ...(authInfo && { authInfo }),
    });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: toId,
      onsessioninitialized(id) {
        const usedAt = performance.now();
        sessions.set(id, {
          transport,
          server,
          principal,
          group: JSON.stringify(authInfo === undefined ? [sender] : ['', principal]),
          usedAt,
          open: 0,
          isUsed: false,
          isBehind: false,
        });
      },
      onsessionclosed(id) {
        end(id);
        ended.add(toDigest(id));
        for (const oldest of ended) {
          if (ended.size <= MAX_ENDED) break;
          ended.delete(oldest);
        }
      },
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request, options);
    // Only a request that opens a session leaves one behind.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  async function begin(request: Request, options: SessionOptions): Promise<Response> {
    const size = measure(options.parsedBody);
    if (size > MAX_DECLARED) return toTooLong(size);
    const principal = readPrincipal(options.authInfo);
    const toId = (): string => ids.seal(readHost(options.parsedBody), principal);
    const answer = await inRoom(() => openSession(request, { ...options, toId }));
    return answer ?? toFull();
  }

  /** Goes on with a session that another process began, or this one before it needed the room. */
  async function resume(id: string, facts: HostFacts, options: SessionOptions): Promise<void> {
    const { request, parsedBody } = toBeginning(facts);
    const answer = await openSession(request, { ...options, parsedBody, toId: () => id });
    // The host had its answer from the process that began the session.
    await answer.body?.cancel();
    const session = sessions.get(id);
    if (session !== undefined) session.isBehind = true;
  }

  /** Finds the session of a request; returns the answer for a request without one. */
  async function find(id: string, options: SessionOptions): Promise<Session | Response> {
    const principal = readPrincipal(options.authInfo);
    if (!sessions.has(id) && !ended.has(toDigest(id))) {
      const facts = ids.open(id, principal);
      if (facts !== undefined) {
        // Several requests of a host may come at once, and all are for one server.
        const resumed = resuming.get(id) ?? inRoom(() => resume(id, facts, options));
        resuming.set(id, resumed);
        await resumed.finally(() => resuming.delete(id));
        if (!sessions.has(id)) return toFull();
      }
    }
    const session = sessions.get(id);
    if (session?.principal === principal) return session;
    return toFailure(404, { code: -32001, message: 'Session not found' });
  }

  return {
    async fetch(request, options) {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return begin(request, options);
      const session = await find(id, options);
      if (session instanceof Response) return session;
      session.usedAt = performance.now();
      session.isUsed = true;
      session.open += 1;
      const close = (): void => {
        session.open -= 1;
        session.usedAt = performance.now();
      };
      try {
        const answer = await session.transport.handleRequest(request, options);
        // A host may leave the stream of a GET open for ever, on which no call is answered.
        if (request.method === 'POST') return whenRead(answer, close);
        close();
        if (session.isBehind && request.method === 'GET') {
          session.isBehind = false;
          // Nothing says what the host missed while no stream was open.
          tellChange(session.server);
        }
        return answer;
      } catch (error) {
        close();
        throw error;
      }
    },
    toolsChanged() {
      for (const { server } of sessions.values()) {
        tellChange(server);
      }
    },
    async close() {
      clearInterval(timer);
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.allSettled(all.map(({ server }) => server.close()));
    },
  };
}

/** The answer to a host that needs a session when there is no room for one. */
function toFull(): Response {
  return toFailure(503, { code: -32000, message: 'Too many sessions' });
}

/** Counts the characters of a request; without end for one that is too deep to be written. */
function measure(message: unknown): number {
  try {
    return JSON.stringify(message)?.length ?? 0;
  } catch {
    return Infinity;
  }
}

/** The answer to a host that declares more than a session keeps. */
function toTooLong(size: number): Response {
  const message = `Cannot begin a session because its request must have at most ${MAX_DECLARED} characters: current value is ${size}`;
  return toFailure(400, { code: -32600, message });
}

/** Reads what a host declares in the request that begins its session. */
function readHost(message: unknown): HostFacts {
  const params = isRecord(message) && isRecord(message['params']) ? message['params'] : {};
  const { protocolVersion, capabilities, clientInfo } = params;
  const { name, version } = isRecord(clientInfo) ? clientInfo : {};
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    protocolVersion: textOf(protocolVersion),
    name: textOf(name),
    version: textOf(version),
    capabilities: isRecord(capabilities) ? capabilities : {},
  };
}

/** Makes the request that begins a session of a host, from what it declared at first. */
function toBeginning({ protocolVersion, name, version, capabilities }: HostFacts): {
  readonly request: Request;
  readonly parsedBody: unknown;
} {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  const clientInfo = { name, version };
  const params = { protocolVersion, capabilities, clientInfo };
  return {
    request: new Request('http://localhost/', { method: 'POST', headers }),
    parsedBody: { jsonrpc: '2.0', id: 0, method: 'initialize', params },
  };
}

/** Returns a short text that stands for the id of a session. */
function toDigest(id: string): string {
  return hash('sha256', id, 'base64url').slice(0, 22);
}

/** Returns those of some sessions whose group has most of all sessions. */
function listOfLargest(
  some: readonly (readonly [string, Session])[],
  all: ReadonlyMap<string, Session>,
): readonly (readonly [string, Session])[] {
  const sizes = new Map<string, number>();
  for (const { group } of all.values()) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const sizeOf = ([, { group }]: readonly [string, Session]): number => sizes.get(group) ?? 0;
  const [largest] = some.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return some.filter(([, { group }]) => group === largest?.[1].group);
}

/** Returns an answer that calls `done` once its body is read, or no longer wanted. */
function whenRead(answer: Response, done: () => void): Response {
  const reader = answer.body?.getReader();
  if (reader === undefined) {
    done();
    return answer;
  }
  let isDone = false;
  const finish = (): void => {
    if (!isDone) done();
    isDone = true;
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = await reader.read();
        if (!chunk.done) {
          controller.enqueue(chunk.value);
          return;
        }
        finish();
        controller.close();
      } catch (error) {
        finish();
        throw error;
      }
    },
    async cancel(reason) {
      finish();
      await reader.cancel(reason);
    },
  });
  const { status, headers } = answer;
  return new Response(body, { status, headers });
}
