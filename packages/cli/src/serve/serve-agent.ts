import type { Agent, TaskLogger } from '@formwork/core';
import { isLoopbackHost } from '@formwork/network';
import {
  type Authenticate,
  combineAuthentications,
  createApiKeyAuthentication,
  createOpenIdAuthentication,
  createServer,
  type GrpcDoor,
  type ServerOptions,
  type SignCardOptions,
} from '@formwork/server';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../errors/errors.ts';
import { createAuditFile } from '../save/audit-file.ts';
import { createAgentAdapters } from './agent-adapters.ts';
import { CONSOLE_PATH, createAgentConsole, createAgentForms } from './agent-pages.ts';
import { closeInTime } from './close-in-time.ts';
import { createAgentMcp } from './create-agent-mcp.ts';
import type { MetricsDoor } from './metrics-door.ts';
import { openEngine } from './open-engine.ts';
import { findMcpKey, openSharedState } from './open-records.ts';
import type { ServeSettings } from './read-settings.ts';
import { RequestLog, type RequestRecord } from './request-log.ts';

/** An agent that is being served, with the URLs of its doors. */
export interface ServedAgent {
  readonly url: string;
  /** The URL of the forms for people; absent if none are served. */
  readonly formsUrl?: string;
  /** The URL of the console for operators; absent if it is not served. */
  readonly consoleUrl?: string;
  /** The URL of the tools for MCP hosts; absent if none are served. */
  readonly mcpUrl?: string;
  /** Replaces the agent by another definition; running tasks keep theirs. */
  readonly replaceAgent: (next: Agent) => void;
  /** The URL of the session API; absent if it is not served. */
  readonly sessionsUrl?: string;
  /** The URL that accepts message envelopes; absent if none does. */
  readonly messagesUrl?: string;
  /** The URL of A2A over gRPC, as in the agent's card; absent if it is not served. */
  readonly grpcUrl?: string;
  /** The URL of the metrics for Prometheus; absent if none are served. */
  readonly metricsUrl?: string;
  /** Stops serving after the current requests and tasks, then closes the store. */
  readonly close: () => Promise<void>;
}

/** Reads the keys that sign the agent's card. Errors never show them. @throws UsageError */
async function readSigningKeys(file: string): Promise<SignCardOptions['keys']> {
  const { readKeyFile } = await import('@formwork/trust/files');
  try {
    return await readKeyFile(file);
  } catch (cause) {
    if (cause instanceof TypeError && cause.message.includes('others on this machine')) {
      throw new UsageError(cause.message, { cause });
    }
    throw new UsageError(
      `Cannot sign the card because --sign must be a file with a private key as JWK or JWKS: current value is ${JSON.stringify(file)}. Make one with: formwork keys new FILE`,
      { cause },
    );
  }
}

/**
 * Serves an agent with the given settings, and returns its URLs. The store has answered by then.
 *
 * @throws ListenError, EngineStorageError, EngineSchemaUnknownError
 */
export async function serveAgent(
  agent: Agent,
  {
    settings,
    onRequest,
    logger,
  }: {
    readonly settings: ServeSettings;
    readonly onRequest?: (record: RequestRecord) => void;
    /** The logger of the agent. Default: one that writes JSON lines to standard error. */
    readonly logger?: TaskLogger;
  },
): Promise<ServedAgent> {
  const authenticate = createAuthentication(settings);
  checkCallers(settings, authenticate);
  const keys = settings.sign === undefined ? undefined : await readSigningKeys(settings.sign);
  const grpc = await createAgentGrpc(settings);
  const adapters = await createAgentAdapters(settings);
  const audit =
    settings.audit === undefined ? undefined : await createAuditFile(resolve(settings.audit));
  const stores = await openStores(settings, logger);
  const { records, handleKey } = stores;
  // They are not in the log of requests, which shows their calls of the agent instead.
  const inner = [
    ...createAgentForms(settings, { agent, visitSecret: handleKey }),
    ...createAgentMcp(settings, {
      handleKey: await findMcpKey({ handleKey, env: process.env }),
      audit,
    }),
    ...createAgentConsole(settings, handleKey),
  ];
  const log = onRequest && new RequestLog(onRequest);
  const server = createServer(agent, {
    ...toServerOptions(settings),
    ...(stores.engine && { engine: stores.engine }),
    ...(records && { records }),
    ...(logger && { logger }),
    ...(audit && { audit }),
    ...(keys && { signCard: { keys } }),
    ...(grpc && { grpc }),
    adapters: [
      ...(log === undefined ? inner : inner.map((adapter) => log.leaveOut(adapter))),
      ...adapters.list,
    ],
    ...(authenticate && { authenticate, requireAuthentication: true }),
  });
  if (log !== undefined) server.app.use(log.watch);
  try {
    const { port, host } = settings;
    const { url, grpcUrl } = await server.listen({
      ...(port !== undefined && { port }),
      ...(host !== undefined && { host }),
    });
    return {
      ...listUrls(url, settings),
      replaceAgent: server.replaceAgent,
      ...(adapters.messagesPath !== undefined && {
        messagesUrl: `${url}${adapters.messagesPath}`,
      }),
      ...(grpcUrl !== undefined && { grpcUrl }),
      ...(stores.metrics && { metricsUrl: stores.metrics.url }),
      close: () => closeInTime([() => server.close(), ...stores.closers]),
    };
  } catch (error) {
    await closeInTime([() => server.close(), ...stores.closers]);
    throw error;
  }
}

/** Opens the store of tasks, the metrics and the records of a server; all of them, or none. */
async function openStores(settings: ServeSettings, logger: TaskLogger | undefined) {
  const { store, blobs } = settings;
  const engine = await openEngine(store ?? 'memory:', {
    checksBlobs: true,
    ...(blobs !== undefined && { blobs }),
  });
  // Metrics are opened before the parts of the server, which look for a metrics SDK when they are
  // made.
  const metrics = await openMetrics(settings).catch(async (error: unknown) => {
    await engine?.close();
    throw error;
  });
  const { records, handleKey } = await openSharedState(settings, logger).catch(
    async (error: unknown) => {
      await engine?.close();
      await metrics?.close();
      throw error;
    },
  );
  const closers = [() => engine?.close(), () => records?.close(), () => metrics?.close()];
  return { engine, metrics, records, handleKey, closers };
}

/** Returns the options of the server that are the settings themselves. */
function toServerOptions(settings: ServeSettings): ServerOptions {
  const { publicUrl, push, openTasks, retention } = settings;
  const { allowAnonymous, allowedHosts, allowedOrigins } = settings;
  return {
    ...(publicUrl !== undefined && { publicUrl }),
    ...(push !== undefined && { push: push && { allowAnonymous: allowAnonymous === true } }),
    ...(openTasks !== undefined && { openTasks }),
    ...(allowAnonymous !== undefined && { allowAnonymous }),
    ...(allowedHosts && { allowedHosts }),
    ...(allowedOrigins && { allowedOrigins }),
    ...(retention && { retention }),
  };
}

/** Lists the URLs that follow from the settings alone. */
function listUrls(
  url: string,
  { console, forms, mcp, sessions }: ServeSettings,
): Pick<ServedAgent, 'url' | 'formsUrl' | 'mcpUrl' | 'consoleUrl' | 'sessionsUrl'> {
  return {
    url,
    ...(forms !== false && { formsUrl: `${url}/` }),
    ...(mcp !== false && { mcpUrl: `${url}/mcp` }),
    ...(console === true && { consoleUrl: `${url}${CONSOLE_PATH}/` }),
    ...(sessions !== undefined && { sessionsUrl: `${url}${sessions === '/' ? '' : sessions}` }),
  };
}

/** Checks who may call the agent. @throws UsageError if that is everybody by accident */
function checkCallers(settings: ServeSettings, authenticate: Authenticate | undefined): void {
  checkReach(settings, authenticate);
  const { push, allowAnonymous } = settings;
  if (push === true && authenticate === undefined && allowAnonymous !== true) {
    throw new UsageError(
      'Cannot take push configs because callers must have to say who they are: the config file must have "apiKeys", or --issuer or --allow-anonymous be given.',
    );
  }
}

/**
 * Refuses to serve everybody by accident at an address, or at a public URL: a proxy in front reaches
 * the agent on loopback, so the address that it listens on does not tell.
 *
 * @throws UsageError if others can reach the agent without authentication
 */
function checkReach(
  { publicUrl, host, allowedHosts = [], allowAnonymous }: ServeSettings,
  authenticate: Authenticate | undefined,
): void {
  if (authenticate !== undefined || allowAnonymous === true) return;
  const isPublic = publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname);
  const isBound = host !== undefined && host.trim() !== '' && !isLoopbackHost(host);
  // A proxy of this machine calls the agent by these names.
  const name = allowedHosts.find((allowed) => !isLoopbackHost(allowed));
  if (!isPublic && !isBound && name === undefined) return;
  const bound = isBound ? `host is ${host}` : `allowed host is ${name}`;
  const current = isPublic ? `public URL is ${publicUrl}` : bound;
  throw new UsageError(
    `Cannot serve the agent because callers must have to say who they are where others can reach it: current ${current}. Set FORMWORK_API_KEY, "apiKeys" in the config file or --issuer, or serve everybody with --allow-anonymous.`,
  );
}

/**
 * Makes the authentication of callers from the settings; `undefined` if they ask for none. @throws
 * UsageError for a provider alone
 */
function createAuthentication({
  apiKeys,
  issuer,
  audience,
  publicUrl,
}: ServeSettings): Authenticate | undefined {
  const byKey = apiKeys && createApiKeyAuthentication({ keys: { ...apiKeys } });
  if (issuer === undefined) return byKey;
  const name = audience ?? publicUrl;
  if (name === undefined) {
    throw new UsageError(
      'Cannot take tokens because they have to name this agent: give --audience, or --public-url.',
    );
  }
  const byToken = createOpenIdAuthentication({ issuer, audience: name });
  return byKey === undefined ? byToken : combineAuthentications([byToken, byKey]);
}

/**
 * Makes the gRPC door if the settings ask for one. Its packages are loaded only then, because that
 * takes a while. @throws UsageError for settings that it cannot use
 */
async function createAgentGrpc(settings: ServeSettings): Promise<GrpcDoor | undefined> {
  const { grpcPort: port, grpcKey, grpcCert } = settings;
  if (port === undefined && (grpcKey !== undefined || grpcCert !== undefined)) {
    throw new UsageError('Cannot serve gRPC over TLS because no port is given: add --grpc-port.');
  }
  if (port === undefined) return undefined;
  if ((grpcKey === undefined) !== (grpcCert === undefined)) {
    throw new UsageError(
      `Cannot serve gRPC over TLS because a key and its certificate belong together: add ${grpcKey === undefined ? '--grpc-key' : '--grpc-cert'}.`,
    );
  }
  const { createGrpcDoor } = await import('@formwork/server/grpc').catch((cause: unknown) => {
    throw new UsageError(
      'Cannot serve gRPC because its packages are not installed. Install them with: npm install @grpc/grpc-js @bufbuild/protobuf',
      { cause },
    );
  });
  if (grpcKey === undefined || grpcCert === undefined) return createGrpcDoor({ port });
  const [key, cert] = await Promise.all([readPem(grpcKey), readPem(grpcCert)]);
  try {
    return createGrpcDoor({ port, tls: { key, cert } });
  } catch (cause) {
    throw new UsageError(
      `Cannot serve gRPC over TLS because --grpc-key and --grpc-cert must be a private key and its certificate in PEM: current values are ${JSON.stringify(grpcKey)} and ${JSON.stringify(grpcCert)}`,
      { cause },
    );
  }
}

async function readPem(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new UsageError(
      `Cannot serve gRPC over TLS because the file cannot be read: ${JSON.stringify(file)}`,
      { cause },
    );
  }
}

/**
 * Opens the door for metrics if the settings ask for one. Its packages are loaded only then,
 * because that takes a while. @throws UsageError if they are not installed
 */
async function openMetrics({ metricsPort }: ServeSettings): Promise<MetricsDoor | undefined> {
  if (metricsPort === undefined) return undefined;
  const { openMetricsDoor } = await import('./metrics-door.ts').catch((cause: unknown) => {
    throw new UsageError(
      'Cannot serve metrics because their packages are not installed. Install them with: npm install @opentelemetry/api@1 @opentelemetry/exporter-prometheus@0.223 @opentelemetry/sdk-metrics@2',
      { cause },
    );
  });
  return openMetricsDoor(metricsPort);
}
