import { createCheckedNetwork, type LookupAll } from '@formwork/network';
import { adaptLogger } from '@formwork/schema/options';
import { openTelemetry } from '@formwork/telemetry';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { randomBytes } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import { setTimeout } from 'node:timers/promises';
import { type AgentSet, ConnectedAgents, type ConnectedAgentsOptions } from './agents/agent-set.ts';
import { createCardStore } from './agents/card-store.ts';
import { type BridgeAudit, createBridgeAudit } from './audit.ts';
import { type BridgeLogger, SILENT_LOGGER } from './bridge-logger.ts';
import type { BridgeOptions } from './bridge-options.ts';
import type { BridgeServices } from './calls/bridge-services.ts';
import { checkBridgeOptions } from './check-bridge-options.ts';
import { Secrets } from './guard/secrets.ts';
import { createHandleCipher, HANDLE_KEY_BYTES } from './handles/handle-cipher.ts';
import { createSessionIds, type SessionIds } from './handles/session-ids.ts';
import { createTaskHandles, type TaskHandles } from './handles/task-handle.ts';
import { LazyValue } from './lazy-value.ts';
import type { BridgeLock } from './lock/bridge-lock.ts';
import { warnOfWithheldTexts } from './lock/withheld-warnings.ts';
import { OutcomeStore } from './resources/outcome-store.ts';

/** A bridge that offers the skills of A2A agents to MCP hosts as tools. */
export interface Bridge {
  /**
   * Makes an MCP server for one request or connection; to be passed to `serveStdio` or
   * `createMcpHandler`.
   */
  readonly factory: McpServerFactory;
  readonly agents: AgentSet;
  /**
   * Reports security events to the listener of the bridge, if it has one; the bridge's HTTP router
   * uses it as well.
   */
  readonly audit: BridgeAudit;
  /**
   * The log of the bridge, from which secrets are removed; the bridge's HTTP router uses it as
   * well.
   */
  readonly logger: BridgeLogger;
  /** The ids of the sessions of the bridge's HTTP router, for hosts up to 2025-11-25. */
  readonly sessionIds: SessionIds;
  /** The handles of tasks, with which the router answers hosts that have lost a call's answer. */
  readonly handles: Pick<TaskHandles, 'open'>;
  /**
   * True if the bridge calls agents with headers of its own, so that everybody who reaches the
   * bridge uses these credentials.
   */
  readonly hasCredentials: boolean;
  /** Replaces the lock, such as by one that accepts more; hosts learn what changes. */
  readonly setLock: (lock: BridgeLock) => void;
  /** Calls a listener whenever the tools change; returns a function that stops it. */
  readonly onChange: (listener: () => void) => () => void;
  /** Looks for all agents now, however fresh their cards are. */
  readonly refresh: () => Promise<void>;
  /**
   * Lets calls wait no longer for their tasks: each answers now that its task goes on, with the
   * handle by which the host can follow it. For servers that are about to close.
   */
  readonly endWaits: () => void;
  /** Stops looking for changes, and waits up to two seconds for calls that are still running. */
  readonly close: () => Promise<void>;
}

/**
 * The longest time that a closing bridge waits for calls that are still running, in milliseconds.
 */
const CLOSE_MS = 2000;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Looks up host names at once, not one at a time as those that strangers chose: an operator lists
 * the agents of a bridge, and one whose name server is silent must not keep it from finding others.
 */
const lookUpAtOnce: LookupAll = (...lookup) => systemLookup(...lookup);

/**
 * Makes a bridge. It looks for agents when hosts ask for their tools or call them.
 *
 * @throws BridgeError for aliases that cannot be used; RangeError or TypeError for other options.
 *
 * @example
 * ```ts
 * import { createBridge, serveBridgeStdio } from '@formwork/mcp';
 *
 * const bridge = createBridge({ agents: [{ alias: 'shop', url: 'https://shop.example.com' }] });
 * serveBridgeStdio(bridge);
 * ```
 */
export function createBridge(options: BridgeOptions): Bridge {
  checkBridgeOptions(options);
  const secrets = new Secrets();
  const logger = guardLogger(adaptLogger(options.logger ?? SILENT_LOGGER), secrets);
  const audit = createBridgeAudit(options.audit, { logger, hide: secrets.hide });
  const { freshMs = 60_000, resources = [], prompts = [] } = options;
  const listeners = new Set<() => void>();
  const network = createCheckedNetwork({ lookup: options.lookup ?? lookUpAtOnce });
  const notifyListeners = (): void => {
    for (const listener of listeners) listener();
  };
  const lock = new CurrentLock(options.lock, logger);
  const site = {
    network,
    secrets,
    logger,
    audit,
    getLock: () => lock.get(),
    onChange: notifyListeners,
  };
  const agents = new ConnectedAgents(options.agents, toAgentOptions(options, site));
  const cipher = createHandleCipher({ key: options.handleKey ?? randomBytes(HANDLE_KEY_BYTES) });
  const ttlMs = options.handleTtlMs ?? WEEK_MS;
  const handles = audit.watchHandles(createTaskHandles({ cipher, ttlMs }));
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const server = {
    services: toBridgeServices(options, { agents, handles, closing: closing.signal, ...site }),
    running,
    name: options.name ?? 'formwork',
    identity: options.identity,
    freshMs,
    content: { resources, prompts },
    hasApp: options.app ?? true,
  };
  // Loads the SDK with the first host, because that takes a while and none may ever connect.
  const factory = new LazyValue(async () => {
    const { createServerFactory } = await import('./server/create-mcp-server.ts');
    return createServerFactory(server);
  });
  // Otherwise no change would be noticed. The timer does not keep the process alive.
  const timer = setInterval(() => {
    void agents.look();
    // Refreshes even fresh cards, or one read just after the last round would wait too long.
    for (const bridgeAgent of agents.bridgeAgents) void bridgeAgent.refresh();
  }, freshMs);
  timer.unref();
  return {
    factory: async (context) => (await factory.get())(context),
    agents,
    audit,
    logger,
    sessionIds: createSessionIds({ cipher, ttlMs }),
    handles,
    hasCredentials: options.agents.some(({ connect }) => connect?.headers !== undefined),
    setLock(next) {
      lock.set(next);
      for (const bridgeAgent of agents.bridgeAgents) bridgeAgent.readmit();
      // Tells all hosts, because the lock may also change the bridge's own tool.
      notifyListeners();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async refresh() {
      await agents.look();
      await Promise.all(agents.bridgeAgents.map((bridgeAgent) => bridgeAgent.refresh()));
    },
    endWaits: () => closing.abort(),
    async close() {
      clearInterval(timer);
      // The hosts are gone, so calls end as soon as their tasks are canceled.
      await Promise.race([
        Promise.allSettled(running),
        setTimeout(CLOSE_MS, undefined, { ref: false }),
      ]);
      await network.close();
    },
  };
}

/** The parts of a bridge that its agents share. */
type AgentServices = Pick<
  ConnectedAgentsOptions,
  'network' | 'secrets' | 'logger' | 'audit' | 'getLock' | 'onChange'
>;

function toAgentOptions(options: BridgeOptions, site: AgentServices): ConnectedAgentsOptions {
  const { cardFolder: folder, listTimeoutMs } = options;
  return {
    ...site,
    listAgents: options.listAgents,
    freshMs: options.freshMs ?? 60_000,
    cardTimeoutMs: options.cardTimeoutMs ?? 10_000,
    listTimeoutMs: listTimeoutMs ?? 1500,
    waitsForFirst: listTimeoutMs === undefined,
    store: folder === undefined ? undefined : createCardStore({ folder, logger: site.logger }),
  };
}

function toBridgeServices(
  options: BridgeOptions,
  site: Pick<BridgeServices, 'agents' | 'handles' | 'closing' | 'secrets' | 'getLock' | 'logger'>,
): BridgeServices {
  const { agents, handles, closing, secrets, getLock, logger } = site;
  return {
    agents,
    handles,
    closing,
    secrets,
    getLock,
    logger,
    budgetMs: options.budgetMs ?? 45_000,
    taskAfterMs: options.taskAfterMs ?? 2000,
    onDecline: options.onDecline ?? 'cancel',
    maxResultBytes: options.maxResultBytes ?? 1_000_000,
    keptOutcomes: new OutcomeStore(),
    telemetry: openTelemetry(),
  };
}

/** The lock of a bridge at this time; it warns of the bridge's own texts that a lock withholds. */
class CurrentLock {
  readonly #logger: BridgeLogger;
  #lock: BridgeLock | undefined;

  constructor(lock: BridgeLock | undefined, logger: BridgeLogger) {
    this.#logger = logger;
    this.set(lock);
  }

  get(): BridgeLock | undefined {
    return this.#lock;
  }

  set(lock: BridgeLock | undefined): void {
    this.#lock = lock;
    warnOfWithheldTexts(lock, this.#logger);
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Wraps a logger so that it writes no secrets. */
function guardLogger(logger: BridgeLogger, { hide, isNeeded }: Secrets): BridgeLogger {
  const write =
    (level: keyof BridgeLogger): BridgeLogger['info'] =>
    (message, fields) => {
      const isPlain = fields === undefined || !isNeeded();
      logger[level](hide(message), isPlain ? fields : hideFields(fields, hide));
    };
  return { info: write('info'), warn: write('warn') };
}

/** Returns the fields of a log entry as plain data without secrets. */
function hideFields(fields: Fields, hide: Secrets['hide']): Fields {
  const text = JSON.stringify(fields);
  const shown = hide(text);
  return shown === text ? fields : (JSON.parse(shown) as Fields);
}
