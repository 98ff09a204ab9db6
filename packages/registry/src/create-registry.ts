import { toTimestamp } from '@formwork/runtime/internal';
import { adaptLogger } from '@formwork/schema/options';
import type { CardChange } from './agents/card-change.ts';
import {
  type AgentFacts,
  isAgentId,
  parseAgentUrl,
  type RegisteredAgent,
  toAgentId,
  withoutQuery,
} from './agents/registered-agent.ts';
import { listTerms } from './agents/terms.ts';
import { CardReader } from './cards/card-reader.ts';
import { DueChecks } from './due-checks.ts';
import { AgentRefusedError, AgentUnknownError, NotOwnerError } from './errors.ts';
import {
  checkAgent,
  pauseUntilCheck,
  type CheckAgentOptions,
  CheckLoop,
  Heartbeats,
  listSignature,
} from './health.ts';
import { createKey, listOwners, PROOF_PATH, readProof, spellOwner, type Caller } from './owners.ts';
import { createCursor, parseQuery } from './parse-query.ts';
import { checkRegistryOptions, type RegistryOptions } from './registry-options.ts';
import type { AgentPage, AgentQuery, Registration, Registry } from './registry.ts';
import { createMemoryRegistryStore } from './store/memory-store.ts';
import {
  type AgentLimits,
  checkLimits,
  type RegistryStore,
  type StoredAgent,
} from './store/registry-store.ts';

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
  const registry = new CheckedRegistry(options);
  // Programs may take functions out of a registry, or put others in their place.
  return {
    register: (url, caller) => registry.register(url, caller),
    heartbeat: (agentId, caller) => registry.heartbeat(agentId, caller),
    remove: (agentId, caller) => registry.remove(agentId, caller),
    claim: (agentId, caller) => registry.claim(agentId, caller),
    get: (agentId) => registry.get(agentId),
    discover: (query) => registry.discover(query),
    listChanges: (agentId) => registry.listChanges(agentId),
    check: () => registry.check(),
    start: () => registry.start(),
    close: () => registry.close(),
  };
}

/** A registry that reads the cards of its agents itself, in one store. */
class CheckedRegistry implements Registry {
  readonly #store: RegistryStore;
  readonly #now: () => number;
  readonly #ttlMs: number;
  readonly #maxAgents: number;
  readonly #maxAgentsPerOwner: number;
  readonly #cardTimeoutMs: number;
  readonly #maxAgentsPerOrigin: number;
  readonly #allowOrigins: readonly string[];
  readonly #reader: CardReader;
  readonly #checking: CheckAgentOptions;
  readonly #heartbeats: Heartbeats;
  readonly #loop: CheckLoop;
  readonly #due: DueChecks;

  constructor(options: RegistryOptions) {
    checkRegistryOptions(options);
    const { store = createMemoryRegistryStore(), now = Date.now, ttlMs = 180_000 } = options;
    this.#store = store;
    this.#now = now;
    this.#ttlMs = ttlMs;
    const logger = options.logger && adaptLogger(options.logger);
    const { maxAgents = 100_000, maxAgentsPerOwner = 1_000, cardTimeoutMs = 10_000 } = options;
    this.#maxAgents = maxAgents;
    this.#maxAgentsPerOwner = maxAgentsPerOwner;
    this.#cardTimeoutMs = cardTimeoutMs;
    const { concurrency = 8, maxAgentsPerOrigin = 100, allowOrigins = [] } = options;
    this.#maxAgentsPerOrigin = maxAgentsPerOrigin;
    this.#allowOrigins = allowOrigins;
    this.#reader = new CardReader({
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
    this.#checking = {
      store,
      read: (url) => this.#reader.read(url),
      now,
      ttlMs,
      checkIntervalMs: options.checkIntervalMs ?? 60_000,
      maxCheckIntervalMs: options.maxCheckIntervalMs ?? 3_600_000,
      forgetAfterMs: options.forgetAfterMs ?? 2_592_000_000,
      random: options.random ?? Math.random,
      logger,
    };
    this.#due = new DueChecks({
      checking: this.#checking,
      concurrency,
      allowOrigins,
      cardTimeoutMs,
    });
    this.#heartbeats = new Heartbeats({ store, now, ttlMs });
    this.#loop = new CheckLoop({
      run: async () => {
        // The check covers all agents that fall due while it runs, so that one slow card does not
        // delay the others.
        const count = await this.#due.check();
        const next = await store.nextDue();
        return count > 0 ? 0 : (next ?? Infinity) - now();
      },
      onError: (error) => logger?.error('Cannot check agents', { error: String(error) }),
    });
  }

  #show(agent: StoredAgent): RegisteredAgent {
    return toRegisteredAgent(agent, this.#now());
  }

  async #find(agentId: string): Promise<StoredAgent> {
    const agent = isAgentId(agentId) ? await this.#store.get(agentId) : undefined;
    if (agent === undefined) throw new AgentUnknownError(agentId);
    return agent;
  }

  /** Refuses a registration for which there is no room before its card is read. */
  async #checkRoom(owner: string, url: string): Promise<void> {
    const { origin } = new URL(url);
    const limits = this.#toLimits(origin);
    const counts = {
      all: (await this.#store.count()) + 1,
      ofOwner: (await this.#store.count(owner)) + 1,
      atOrigin: limits.atOrigin === undefined ? 0 : (await this.#store.countAt(origin)) + 1,
    };
    checkLimits(counts, { limits, origin });
  }

  #toLimits(origin: string): AgentLimits {
    return {
      all: this.#maxAgents,
      ofOwner: this.#maxAgentsPerOwner,
      ...(!this.#allowOrigins.includes(origin) && { atOrigin: this.#maxAgentsPerOrigin }),
    };
  }

  /** Returns the address without its query if that has the same card; `undefined` if it has not. */
  async #findPlainUrl(url: string, { cardFingerprint }: AgentFacts): Promise<string | undefined> {
    const plain = withoutQuery(url);
    if (plain === undefined) return undefined;
    const read = await this.#reader.read(plain).catch(() => undefined);
    return read?.facts.cardFingerprint === cardFingerprint ? plain : undefined;
  }

  async #registerAgain(stored: StoredAgent, caller: Caller): Promise<Registration> {
    const isOwn = listOwners(caller).includes(stored.owner);
    if (isOwn && this.#now() - stored.checkedAt >= REFRESH_GAP_MS)
      await checkAgent(stored, this.#checking);
    return { agent: this.#show((await this.#store.get(stored.agentId)) ?? stored), created: false };
  }

  check(): Promise<number> {
    return this.#due.check();
  }

  start(): void {
    this.#loop.start();
  }

  async register(text: string, caller: Caller = {}): Promise<Registration> {
    const url = parseAgentUrl(text);
    if (url === undefined) throw createUrlError();
    const agentId = toAgentId(url);
    const stored = await this.#store.get(agentId);
    if (stored !== undefined) return this.#registerAgain(stored, caller);
    const isNameless = caller.principal === undefined && caller.key === undefined;
    const key = isNameless ? createKey() : undefined;
    const [owner] = listOwners(isNameless ? { key } : caller);
    if (owner === undefined) throw createNamelessError('register');
    await this.#checkRoom(owner, url);
    const { facts, signature } = await this.#reader.read(url);
    // Any query could be added to list an agent once more.
    const plain = await this.#findPlainUrl(url, facts);
    if (plain !== undefined) return this.register(plain, caller);
    const time = this.#now();
    const fresh = {
      agentId,
      url,
      owner,
      facts,
      signature: listSignature(signature, time),
      terms: listTerms(facts),
      time,
      healthyUntil: time + this.#ttlMs,
      nextCheck: time + pauseUntilCheck(0, this.#checking),
    };
    // Others may have registered while the card was read.
    const { agent, added } = await this.#store.add(fresh, this.#toLimits(new URL(url).origin));
    if (!added) return this.#registerAgain(agent, caller);
    return { agent: this.#show(agent), created: true, ...(key !== undefined && { key }) };
  }

  async heartbeat(agentId: string, caller: Caller): Promise<RegisteredAgent> {
    // Heartbeats of many callers are stored together, so none of them may be refused.
    const agent = isAgentId(agentId)
      ? await this.#heartbeats.hear(agentId, listOwners(caller))
      : undefined;
    if (agent !== undefined) return this.#show(agent);
    await this.#find(agentId);
    throw createOwnerError();
  }

  async remove(agentId: string, caller: Caller): Promise<RegisteredAgent> {
    const agent = await this.#find(agentId);
    if (!listOwners(caller).includes(agent.owner)) throw createOwnerError();
    if (await this.#store.remove(agentId, agent.owner)) return this.#show(agent);
    throw new AgentUnknownError(agentId);
  }

  async claim(agentId: string, caller: Caller): Promise<RegisteredAgent> {
    const agent = await this.#find(agentId);
    const owners = listOwners(caller);
    if (owners.length === 0) throw createNamelessError('claim');
    const namedOwners = await readProof(agent.url, {
      fetch: this.#reader.fetch,
      timeoutMs: this.#cardTimeoutMs,
    });
    const owner = owners.find((candidate) => namedOwners.has(spellOwner(candidate)));
    if (owner === undefined) {
      throw new NotOwnerError(
        `Cannot claim the agent because ${PROOF_PATH} of its origin must name you among its owners: it names ${namedOwners.size} others`,
      );
    }
    const isGiven = await this.#store.setOwner(agentId, owner, this.#maxAgentsPerOwner);
    if (!isGiven) throw new AgentUnknownError(agentId);
    return this.#show(agent);
  }

  async get(agentId: string): Promise<RegisteredAgent> {
    return this.#show(await this.#find(agentId));
  }

  async discover(query: AgentQuery = {}): Promise<AgentPage> {
    const { search, filters } = parseQuery(query);
    const time = this.#now();
    const { agents, totalCount, isLast } = await this.#store.search({ ...search, time });
    const last = agents.at(-1);
    return {
      agents: agents.map((agent) => toRegisteredAgent(agent, time)),
      totalCount,
      ...(!isLast && last !== undefined && { nextCursor: createCursor(last.number, filters) }),
    };
  }

  async listChanges(agentId: string): Promise<readonly CardChange[]> {
    await this.#find(agentId);
    return this.#store.listChanges(agentId);
  }

  async close(): Promise<void> {
    this.#due.close();
    await this.#reader.close();
    await this.#loop.close();
    await this.#store.close();
  }
}

function createUrlError(): AgentRefusedError {
  // The address is not shown, because it may contain a password.
  return new AgentRefusedError(
    'Cannot register the agent because url must be an http or https URL of at most 2048 characters, without a user name or password: current value is another text',
  );
}

function createOwnerError(): NotOwnerError {
  return new NotOwnerError(
    'Cannot change the agent because you must be who registered it, give the key that came of it, or claim the agent first: current caller is another one',
  );
}

function createNamelessError(what: 'register' | 'claim'): NotOwnerError {
  return new NotOwnerError(
    `Cannot ${what} the agent because you must have a name that the server knows, or give a key of at least 20 characters: current caller has neither`,
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
    registeredAt: toTimestamp(agent.registeredAt),
    changedAt: toTimestamp(agent.changedAt),
    lastSeenAt: toTimestamp(agent.seenAt),
  };
}
