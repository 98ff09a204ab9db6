import type { Agent } from '@formwork/core';
import { isLoopbackHost } from '@formwork/network';
import { deleteTask, UnavailableError } from '@formwork/runtime';
import { adaptLogger, checkOptions, createConsoleLogger } from '@formwork/schema/options';
import express, { type Express } from 'express';
import { type AgentDoors, createAgentDoors } from './agent-doors.ts';
import { checkServerOptions, type AgentRouterOptions } from './agent-router-options.ts';
import type { CallerDesk } from './caller.ts';
import { closeOnSignals, createAnswerCount } from './closing.ts';
import { mountOnExpress } from './create-agent-router.ts';
import { ListenError, type ListenAddress } from './errors.ts';
import { serveByExpress } from './express-exchange.ts';
import type { GrpcDoor, OpenGrpcDoor } from './grpc-door.ts';
import { createOpening } from './opening.ts';
import { checkAgent } from './served-agent.ts';
import { createServerFront } from './server-front.ts';
import type { ServedCard } from './shown-cards.ts';
import { checkStorage } from './storage-refusal.ts';
import { handleRequestError, refuseUnknownPath } from './unanswered-requests.ts';
import { bindServer, createWebServer, LISTEN_ONCE, type ServerTls } from './web-server.ts';
import { completeStreamLimits } from './write-event-stream.ts';

/** Options of {@link createServer}. */
export interface ServerOptions extends AgentRouterOptions {
  /**
   * The URL that callers use, which the card lists. Default: the URL on which the server listens.
   */
  readonly publicUrl?: string;
  /**
   * True serves all callers beyond this machine without required authentication. Default false:
   * without {@link requireAuthentication}, the server listens on loopback addresses only, and under
   * no public URL or allowed host of another machine, as a proxy there reaches it on loopback.
   */
  readonly allowAnonymous?: boolean;
  /** Keys and certificates with which the server terminates TLS itself. Default: plain HTTP. */
  readonly tls?: ServerTls;
  /**
   * The gRPC endpoint, made by `createGrpcDoor` of `@formwork/server/grpc`, which listens while the
   * server does. Default: none.
   */
  readonly grpc?: GrpcDoor;
  /**
   * True serves `/healthz`, which says that the process lives, and `/readyz`, which says whether
   * the server takes work and the engine can write; both answer all callers. Default true.
   */
  readonly health?: boolean;
  /**
   * True closes the server when the process gets SIGTERM or SIGINT (on Windows Ctrl-Break, or a
   * closed window), or when npm started it and has ended. A second signal ends the process at once.
   * Default false: the program does so itself.
   */
  readonly closeOnSignals?: boolean;
}

/** Options of {@link AgentServer.listen}. */
export interface ListenOptions {
  /** The port to listen on; 0 takes any free one. Default 4100. */
  readonly port?: number;
  /** The address to listen on. Default `127.0.0.1`: reachable from this machine only. */
  readonly host?: string;
}

/** The addresses on which a server listens. */
export interface ListenResult {
  readonly url: string;
  /** The address of the gRPC endpoint as the card lists it; absent if there is none. */
  readonly grpcUrl?: string;
}

/** An agent on an HTTP server of its own. */
export interface AgentServer extends CallerDesk {
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

/** The time that responses under way have when the server closes, in milliseconds. */
const CLOSE_GRACE_MS = 2_000;

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
  let listensAt: string | undefined;
  // Comes before routes of the user's own, which must be safe from DNS rebinding as well.
  const front = createServerFront({
    publicUrl: () => options.publicUrl ?? listensAt,
    allowedHosts: options.allowedHosts,
    audit: options.audit,
    logger: adaptLogger(options.logger ?? createConsoleLogger()),
    engine: options.engine,
    health: options.health,
    isDraining: () => phase === 'closed',
  });
  app.use(serveByExpress(front));
  const server = createWebServer(app, options.tls);
  const answers = createAnswerCount();
  let current = agent;
  let doors: AgentDoors | undefined;
  let grpc: OpenGrpcDoor | undefined;
  let closed: Promise<void> | undefined;
  let forgetSignals: (() => void) | undefined;
  /** The phase of the server; `new` again after a failed `listen`. */
  let phase: 'new' | 'listening' | 'closed' = 'new';
  const opening = createOpening<AgentDoors>();

  server.on('request', (_request, response) => {
    answers.open();
    response.once('close', answers.close);
  });

  /**
   * Opens the endpoints of the agent at the server's URL, and returns the address of the gRPC
   * endpoint if there is one.
   */
  function open(url: string): string | undefined {
    listensAt = url;
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
    const agentDoors = createAgentDoors(
      current,
      { ...settings, publicUrl },
      { furtherInterfaces: listed ? [listed] : [], isHostChecked: true },
    );
    doors = agentDoors;
    app.use(mountOnExpress(agentDoors));
    app.use(serveByExpress(refuseUnknownPath));
    app.use(handleRequestError);
    grpc?.serve(agentDoors.transport);
    opening.open(agentDoors);
    return listed?.url;
  }

  async function close(): Promise<void> {
    // The server still accepts connections here, so that callers get the answer to come back later.
    await doors?.close();
    const freed = new Promise((resolve) => server.close(resolve));
    const shut = grpc?.close(CLOSE_GRACE_MS);
    await answers.whenNone(CLOSE_GRACE_MS);
    // Closes idle connections too, some of which have never sent a request.
    server.closeAllConnections();
    await Promise.all([freed, shut]);
    forgetSignals?.();
  }

  function closeOnce(): Promise<void> {
    phase = 'closed';
    opening.giveUp(new UnavailableError());
    closed ??= close();
    return closed;
  }

  return {
    app,
    async listen(listenOptions = {}) {
      checkOptions(listenOptions, { subject: 'Cannot listen', rules: LISTEN_RULES });
      const { port = 4100, host = '127.0.0.1' } = listenOptions;
      if (phase !== 'new') {
        throw new ListenError({ host, port }, { rule: LISTEN_ONCE, value: phase });
      }
      checkReach({ host, port }, options);
      const door = options.grpc;
      if (door !== undefined) {
        checkReach({ ...door.address, host: door.address.host ?? host }, options);
      }
      phase = 'listening';
      try {
        await checkStorage(options);
        const { bodyLimit = '1mb' } = options;
        grpc = await door?.open({ host, bodyLimit, ...completeStreamLimits(options) });
        if (closed !== undefined) {
          throw new ListenError({ host, port }, { rule: LISTEN_ONCE, value: 'closed' });
        }
        // The ports, and with them the addresses on the card, are known from here on.
        const url = await bindServer(server, { port, host });
        const grpcUrl = open(url);
        if (options.closeOnSignals === true) forgetSignals = closeOnSignals(closeOnce);
        return { url, ...(grpcUrl !== undefined && { grpcUrl }) };
      } catch (error) {
        await Promise.all([new Promise((resolve) => server.close(resolve)), grpc?.close(0)]);
        grpc = undefined;
        if (closed === undefined) phase = 'new';
        throw error;
      }
    },
    identify: async (request) => {
      if (doors === undefined) throw new UnavailableError();
      return doors.identify(request);
    },
    createCallerHeaders: (caller) => doors?.createCallerHeaders(caller) ?? {},
    replaceAgent(next) {
      doors?.replaceAgent(next);
      current = next;
    },
    async readCard() {
      const card = await (await opening.opened).readCard();
      return { ...card, ...(listensAt !== undefined && { localUrl: listensAt }) };
    },
    async deleteTask(taskId) {
      if (doors !== undefined) return doors.deleteTask(taskId);
      const { engine } = options;
      return engine !== undefined && deleteTask(taskId, { engine });
    },
    close: closeOnce,
  };
}

/**
 * Throws if a server without required authentication could be reached from beyond this machine, by
 * its address or by a proxy at its public URL or an allowed host, without `allowAnonymous`.
 */
function checkReach(address: ListenAddress, options: ServerOptions): void {
  const { requireAuthentication = false, allowAnonymous = false } = options;
  const { publicUrl, allowedHosts = [] } = options;
  if (requireAuthentication || allowAnonymous) return;
  // A value that is no host name is refused later, when the server binds its address.
  const { host }: { readonly host: unknown } = address;
  const isBound = typeof host === 'string' && host.trim() !== '' && !isLoopbackHost(host);
  const isPublic = publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname);
  // A proxy of this machine calls the server by these names.
  const name = allowedHosts.find((allowed) => !isLoopbackHost(allowed));
  if (!isBound && !isPublic && name === undefined) return;
  const publicName = isPublic ? publicUrl : name;
  throw new ListenError(address, {
    rule: 'callers must have to say who they are (requireAuthentication, or the variable FORMWORK_API_KEY in a project of "formwork new") where others can reach the server, unless allowAnonymous (FORMWORK_ALLOW_ANONYMOUS) is true',
    value: `a server that lets everybody in${publicName === undefined ? '' : ` at ${publicName}`}`,
  });
}
