import { randomUUID } from 'node:crypto';
import {
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import { type PrincipalId, readPrincipal } from '../mcp-caller.ts';
import { tellChange } from '../server/tell-change.ts';
import { toFailure } from './serve-request.ts';

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
}

/** Options of {@link createLegacySessions}. */
export interface LegacySessionsOptions {
  /**
   * The highest number of sessions. A further one ends a session that answers nothing: one that was
   * begun and never used, if there is any, of the principal with most sessions, and of those the
   * one that has been unused for longest. Anonymous callers count by their network.
   */
  readonly maxSessions: number;
  /** The time after which an idle session ends, in milliseconds. */
  readonly idleMs: number;
}

export function createLegacySessions(
  factory: McpServerFactory,
  { maxSessions, idleMs }: LegacySessionsOptions,
): LegacySessions {
  const sessions = new Map<string, Session>();
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

  async function begin(request: Request, options: SessionOptions): Promise<Response> {
    if (!makeRoom()) return toFailure(503, { code: -32000, message: 'Too many sessions' });
    coming += 1;
    try {
      return await openSession(request, options);
    } finally {
      coming -= 1;
    }
  }

  async function openSession(request: Request, options: SessionOptions): Promise<Response> {
    const { authInfo, sender = '' } = options;
    const principal = readPrincipal(authInfo);
    const server = await factory({
      era: 'legacy',
      requestInfo: request,
      ...(authInfo && { authInfo }),
    });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
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
        });
      },
      onsessionclosed: end,
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request, options);
    // Only a request that opens a session leaves one behind.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  return {
    async fetch(request, options) {
      const { authInfo } = options;
      const id = request.headers.get('mcp-session-id');
      if (id === null) return begin(request, options);
      const session = sessions.get(id);
      if (session === undefined || session.principal !== readPrincipal(authInfo)) {
        return toFailure(404, { code: -32001, message: 'Session not found' });
      }
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
