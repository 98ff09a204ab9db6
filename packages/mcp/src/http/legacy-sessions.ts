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
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Awaited<ReturnType<McpServerFactory>>;
  /** The principal that began the session; nobody else may use it. */
  readonly principal: PrincipalId;
  usedAt: number;
  open: number;
}

/** Options of {@link createLegacySessions}. */
export interface LegacySessionsOptions {
  /**
   * The highest number of sessions. A further one ends the session that has been unused for
   * longest.
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

  function makeRoom(): boolean {
    sweep();
    if (sessions.size < maxSessions) return true;
    const idle = [...sessions].filter(([, { open }]) => open === 0);
    const [oldest] = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest === undefined) return false;
    end(oldest[0]);
    return true;
  }

  async function begin(request: Request, options: SessionOptions): Promise<Response> {
    const { authInfo } = options;
    if (!makeRoom()) return toFailure(503, { code: -32000, message: 'Too many sessions' });
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
          principal: readPrincipal(authInfo),
          usedAt,
          open: 0,
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
      session.open += 1;
      try {
        return await session.transport.handleRequest(request, options);
      } finally {
        session.open -= 1;
        session.usedAt = performance.now();
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
