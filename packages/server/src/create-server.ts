import type { Agent } from '@formwork/core';
import { adaptLogger, checkOptions, createConsoleLogger } from '@formwork/schema/options';
import express, { type Express } from 'express';
import { createAgentDoors } from './agent-doors.ts';
import { checkServerOptions } from './agent-router-options.ts';
import type { CallerIdentification } from './caller.ts';
import { mountOnExpress } from './create-agent-router.ts';
import { serveByExpress } from './express-exchange.ts';
import type { OpenGrpcDoor } from './grpc-door.ts';
import { HostedAgent } from './hosted-agent.ts';
import { createOuterStep } from './outer-step.ts';
import { checkAgent } from './served-agent.ts';
import type { ServedCard } from './served-cards.ts';
import { ServerLifecycle } from './server-lifecycle.ts';
import type { ListenOptions, ListenResult, ServerOptions } from './server-options.ts';
import { handleRequestError, refuseUnknownPath } from './unanswered-requests.ts';
import { createWebServer } from './web-server.ts';

/** An agent on an HTTP server of its own. */
export interface AgentServer extends CallerIdentification {
  /** The express app, for routes of your own; add them before {@link listen}. */
  readonly app: Express;
  /**
   * Starts to listen.
   *
   * @throws ListenError when the address is not free, when it, the public URL or an allowed host is
   * beyond this machine and callers need no authentication, and when the server listens already or was closed; with a `TypeError`
   * for unknown options; EngineSchemaUnknownError when a newer program has changed the storage, and
   * EngineStorageError when it refuses until its address or the rights of its user are corrected
   */
  listen(options?: ListenOptions): Promise<ListenResult>;
  /**
   * Replaces the definition of the agent: its cards and its skills. Running tasks keep the
   * definition that they began with, also over questions, as long as this process lives.
   */
  readonly replaceAgent: (next: Agent) => void;
  /**
   * Resolves to the public card as it is served now, once the server listens and the card has its
   * signatures.
   *
   * @throws UnavailableError if the server is closed before it listens
   */
  readonly readCard: () => Promise<ServedCard>;
  /**
   * Deletes a task of any owner in any state: its streams end and its handler's signal aborts.
   * Returns false if there is no such task. For operators; callers cannot delete tasks.
   */
  deleteTask(taskId: string): Promise<boolean>;
  /**
   * Refuses new messages, ends streams, aborts running tasks and frees the address. Takes at most
   * eight seconds, and that long only if a handler ignores its signal, a receiver of notifications
   * is slow and a client does not read its answer. Further calls wait for the same end.
   */
  close(): Promise<void>;
}

/**
 * The rules for options of `listen`: only their names, because values are checked when the address
 * is bound.
 */
const LISTEN_RULES = {
  port: { expected: 'an integer from 0 to 65535', isValid: () => true },
  host: { expected: 'text that is not empty', isValid: () => true },
} as const;

/**
 * Serves an agent: its cards at `/.well-known/agent-card.json`, A2A JSON-RPC (1.0 and 0.3) at
 * `/a2a` and A2A REST (1.0) at `/a2a/rest`.
 *
 * @throws RangeError or TypeError that names the option at fault; TypeError for what is no agent
 *
 * @example
 * ```ts
 * import type { Agent } from '@formwork/core';
 * import { createServer } from '@formwork/server';
 *
 * declare const agent: Agent;
 * const server = createServer(agent);
 * const { url } = await server.listen({ port: 4100 });
 * ```
 */
export function createServer(agent: Agent, options: ServerOptions = {}): AgentServer {
  checkAgent(agent, 'create the server');
  checkServerOptions(options);
  const app = express();
  app.disable('x-powered-by');
  // Cards have ETags of their own; for other answers, hashing would not help.
  app.disable('etag');
  const hosted = new HostedAgent(agent, options.engine);
  const lifecycle = new ServerLifecycle(createWebServer(app, options.tls), options, {
    open: (url, grpc) => mountAgent(hosted, options, { app, url, grpc }),
    close: () => hosted.close(),
  });
  // Comes before routes of the user's own, which must be safe from DNS rebinding as well.
  const outer = createOuterStep({
    publicUrl: () => options.publicUrl ?? lifecycle.url,
    allowedHosts: options.allowedHosts,
    audit: options.audit,
    logger: adaptLogger(options.logger ?? createConsoleLogger()),
    engine: options.engine,
    health: options.health,
    isDraining: () => lifecycle.isClosed,
  });
  app.use(serveByExpress(outer));
  return {
    app,
    async listen(listenOptions = {}) {
      checkOptions(listenOptions, { subject: 'Cannot listen', rules: LISTEN_RULES });
      return lifecycle.listen(listenOptions);
    },
    identify: (request) => hosted.identify(request),
    createCallerHeaders: (caller) => hosted.createCallerHeaders(caller),
    replaceAgent: (next) => hosted.replace(next),
    async readCard() {
      const card = await hosted.readCard();
      const { url } = lifecycle;
      return { ...card, ...(url !== undefined && { localUrl: url }) };
    },
    deleteTask: (taskId) => hosted.deleteTask(taskId),
    close: () => lifecycle.close(),
  };
}

/** Opens the endpoints of an agent; returns the address of the gRPC endpoint if there is one. */
function mountAgent(
  hosted: HostedAgent,
  options: ServerOptions,
  {
    app,
    url,
    grpc,
  }: {
    readonly app: Express;
    /** The URL on which the server listens. */
    readonly url: string;
    readonly grpc: OpenGrpcDoor | undefined;
  },
): string | undefined {
  const { publicUrl = url } = options;
  const {
    allowAnonymous: _,
    closeOnSignals: _signals,
    grpc: _door,
    health: _health,
    tls: _tls,
    ...settings
  } = options;
  const listed = grpc?.describe(publicUrl);
  const doors = hosted.open((definition) =>
    createAgentDoors(
      definition,
      { ...settings, publicUrl },
      { furtherInterfaces: listed ? [listed] : [], isHostChecked: true },
    ),
  );
  app.use(mountOnExpress(doors));
  app.use(serveByExpress(refuseUnknownPath));
  app.use(handleRequestError);
  grpc?.serve(doors.transport);
  return listed?.url;
}
