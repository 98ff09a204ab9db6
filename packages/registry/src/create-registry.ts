import { adaptLogger } from '@formwork/runtime/internal';
import {
  type AgentFacts,
  isAgentId,
  parseAgentUrl,
  type RegisteredAgent,
  toAgentId,
  withoutQuery,
} from './agents/registered-agent.ts';
import { listTerms } from './agents/terms.ts';
import { countAtOnce, createCardReader } from './cards/card-reader.ts';
import {
  checkAgent,
  pauseUntilCheck,
  type CheckAgentOptions,
  createCheckLoop,
  createHeartbeats,
  listSignature,
} from './health.ts';
import { AgentRefusedError, AgentUnknownError, NotOwnerError } from './errors.ts';
import { createKey, listOwners, PROOF_PATH, readProof, spellOwner, type Caller } from './owners.ts';
import { createCursor, parseQuery } from './parse-query.ts';
import { checkRegistryOptions, type RegistryOptions } from './registry-options.ts';
import type { Registration, Registry } from './registry.ts';
import { createMemoryRegistryStore } from './store/memory-store.ts';
import { type AgentLimits, checkLimits, type StoredAgent } from './store/registry-store.ts';

/** The number of due agents that are claimed together, per card that is read at the same time. */
const CLAIMS_PER_CHECK = 8;
/**
 * The number of claimed agents that may wait until another card of their origin may be read; with
 * more, no further agents are claimed.
 */
const MAX_WAITING = 1_000;
/**
 * The shortest time between a check of a card and a new one that its owner causes by registering it
 * again, in milliseconds.
 */
const REFRESH_GAP_MS = 5_000;

/**
 * Makes a registry of agents. It reads their cards itself, checks every address when it connects,
 * and vets the cards with `connect` of the client.
 *
 * @throws RangeError or TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createRegistry } from '@formwork/registry';
 *
 * const registry = createRegistry();
 * await registry.register('https://shop.example.com', {});
 * await registry.close();
 * ```
 */
export function createRegistry(options: RegistryOptions = {}): Registry {
  checkRegistryOptions(options);
  const { store = createMemoryRegistryStore(), now = Date.now, ttlMs = 180_000 } = options;
  const logger = options.logger && adaptLogger(options.logger);
  const { maxAgents = 100_000, maxAgentsPerOwner = 1_000, cardTimeoutMs = 10_000 } = options;
  const { concurrency = 8, maxAgentsPerOrigin = 100, allowOrigins = [] } = options;
  // A claim that is older than this belongs to a process that has ended.
  const leaseMs = 2 * CLAIMS_PER_CHECK * cardTimeoutMs;
  const reader = createCardReader({
    allowAddresses: options.allowAddresses ?? 'public',
    allowOrigins: options.allowOrigins ?? [],
    pins: options.pins ?? store.pins,
    cardKeys: options.cardKeys ?? {},
    maxCardBytes: options.maxCardBytes ?? 1_048_576,
    cardTimeoutMs,
    concurrency,
    maxReadsPerOrigin: options.maxReadsPerOrigin ?? 240,
    now,
    lookup: options.lookup,
  });
  const checking: CheckAgentOptions = {
    store,
    read: (url) => reader.read(url),
    now,
    ttlMs,
    checkIntervalMs: options.checkIntervalMs ?? 60_000,
    maxCheckIntervalMs: options.maxCheckIntervalMs ?? 3_600_000,
    forgetAfterMs: options.forgetAfterMs ?? 2_592_000_000,
    random: options.random ?? Math.random,
    logger,
  };
  const hear = createHeartbeats({ store, now, ttlMs });
  const loop = createCheckLoop({
    async run() {
      // The check covers all agents that fall due while it runs, so that one slow card does not
      // delay the others.
      const count = await check();
      const next = await store.nextDue();
      return count > 0 ? 0 : (next ?? Infinity) - now();
    },
    onError: (error) => logger?.error('Cannot check agents', { error: String(error) }),
  });
  let isClosed = false;

  const show = (agent: StoredAgent) => toRegisteredAgent(agent, now());

  async function find(agentId: string): Promise<StoredAgent> {
    const agent = isAgentId(agentId) ? await store.get(agentId) : undefined;
    if (agent === undefined) throw new AgentUnknownError(agentId);
    return agent;
  }

  /** Refuses a registration for which there is no room before its card is read. */
  async function checkRoom(owner: string, url: string): Promise<void> {
    const { origin } = new URL(url);
    const limits = toLimits(origin);
    const counts = {
      all: (await store.count()) + 1,
      ofOwner: (await store.count(owner)) + 1,
      atOrigin: limits.atOrigin === undefined ? 0 : (await store.countAt(origin)) + 1,
    };
    checkLimits(counts, { limits, origin });
  }

  function toLimits(origin: string): AgentLimits {
    return {
      all: maxAgents,
      ofOwner: maxAgentsPerOwner,
      ...(!allowOrigins.includes(origin) && { atOrigin: maxAgentsPerOrigin }),
    };
  }

  /** Returns the address without its query if that has the same card; `undefined` if it has not. */
  async function findPlainUrl(
    url: string,
    { cardFingerprint }: AgentFacts,
  ): Promise<string | undefined> {
    const plain = withoutQuery(url);
    if (plain === undefined) return undefined;
    const read = await reader.read(plain).catch(() => undefined);
    return read?.facts.cardFingerprint === cardFingerprint ? plain : undefined;
  }

  async function registerAgain(known: StoredAgent, caller: Caller): Promise<Registration> {
    const isOwn = listOwners(caller).includes(known.owner);
    if (isOwn && now() - known.checkedAt >= REFRESH_GAP_MS) await checkAgent(known, checking);
    return { agent: show((await store.get(known.agentId)) ?? known), created: false };
  }

  /**
   * Checks all due agents. If too many cards of an origin are being read already, its other agents
   * wait without delaying those of other origins, so that a slow server affects only its own
   * agents.
   */
  async function check(): Promise<number> {
    const waiting = new Map<string, StoredAgent>();
    const underWay = new Map<string, number>();
    const active = new Set<Promise<void>>();
    let failure: { readonly error: unknown } | undefined;
    let count = 0;

    function begin(agent: StoredAgent, origin: string): void {
      underWay.set(origin, (underWay.get(origin) ?? 0) + 1);
      const checked = checkAgent(agent, checking)
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => {
          underWay.set(origin, (underWay.get(origin) ?? 1) - 1);
          active.delete(checked);
        });
      active.add(checked);
    }

    function beginAll(): void {
      for (const agent of waiting.values()) {
        if (active.size >= concurrency) return;
        const { origin } = new URL(agent.url);
        if ((underWay.get(origin) ?? 0) >= countAtOnce(origin, { concurrency, allowOrigins }))
          continue;
        waiting.delete(agent.agentId);
        begin(agent, origin);
      }
    }

    for (;;) {
      if (failure !== undefined) throw failure.error;
      if (isClosed) waiting.clear();
      beginAll();
      if (!isClosed && active.size < concurrency && waiting.size < MAX_WAITING) {
        const time = now();
        const limit = concurrency * CLAIMS_PER_CHECK;
        const due = await store.takeDue({ time, until: time + leaseMs, limit });
        for (const agent of due) waiting.set(agent.agentId, agent);
        count += due.length;
        if (due.length > 0) continue;
      }
      if (active.size === 0) return count;
      await Promise.race(active);
    }
  }

  async function register(text: string, caller: Caller = {}): Promise<Registration> {
    const url = parseAgentUrl(text);
    if (url === undefined) throw createUrlError();
    const agentId = toAgentId(url);
    const known = await store.get(agentId);
    if (known !== undefined) return registerAgain(known, caller);
    const isNameless = caller.principal === undefined && caller.key === undefined;
    const key = isNameless ? createKey() : undefined;
    const [owner] = listOwners(isNameless ? { key } : caller);
    if (owner === undefined) throw createNamelessError('register');
    await checkRoom(owner, url);
    const { facts, signature } = await reader.read(url);
    // Any query could be added to list an agent once more.
    const plain = await findPlainUrl(url, facts);
    if (plain !== undefined) return register(plain, caller);
    const time = now();
    const fresh = {
      agentId,
      url,
      owner,
      facts,
      signature: listSignature(signature, time),
      terms: listTerms(facts),
      time,
      healthyUntil: time + ttlMs,
      nextCheck: time + pauseUntilCheck(0, checking),
    };
    // Others may have registered while the card was read.
    const { agent, added } = await store.add(fresh, toLimits(new URL(url).origin));
    if (!added) return registerAgain(agent, caller);
    return { agent: show(agent), created: true, ...(key !== undefined && { key }) };
  }

  return {
    register,

    async heartbeat(agentId, caller) {
      // Heartbeats of many callers are stored together, so none of them may be refused.
      const agent = isAgentId(agentId) ? await hear(agentId, listOwners(caller)) : undefined;
      if (agent !== undefined) return show(agent);
      await find(agentId);
      throw createOwnerError();
    },

    async remove(agentId, caller) {
      const agent = await find(agentId);
      if (!listOwners(caller).includes(agent.owner)) throw createOwnerError();
      if (await store.remove(agentId, agent.owner)) return show(agent);
      throw new AgentUnknownError(agentId);
    },

    async claim(agentId, caller) {
      const agent = await find(agentId);
      const owners = listOwners(caller);
      if (owners.length === 0) throw createNamelessError('claim');
      const named = await readProof(agent.url, { fetch: reader.fetch, timeoutMs: cardTimeoutMs });
      const owner = owners.find((one) => named.has(spellOwner(one)));
      if (owner === undefined) {
        throw new NotOwnerError(
          `Cannot claim the agent as ${PROOF_PATH} of its origin must name you among its owners: it names ${named.size} others`,
        );
      }
      const isGiven = await store.setOwner(agentId, owner, maxAgentsPerOwner);
      if (!isGiven) throw new AgentUnknownError(agentId);
      return show(agent);
    },

    async get(agentId) {
      return show(await find(agentId));
    },

    async discover(query = {}) {
      const { search, filters } = parseQuery(query);
      const time = now();
      const { agents, totalCount, isLast } = await store.search({ ...search, time });
      const last = agents.at(-1);
      return {
        agents: agents.map((agent) => toRegisteredAgent(agent, time)),
        totalCount,
        ...(!isLast && last !== undefined && { nextCursor: createCursor(last.number, filters) }),
      };
    },

    async listChanges(agentId) {
      await find(agentId);
      return store.listChanges(agentId);
    },

    check,
    start: loop.start,

    async close() {
      isClosed = true;
      await reader.close();
      await loop.close();
      await store.close();
    },
  };
}

function createUrlError(): AgentRefusedError {
  // The address is not shown, because it may contain a password.
  return new AgentRefusedError(
    'Cannot register the agent as url must be an http or https URL of at most 2048 characters, without a user name or password: current value is another text',
  );
}

function createOwnerError(): NotOwnerError {
  return new NotOwnerError(
    'Cannot change the agent as you must be who registered it, give the key that came of it, or claim the agent first: current caller is somebody else',
  );
}

function createNamelessError(what: 'register' | 'claim'): NotOwnerError {
  return new NotOwnerError(
    `Cannot ${what} the agent as you must have a name that the server knows, or give a key of at least 20 characters: current caller has neither`,
  );
}

/**
 * Returns a stored agent in the form that everybody may see: without its owner, with its status at
 * the given time.
 */
function toRegisteredAgent(agent: StoredAgent, time: number): RegisteredAgent {
  const { agentId, url, facts, healthyUntil, problem, signature } = agent;
  return {
    agentId,
    url,
    ...facts,
    status: time < healthyUntil ? 'healthy' : 'unhealthy',
    ...(problem !== undefined && { problem }),
    ...(signature !== undefined && { signature }),
    registeredAt: formatTime(agent.registeredAt),
    changedAt: formatTime(agent.changedAt),
    lastSeenAt: formatTime(agent.seenAt),
  };
}

function formatTime(time: number): string {
  return new Date(time).toISOString();
}
