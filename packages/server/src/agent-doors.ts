import type { AgentCard } from '@a2a-js/sdk';
import type { Agent, CardInterface, TaskLogger } from '@formwork/core';
import { toVisibleAgent } from '@formwork/core/internal';
import { declareRoutes } from '@formwork/network';
import {
  createTaskSweeper,
  createMemoryEngine,
  deleteTask,
  EngineClosedError,
  EngineStorageError,
} from '@formwork/runtime';
import {
  createAgentVersions,
  TaskWatcher,
  createPushSender,
  createRequestHandler,
  createRunner,
  listInputSecrets,
  observeEngine,
  reportTasks,
  toStorageText,
} from '@formwork/runtime/internal';
import { toErrorText } from '@formwork/schema';
import { adaptLogger, createConsoleLogger } from '@formwork/schema/options';
import { openTelemetry } from '@formwork/telemetry';
import { type AgentPipeline, createAgentPipeline } from './agent-pipeline.ts';
import {
  checkServerOptions,
  type AgentRouterOptions,
  type MountedAgentOptions,
} from './agent-router-options.ts';
import { createAudit } from './audit.ts';
import { describeSecurity } from './authentication.ts';
import { createCallerEntry } from './caller-entry.ts';
import { ADMISSION, type CallerIdentification } from './caller.ts';
import { listCardInterfaces, SERVER_ROUTES } from './card-door.ts';
import { joinSteps } from './exchange.ts';
import { createHealthDoor } from './health.ts';
import { createObservation, createOperatorView, type OperatorView } from './operator-view.ts';
import { StepHandler, toBasePath } from './plain-exchange.ts';
import type { AdapterDoors, AdapterHost } from './protocol-adapter.ts';
import { createRequestWatch } from './request-watch.ts';
import { checkReachable, hasHiddenSkills, listExtensionUris } from './served-agent.ts';
import { type ServedCard, ServedCards } from './served-cards.ts';
import { createCardSigning } from './signed-cards.ts';
import { createCallContextFor, type TransportOptions } from './transport.ts';
import { warnOfShortMemory } from './worker-limits.ts';
import { completeStreamLimits } from './write-event-stream.ts';

/** An agent that is served, whatever program serves HTTP. */
export interface MountedAgent extends CallerIdentification {
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

/** The endpoints of an agent, for the programs that serve HTTP. */
export interface AgentDoors extends MountedAgent {
  readonly pipeline: AgentPipeline;
  /** The endpoints of protocol adapters. */
  readonly adapters: readonly AdapterDoors[];
  readonly transport: TransportOptions;
}

/** Makes the endpoints of an agent, and the parts that other doors need. */
export function createAgentDoors(
  agent: Agent,
  options: MountedAgentOptions,
  {
    furtherInterfaces = [],
    isHostChecked = false,
    hasHealth = false,
  }: {
    /** Further interfaces that the cards list, such as gRPC. Default: none. */
    readonly furtherInterfaces?: readonly CardInterface[];
    /** True if the server has checked the host name of every request. Default false. */
    readonly isHostChecked?: boolean;
    /** True answers health checks. Default false. */
    readonly hasHealth?: boolean;
  } = {},
): AgentDoors {
  // A router does not know the address of its server, so the option `publicUrl` must be there.
  checkServerOptions({ ...options, publicUrl: options.publicUrl ?? '' });
  const { publicUrl, bodyLimit = '1mb', generation, namesAnswerers } = options;
  const isWatched = options.adapters?.some(({ forOperators }) => forOperators === true);
  const observation = isWatched === true ? createObservation() : undefined;
  const baseLogger = adaptLogger(options.logger ?? createConsoleLogger());
  const logger = observation?.logs.watch(baseLogger) ?? baseLogger;
  const versions = createAgentVersions(agent);
  const telemetry = openTelemetry(observation?.metrics);
  const reporting = telemetry && { telemetry };
  const watch =
    telemetry &&
    createRequestWatch(telemetry, {
      findAdapterDoor: (path) => adapters.find(({ owns }) => owns?.(path) === true)?.name,
    });
  const audit = options.audit && createAudit(options.audit, logger);
  if (options.engine === undefined) warnOfShortMemory(logger);
  const stored = options.engine ?? createMemoryEngine();
  const engine = telemetry?.isMeasuring === true ? observeEngine(stored, telemetry) : stored;
  const endReport =
    telemetry?.isMeasuring === true
      ? reportTasks(stored, { telemetry, ...(observation && { keptMs: 1_000 }) })
      : undefined;
  const sweeper = createTaskSweeper(engine, { logger, retention: options.retention ?? {} });
  const watcher = new TaskWatcher(engine);
  const runner = createRunner(engine, versions, { logger, ...options.runner, ...reporting });
  const push = options.push === true ? {} : options.push || undefined;
  const naming = {
    ...(namesAnswerers !== undefined && { namesAnswerers }),
    ...(generation !== undefined && { generation }),
  };
  const sender = push && createPushSender(engine, { logger, ...push, ...reporting, ...naming });
  const callers = observation?.callers;
  const entry = createCallerEntry(options, { logger, audit: audit || undefined, callers, watch });
  const { identify, identifyGiven, quota } = entry;
  const security = describeSecurity(options);
  const closing = new AbortController();
  const signing =
    options.signCard === undefined ? undefined : createCardSigning(options.signCard, publicUrl);
  const cards = new ServedCards({
    describe: () => ({
      interfaces: listCardInterfaces(publicUrl, furtherInterfaces),
      streaming: true,
      pushNotifications: push !== undefined,
      ...(security && { security }),
      // The cards are made after the adapters, whose extensions they declare.
      extensions: adapters.flatMap(({ extensions = [] }) => extensions),
    }),
    signing,
    logger,
  });
  const createExtendedCard = (scopes: readonly string[]): AgentCard | Promise<AgentCard> =>
    cards.extendFor(versions.current(), scopes);
  let routes: readonly string[];
  const plainHandler = createRequestHandler({
    agent: versions,
    get agentCard() {
      return cards.shown.decoded;
    },
    engine,
    runner,
    watcher,
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

  async function close(): Promise<void> {
    const drains = adapters.flatMap((adapter) => adapter.drain?.() ?? []);
    if (drains.length > 0) await Promise.allSettled(drains);
    closing.abort();
    endReport?.();
    await Promise.all([stopPart(runner, logger), stopPart(sweeper, logger)]);
    if (sender !== undefined) await stopPart(sender, logger);
    await Promise.all(adapters.map(async (adapter) => adapter.close?.()));
    watcher.close();
    if (options.engine === undefined) await stored.close();
  }

  async function readCard(): Promise<ServedCard> {
    const signed = await cards.whenSigned();
    return { text: signed.cards.v1, url: host.publicUrl };
  }

  /** Makes the host of an adapter; only one for operators gets their view. */
  const createHost = (operator?: OperatorView): AdapterHost => ({
    get agent() {
      return toVisibleAgent(versions.current());
    },
    agentFor: ({ scopes }) => toVisibleAgent(versions.current(), scopes),
    listSecrets: (task) => listInputSecrets(versions.of(task), task.invocation),
    requestHandler,
    engine,
    ...(options.records && { records: options.records }),
    ...(options.createRequestCounter && {
      createRequestCounter: options.createRequestCounter,
    }),
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
    readCard,
    createCallerHeaders: entry.issueLoopbackToken,
    fetch: (input, init) => ownHandler.fetchHere(input, init),
    openStream: (reply) => quota?.openStream(reply),
    createContext: (caller) => createCallContextFor(caller, listExtensionUris(versions.current())),
    ...(operator && { operator }),
  });
  const host = createHost();
  const operator =
    observation &&
    createOperatorView(observation, {
      limits: host.limits,
      audit: audit || undefined,
      listVersions: versions.list,
      agentOf: versions.of,
      readCards: () => cards.shown.cards,
      notice: (taskId) => runner.notice(taskId),
    });
  const operatorHost = createHost(operator);
  const adapters: AdapterDoors[] = [];
  try {
    // An agent that cannot be served fails before an adapter opens anything.
    checkReachable(agent, options);
    for (const adapter of options.adapters ?? []) {
      adapters.push(adapter(adapter.forOperators === true ? operatorHost : host));
    }
    checkSteps(adapters);
    routes = [...SERVER_ROUTES, ...adapters.flatMap((adapter) => adapter.routes ?? [])];
    declareRoutes(routes);
    cards.show(agent);
  } catch (error) {
    // Else the runner would go on with tasks of the engine, for an agent that is served nowhere.
    close().catch((cause: unknown) =>
      logger.error('Cannot close an agent that is not served', { error: toErrorText(cause) }),
    );
    throw error;
  }

  const pipeline = createAgentPipeline(options, {
    transport,
    adapters,
    routes,
    cards,
    signing,
    agent: versions.current,
    watch,
    audit: audit || undefined,
    isHostChecked,
    ...(hasHealth && {
      health: createHealthDoor({
        engine: options.engine,
        isDraining: () => closing.signal.aborted,
      }),
    }),
  });
  // Adapters reach the doors of this process also where no socket leads to it.
  const ownHandler = new StepHandler(
    joinSteps([pipeline.step, ...adapters.map(({ step }) => step), pipeline.after]),
    toBasePath(URL.parse(publicUrl)?.pathname ?? '/'),
  );
  return {
    pipeline,
    adapters,
    transport,
    identify,
    createCallerHeaders: entry.issueLoopbackToken,
    replaceAgent(next) {
      // Throws for an agent whose cards cannot be made, which then replaces nothing.
      checkReachable(next, options);
      cards.show(next);
      const { name, version } = next;
      const { version: previousVersion } = versions.current();
      versions.replace(next);
      audit?.tell({ kind: 'agent-changed', name, version, previousVersion });
      for (const adapter of adapters) adapter.agentReplaced?.();
    },
    readCard,
    deleteTask: (taskId) => deleteTask(taskId, { engine, runner }),
    close,
  };
}

/**
 * Stops a part of an agent, such as its runner; errors of the engine do not prevent the stop. Tasks
 * that could not be stored are taken by others after their leases.
 */
async function stopPart(
  part: { readonly stop: () => Promise<void> },
  logger: TaskLogger,
): Promise<void> {
  try {
    await part.stop();
  } catch (error) {
    if (error instanceof EngineStorageError) {
      logger.error('Cannot give tasks back', { error: toStorageText(error) });
    } else if (error instanceof EngineClosedError) {
      logger.warn('Cannot give tasks back because the engine was closed before the server');
    } else throw error;
  }
}

/** Throws for endpoints without a step, which a program of plain JavaScript may have made. */
function checkSteps(adapters: readonly AdapterDoors[]): void {
  const adapter = adapters.find(({ step }: Partial<AdapterDoors>) => step === undefined);
  if (adapter === undefined) return;
  const { name = 'an adapter' } = adapter;
  throw new TypeError(
    `Cannot serve the agent because its adapters must have a step: current value is ${name} without one`,
  );
}
