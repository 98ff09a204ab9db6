import type { BridgeLogger } from '../bridge-logger.ts';
import type { AgentSettings } from '../catalog/agent-settings.ts';
import { toFirstLine } from '../text/short-text.ts';
import type { BridgeAgent } from './bridge-agent.ts';
import { PAUSE_MS } from './connected-agent.ts';

/**
 * Milliseconds after which a call of `listAgents` has failed: one that never ends must not keep out
 * the next one.
 */
const LIST_LIMIT_MS = 30_000;

/** Options of {@link ListedAgents}. */
export interface ListedAgentsOptions {
  readonly list: () => Promise<readonly AgentSettings[]>;
  readonly create: (settings: AgentSettings) => BridgeAgent;
  /** Describes the fault of an alias; `undefined` if an agent may have it. */
  readonly findFault: (alias: string) => string | undefined;
  readonly maxAgents: number;
  readonly listTimeoutMs: number;
  readonly logger: BridgeLogger;
  /** Called when tools are gone. New tools are reported by the slot of their agent. */
  readonly onChange: () => void;
}

/** The agents that a registry lists for the bridge; the list may change while the bridge runs. */
export class ListedAgents {
  readonly #options: ListedAgentsOptions;
  #bridgeAgents: ReadonlyMap<string, BridgeAgent> = new Map();
  #asking: Promise<void> | undefined;
  /**
   * True once the list of agents has arrived, or has once delayed a host's list of tools: from then
   * on, lists of tools are answered without waiting for it.
   */
  #isKnown = false;
  #isAwaited = true;
  /** When the list last failed to come, by the clock of the process; `undefined` if it came. */
  #failedAt: number | undefined;
  #takesCredentials = true;

  constructor(options: ListedAgentsOptions) {
    this.#options = options;
  }

  bridgeAgents(): readonly BridgeAgent[] {
    return [...this.#bridgeAgents.values()];
  }

  /** True until the first list has come, or has failed. */
  isAwaited(): boolean {
    return this.#isAwaited;
  }

  /** Asks again which agents are listed. The agents listed before stay if no answer comes. */
  async refresh(): Promise<void> {
    this.#asking ??= this.#ask();
    await this.#asking;
  }

  /**
   * Resolves once the first list has come, or after the time for which a list of tools may wait.
   */
  async ready(): Promise<void> {
    if (this.#isKnown) {
      // A registry that was away, or late, when the bridge began may be there by now.
      if (performance.now() - (this.#failedAt ?? Infinity) > PAUSE_MS) void this.refresh();
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, this.#options.listTimeoutMs);
      void this.refresh()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
    this.#isKnown = true;
  }

  leaveOutCredentials(): void {
    this.#takesCredentials = false;
    this.#replace(this.bridgeAgents().map(({ settings }) => settings));
  }

  async #ask(): Promise<void> {
    try {
      // A list that throws at once fails later, too, so that it is asked for again.
      this.#replace(await inTime((async () => this.#options.list())()));
      this.#failedAt = undefined;
    } catch (error) {
      this.#failedAt = performance.now();
      this.#options.logger.warn(`The list of agents is not there: ${toFirstLine(error)}`);
    } finally {
      this.#asking = undefined;
      this.#isKnown = true;
      this.#isAwaited = false;
    }
  }

  #replace(listed: readonly AgentSettings[]): void {
    const { logger, onChange } = this.#options;
    const next = new Map<string, BridgeAgent>();
    for (const settings of listed) {
      const { alias } = settings;
      const fault = this.#findFault(settings, next);
      if (fault === undefined) next.set(alias.toLowerCase(), this.#toBridgeAgent(settings));
      else logger.warn(`The listed agent ${JSON.stringify(alias)} is left out: ${fault}`);
    }
    const oldEntries = [...this.#bridgeAgents.entries()].filter(
      ([key, bridgeAgent]) => next.get(key) !== bridgeAgent,
    );
    for (const [, { settings }] of oldEntries) {
      logger.info(`Agent "${settings.alias}" is listed no more`);
    }
    this.#bridgeAgents = next;
    if (oldEntries.some(([, bridgeAgent]) => bridgeAgent.profile() !== undefined)) onChange();
    // A new agent reports its tools once it is found.
    for (const bridgeAgent of next.values()) bridgeAgent.get().catch(() => {});
  }

  /** Returns the slot of a listed agent: the one that it has, unless it is another agent now. */
  #toBridgeAgent(settings: AgentSettings): BridgeAgent {
    const { alias, url, server } = settings;
    const bridgeAgent = this.#bridgeAgents.get(alias.toLowerCase());
    const isSame =
      bridgeAgent?.settings.alias === alias &&
      isSameAddress(bridgeAgent.settings.url, url) &&
      bridgeAgent.settings.server === server;
    if (!isSame) return this.#options.create({ ...settings, prefix: true });
    bridgeAgent.adopt({ ...settings, prefix: true });
    return bridgeAgent;
  }

  #findFault(
    { alias, connect }: AgentSettings,
    before: ReadonlyMap<string, BridgeAgent>,
  ): string | undefined {
    const { findFault, maxAgents } = this.#options;
    const fault = before.has(alias.toLowerCase()) ? 'it is used twice' : findFault(alias);
    if (fault !== undefined) return fault;
    if (!this.#takesCredentials && connect?.headers !== undefined) {
      return 'it is called with credentials, and the bridge serves whoever reaches it';
    }
    return before.size === maxAgents ? `there are at most ${maxAgents} agents` : undefined;
  }
}

/** Resolves with the list of agents, and rejects if it does not come in time. */
function inTime(list: Promise<readonly AgentSettings[]>): Promise<readonly AgentSettings[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it has not come in time')), LIST_LIMIT_MS);
    timer.unref();
    void list.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** True if two addresses, or the functions that return them, are the same now. */
function isSameAddress(first: AgentSettings['url'], second: AgentSettings['url']): boolean {
  if (first === second) return true;
  try {
    const [before, after] = [first, second].map((url) => (typeof url === 'function' ? url() : url));
    return before === after;
  } catch {
    // A function that fails tells so when the agent is looked for.
    return false;
  }
}
