import { createOwnPaths } from './own-paths.ts';
import { AgentCard } from '@a2a-js/sdk';
import { toAgentCard, type Agent, type CardInterface, type CardOptions } from '@formwork/core';
import { toVisibleAgent } from '@formwork/core/internal';
import { checkAgent } from './check-agent.ts';
import { toErrorText } from '@formwork/schema';
import { createJanitor, createMemoryEngine, deleteTask } from '@formwork/runtime';
import {
  adaptLogger,
  createAgentVersions,
  createConsoleLogger,
  HintHub,
  createPushSender,
  createRequestHandler,
  createRunner,
  listInputSecrets,
  observeEngine,
  reportTasks,
} from '@formwork/runtime/internal';
import { declareRoutes } from '@formwork/network';
import { openTelemetry } from '@formwork/telemetry';
import { Router } from 'express';
import {
  checkServerOptions,
  type AgentRouterOptions,
  type MountedAgentOptions,
} from './agent-router-options.ts';
import { createIdentify, describeSecurity } from './authentication.ts';
import { ADMISSION, type CallerDesk, type Identify, createVouchers } from './caller.ts';
import { createCallerQuota } from './caller-limits.ts';
import {
  createCardRouter,
  isCardPath,
  isPublicUrl,
  JSON_RPC_PATH,
  REST_PATH,
  listCardInterfaces,
  SERVER_ROUTES,
} from './create-card-router.ts';
import { createAudit, createRefusalListener } from './audit.ts';
import { createAdmission, createCacheGuard, createGuard, joinHandlers } from './guard.ts';
import { createObservation, createOperatorView } from './operator-view.ts';
import { createRequestWatch } from './request-watch.ts';
import { checkReachable, hasHiddenSkills, listExtensionUris } from './served-agent.ts';
import { createJsonRpcDoor } from './json-rpc-door.ts';
import { serveDoor } from './serve-door.ts';
import { createRestDoor } from './rest-door.ts';
import { createMetadataRouter, isMetadataPath, toMetadataUrl } from './resource-metadata.ts';
import { stopPart } from './stop-part.ts';
import { writeCards } from './card-texts.ts';
import { NO_CARDS, type ServedCard, type ShownCards, signCards } from './shown-cards.ts';
import { createCardSigning, isKeysPath } from './signed-cards.ts';
import type { AdapterDoors, AdapterHost } from './protocol-adapter.ts';
import { createCallContextFor, type TransportOptions } from './transport.ts';
import { completeStreamLimits, createStallGuard } from './write-event-stream.ts';

/** The HTTP endpoints of an agent, as a router for the root of an express app. */
export interface AgentRouter extends CallerDesk {
  readonly router: Router;
  /**
   * Replaces the definition of the agent: its cards and its skills. Running tasks keep the
   * definition that they began with, also over questions, as long as this process lives.
   */
  readonly replaceAgent: (next: Agent) => void;
  /** Resolves to the public card as it is served now, once it has its signatures. */
  readonly readCard: () => Promise<ServedCard>;
  /**
   * Deletes a task of any owner in any state: its streams end and its handler's signal aborts.
   * Returns false if there is no such task. For operators; callers cannot delete tasks.
   */
  deleteTask(taskId: string): Promise<boolean>;
  /**
   * Refuses new messages, answers waiting calls, ends streams, aborts running tasks and frees all
   * resources of this agent. A handler that ignores its signal delays this by up to five seconds, a
   * slow receiver of notifications by one.
   */
  close(): Promise<void>;
}

function describeAuthentication({
  authenticate,
  requireAuthentication = false,
}: AgentRouterOptions): AdapterHost['authentication'] {
  if (authenticate === undefined) return 'none';
  return requireAuthentication ? 'required' : 'optional';
}

/** Returns true for the paths that everybody may read: cards, OAuth metadata and public keys. */
function isOpenPath(path: string): boolean {
  return isCardPath(path) || isMetadataPath(path) || isKeysPath(path);
}

/**
 * Makes the cards, transports and runner of an agent, for an express app of your own.
 *
 * @throws RangeError or TypeError that names the option at fault; TypeError for what is no agent
 *
 * @example
 * ```ts
 * import type { Agent } from '@formwork/core';
 * import { createAgentRouter } from '@formwork/server';
 * import express from 'express';
 *
 * declare const agent: Agent;
 * const { router, close } = createAgentRouter(agent, { publicUrl: 'https://agents.example.com' });
 * express().use(router).listen(4100);
 * ```
 */
export function createAgentRouter(agent: Agent, options: MountedAgentOptions): AgentRouter {
  checkAgent(agent, 'mount the agent');
  if (Reflect.get(options, 'grpc') !== undefined) {
    throw new TypeError(
      'Cannot mount the agent as grpc must be an option of createServer, which knows when it listens: current value is one of createAgentRouter',
    );
  }
  const { transport: _transport, ...router } = createAgentDoors(agent, options);
  return router;
}

/** The HTTP endpoints of an agent, and the parts on which its gRPC endpoint is built. */
interface AgentDoors extends AgentRouter {
  readonly transport: TransportOptions;
}

/** The parts of a server that an agent's endpoints do not make themselves. */
interface Surroundings {
  /** Further interfaces that the cards list, such as gRPC. Default: none. */
  readonly others?: readonly CardInterface[];
  /** True if the server has checked the host name of every request. Default false. */
  readonly isHostChecked?: boolean;
}

/** Makes endpoints as {@link createAgentRouter} does; the cards may list further interfaces. */
export function createAgentDoors(
  agent: Agent,
  options: MountedAgentOptions,
  { others = [], isHostChecked = false }: Surroundings = {},
): AgentDoors {
  // A router does not know the address of its server, so the option `publicUrl` must be there.
  checkServerOptions({ ...options, publicUrl: options.publicUrl ?? '' });
  const { publicUrl, bodyLimit = '1mb', generation, namesAnswerers } = options;
  const isWatched = options.adapters?.some(({ forOperators }) => forOperators === true);
  const observation = isWatched === true ? createObservation() : undefined;
  const given = adaptLogger(options.logger ?? createConsoleLogger());
  const logger = observation?.logs.watch(given) ?? given;
  const versions = createAgentVersions(agent);
  const telemetry = openTelemetry(observation?.tally);
  const reporting = telemetry && { telemetry };
  const watch =
    telemetry &&
    createRequestWatch(telemetry, {
      findAdapterDoor: (path) => adapters.find(({ owns }) => owns?.(path) === true)?.name,
    });
  const audit = options.audit && createAudit(options.audit, logger);
  const stored = options.engine ?? createMemoryEngine();
  const engine = telemetry?.isMeasuring === true ? observeEngine(stored, telemetry) : stored;
  const endReport =
    telemetry?.isMeasuring === true
      ? reportTasks(stored, { telemetry, ...(observation && { keptMs: 1_000 }) })
      : undefined;
  const janitor = createJanitor(engine, { logger, retention: options.retention ?? {} });
  const hub = new HintHub(engine);
  const runner = createRunner(engine, versions, { logger, ...options.runner, ...reporting });
  const push = options.push === true ? {} : options.push || undefined;
  const naming = {
    ...(namesAnswerers !== undefined && { namesAnswerers }),
    ...(generation !== undefined && { generation }),
  };
  const sender = push && createPushSender(engine, { logger, ...push, ...reporting, ...naming });
  const { authenticate } = options;
  const metadataUrl = toMetadataUrl(publicUrl);
  const { createRequestCounter: createCounter } = options;
  const quota =
    options.limits === false
      ? undefined
      : createCallerQuota(options.limits ?? {}, { createCounter, logger });
  const vouchers = createVouchers();
  /** Makes the function that identifies callers, with vouchers, limits, audit and telemetry. */
  function createDesk(requireAuthentication: boolean): Identify {
    const known = createIdentify({ ...options, requireAuthentication, metadataUrl, logger });
    const accepting = vouchers.accept(audit?.watchIdentify(known) ?? known);
    const limited = quota === undefined ? accepting : quota.limit(accepting);
    const noted = observation?.callers.watchIdentify(limited) ?? limited;
    return watch?.watchIdentify(noted) ?? noted;
  }
  const identify = createDesk(options.requireAuthentication ?? false);
  const identifyGiven = createDesk(false);
  const security = describeSecurity(options);
  const closing = new AbortController();
  const cardOptions = (): Omit<CardOptions, 'extendedCard' | 'scopes'> => ({
    interfaces: listCardInterfaces(publicUrl, others),
    streaming: true,
    pushNotifications: push !== undefined,
    ...(security && { security }),
    extensions: adapters.flatMap(({ extensions = [] }) => extensions),
  });
  /** Makes the card for a caller with the given scopes. */
  const createExtendedCard = (scopes: readonly string[]): AgentCard | Promise<AgentCard> => {
    const extended = { ...cardOptions(), extendedCard: true, scopes };
    const card = AgentCard.fromJSON(toAgentCard(versions.current(), extended));
    return signing === undefined ? card : signing.signDecoded(card);
  };
  const signing =
    options.signCard === undefined ? undefined : createCardSigning(options.signCard, publicUrl);
  // The cards are made after the adapters, whose extensions they declare.
  let routes: readonly string[];
  let shown = NO_CARDS;
  const plainHandler = createRequestHandler({
    agent: versions,
    get agentCard() {
      return shown.decoded;
    },
    engine,
    runner,
    hub,
    logger,
    closing: closing.signal,
    ...reporting,
    // Read with every request, because another definition may hide nothing.
    get createExtendedCard() {
      return hasHiddenSkills(versions.current()) ? createExtendedCard : undefined;
    },
    ...(push && { push }),
    ...(options.limits !== false && { limits: options.limits ?? {} }),
    ...(options.openTasks !== undefined && { openTasks: options.openTasks }),
    ...naming,
    ...(options.recognizeRepeats !== undefined && { recognizeRepeats: options.recognizeRepeats }),
    ...(options.cancelDeadlineMs !== undefined && { cancelDeadlineMs: options.cancelDeadlineMs }),
  });
  const audited = audit?.watchHandler(plainHandler, engine) ?? plainHandler;
  const requestHandler = watch?.observe(audited) ?? audited;
  const streamLimits = completeStreamLimits(options);
  const transport: TransportOptions = {
    requestHandler,
    logger,
    identify,
    identifyGiven,
    bodyLimit,
    generation,
    streamLimits,
    watch,
    quota,
    signCard: signing?.signJson,
    get extensionUris() {
      return listExtensionUris(versions.current());
    },
  };

  function createShownCards(next: Agent): ShownCards {
    checkReachable(next, options);
    for (const { where, message } of next.warnings) logger.warn(`${where}: ${message}`);
    const publicOptions = { ...cardOptions(), extendedCard: hasHiddenSkills(next) };
    const cards = writeCards(next, publicOptions);
    const decoded = AgentCard.fromJSON(JSON.parse(cards.v1));
    const made: ShownCards = { decoded, lastModified: new Date(), cards };
    if (signing === undefined) return made;
    const signed = signCards(made, signing.sign);
    signed.catch((error: unknown) =>
      logger.error('Cannot sign the cards: they are not served', { error: toErrorText(error) }),
    );
    return { ...made, signed };
  }

  /** Resolves once the served cards have their signatures. */
  async function awaitSignatures(): Promise<void> {
    // Another definition may come meanwhile, with other cards to sign.
    for (let { signed } = shown; signed !== undefined; { signed } = shown) {
      const before = shown;
      const done = await signed;
      if (shown === before) shown = done;
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    endReport?.();
    await Promise.all([stopPart(runner, logger), stopPart(janitor, logger)]);
    if (sender !== undefined) await stopPart(sender, logger);
    await Promise.all(adapters.map(async (adapter) => adapter.close?.()));
    hub.close();
    if (options.engine === undefined) await stored.close();
  }

  const host: AdapterHost = {
    get agent() {
      return toVisibleAgent(versions.current());
    },
    agentFor: ({ scopes }) => toVisibleAgent(versions.current(), scopes),
    listSecrets: (task) => listInputSecrets(versions.of(task), task.invocation),
    requestHandler,
    engine,
    ...(options.records && { records: options.records }),
    ...(createCounter && { createRequestCounter: createCounter }),
    publicUrl: publicUrl.replace(/(?<!\/)\/+$/u, ''),
    logger,
    bodyLimit,
    streamLimits,
    limits: options.limits ?? {},
    security,
    authentication: describeAuthentication(options),
    openTasks: options.openTasks ?? false,
    closing: closing.signal,
    identify,
    identifyGiven,
    ...ADMISSION,
    createContext: (caller) => createCallContextFor(caller, listExtensionUris(versions.current())),
  };
  const operator =
    observation &&
    createOperatorView(observation, {
      limits: host.limits,
      audit: audit || undefined,
      listVersions: versions.list,
      agentOf: versions.of,
      readCards: () => shown.cards,
      notice: (taskId) => runner.notice(taskId),
    });
  // A copy would lose the getters of the host.
  const forOperators = Object.create(host, { operator: { value: operator } }) as AdapterHost;
  const adapters: AdapterDoors[] = [];
  try {
    // An agent that cannot be served fails before an adapter opens anything.
    checkReachable(agent, options);
    for (const adapter of options.adapters ?? []) {
      adapters.push(adapter(adapter.forOperators === true ? forOperators : host));
    }
    routes = [...SERVER_ROUTES, ...adapters.flatMap((one) => one.routes ?? [])];
    declareRoutes(routes);
    shown = createShownCards(agent);
  } catch (error) {
    // Else the runner would go on with tasks of the engine, for an agent that is served nowhere.
    close().catch((cause: unknown) =>
      logger.error('Cannot close an agent that is not served', { error: toErrorText(cause) }),
    );
    throw error;
  }

  const router = Router();
  const { allowedHosts = [], allowedOrigins = [] } = options;
  const caches = createCacheGuard();
  const isForPages = (path: string): boolean => adapters.some((one) => one.isForPages?.(path));
  const guard = createGuard({
    publicUrl: () => publicUrl,
    allowedHosts,
    allowedOrigins,
    isHostChecked,
    isPublic: (path) => isOpenPath(path) || isForPages(path),
    isForPages,
    isOwnPath: createOwnPaths(routes),
    onRefusal: createRefusalListener(watch?.refuse, audit),
  });
  const admission = quota && createAdmission(quota, { isPublic: isOpenPath, watch });
  const stalls = createStallGuard(streamLimits.stallMs);
  const entrance = [stalls, watch?.begin, caches.before, guard, admission];
  router.use(joinHandlers(entrance.filter((handler) => handler !== undefined)));
  // The endpoint with the most requests comes first, because express tries the routers in order.
  router.use(JSON_RPC_PATH, serveDoor(createJsonRpcDoor(transport), transport));
  router.use(REST_PATH, serveDoor(createRestDoor(transport), transport));
  if (signing !== undefined) {
    router.use(signing.router);
    router.use(async (request, _response, next) => {
      if (isCardPath(request.path)) await awaitSignatures();
      next();
    });
  }
  router.use(createCardRouter(() => shown, { isForPages: isPublicUrl(publicUrl) }));
  router.use(createMetadataRouter({ agent: versions.current, publicUrl, authenticate }));
  for (const adapter of adapters) router.use(adapter.router);
  router.use(caches.after);
  return {
    router,
    transport,
    identify,
    createCallerHeaders: vouchers.issue,
    replaceAgent(next) {
      // Throws for an agent whose cards cannot be made, which then replaces nothing.
      shown = createShownCards(next);
      const { name, version } = next;
      const { version: previousVersion } = versions.current();
      versions.replace(next);
      audit?.tell({ kind: 'agent-changed', name, version, previousVersion });
    },
    async readCard() {
      await awaitSignatures();
      return { text: shown.cards.v1, url: host.publicUrl };
    },
    deleteTask: (taskId) => deleteTask(taskId, { engine, runner }),
    close,
  };
}
