import { compareTexts } from '@formwork/schema/json';
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentSettings } from '../catalog/agent-settings.ts';
import type { BridgeTool, ListedTool } from '../catalog/bridge-tool.ts';
import { BridgeError } from '../errors.ts';
import type { BridgeAgent } from './bridge-agent.ts';
import type { AgentProfile } from './bridge-agent.ts';
import { ConnectedAgent, type ConnectedAgentOptions } from './connected-agent.ts';
import { ListedAgents } from './listed-agents.ts';

/** A tool that was found by its name, with the agent that it belongs to. */
export interface ToolMatch {
  readonly tool: BridgeTool;
  readonly bridgeAgent: BridgeAgent;
  readonly profile: AgentProfile;
}

/** The set of a bridge's agents: those in its settings, and those that a registry lists. */
export interface AgentSet {
  readonly bridgeAgents: readonly BridgeAgent[];
  /** Asks the registry again which agents it lists for the bridge. */
  readonly look: () => Promise<void>;
  /**
   * Lists the tools of all agents, in the order of the aliases and then of each card. An agent that
   * cannot be found keeps its last known tools in the list.
   */
  readonly listTools: () => Promise<readonly ListedTool[]>;
  readonly findTool: (name: string) => Promise<ToolMatch | undefined>;
  /**
   * Finds a tool like `findTool`, in order to call it: rejects also if its agent is known only by
   * the card that an earlier run stored.
   */
  readonly reachTool: (name: string) => Promise<ToolMatch | undefined>;
  /** True for a tool that its agent offers but the lock withholds. */
  readonly isWithheld: (name: string) => Promise<boolean>;
  /** True while an agent is not known yet, so that its tools are missing in the list. */
  readonly isPartial: () => boolean;
  /** True if the lock withholds a tool of any known agent. */
  readonly hasWithheld: () => boolean;
  readonly findBridgeAgent: (alias: string) => BridgeAgent | undefined;
  /**
   * Leaves out, from now on, the agents that a registry lists with headers of their own. A bridge
   * that anybody may call would otherwise lend these credentials to strangers.
   */
  readonly leaveOutCredentials: () => void;
}

const ALIAS = /^(?=.{1,20}$)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/u;

/** The highest number of agents of one bridge. */
const MAX_AGENTS = 500;

/** Options of {@link ConnectedAgents}. */
export interface ConnectedAgentsOptions extends ConnectedAgentOptions {
  /** Lists the agents that a registry adds to the bridge. */
  readonly listAgents: (() => Promise<readonly AgentSettings[]>) | undefined;
  /**
   * True if the first list that would be empty waits for the first agent that is found, instead of
   * `listTimeoutMs`: a host can do nothing with an empty list.
   */
  readonly waitsForFirst: boolean;
}

/** The agents of a bridge that are reached by connections. */
export class ConnectedAgents implements AgentSet {
  readonly #settled: readonly BridgeAgent[];
  readonly #listed: ListedAgents | undefined;
  readonly #cardTimeoutMs: number;
  #mayWait: boolean;

  /** @throws BridgeError for aliases that cannot be used, or that are used twice. */
  constructor(
    settings: readonly AgentSettings[],
    { listAgents, waitsForFirst, ...options }: ConnectedAgentsOptions,
  ) {
    checkAliases(settings, listAgents !== undefined);
    const aliases = new Set(settings.map(({ alias }) => alias.toLowerCase()));
    this.#settled = settings.map((agent) => new ConnectedAgent(agent, options));
    this.#listed =
      listAgents &&
      new ListedAgents({
        ...options,
        list: listAgents,
        create: (agent) => new ConnectedAgent(agent, { ...options, isListed: true }),
        findFault: (alias) => findAliasFault(alias, aliases),
        maxAgents: MAX_AGENTS - settings.length,
      });
    this.#cardTimeoutMs = options.cardTimeoutMs;
    this.#mayWait = waitsForFirst;
  }

  get bridgeAgents(): readonly BridgeAgent[] {
    return [...this.#settled, ...(this.#listed?.bridgeAgents() ?? [])].toSorted((a, b) =>
      compareTexts(a.settings.alias, b.settings.alias),
    );
  }

  async look(): Promise<void> {
    await this.#listed?.refresh();
  }

  async listTools(): Promise<readonly ListedTool[]> {
    await this.#listed?.ready();
    await Promise.all(this.bridgeAgents.map((bridgeAgent) => bridgeAgent.ready()));
    if (this.#mayWait && this.#isEmpty()) {
      await Promise.race([
        this.#findFirst(),
        pause(this.#cardTimeoutMs, undefined, { ref: false }),
      ]);
    }
    this.#mayWait = false;
    return this.bridgeAgents.flatMap(
      (bridgeAgent) => bridgeAgent.profile()?.admission.definitions ?? [],
    );
  }

  findTool(name: string): Promise<ToolMatch | undefined> {
    return this.#find(name, (bridgeAgent) => bridgeAgent.get());
  }

  reachTool(name: string): Promise<ToolMatch | undefined> {
    return this.#find(name, (bridgeAgent) => bridgeAgent.reach());
  }

  async isWithheld(name: string): Promise<boolean> {
    const profile = await (await this.#findOwner(name))?.get();
    return profile?.admission.withheld.some((tool) => tool.name === name) ?? false;
  }

  isPartial(): boolean {
    return (
      this.#listed?.isAwaited() === true ||
      this.bridgeAgents.some((bridgeAgent) => bridgeAgent.profile() === undefined)
    );
  }

  hasWithheld(): boolean {
    return this.bridgeAgents.some(
      (bridgeAgent) => (bridgeAgent.profile()?.admission.withheld.length ?? 0) > 0,
    );
  }

  findBridgeAgent(alias: string): BridgeAgent | undefined {
    return this.bridgeAgents.find((bridgeAgent) => bridgeAgent.settings.alias === alias);
  }

  leaveOutCredentials(): void {
    this.#listed?.leaveOutCredentials();
  }

  #isEmpty(): boolean {
    return this.bridgeAgents.every((bridgeAgent) => bridgeAgent.profile() === undefined);
  }

  /** Resolves once any agent is known, or none can be found. */
  async #findFirst(): Promise<void> {
    if (this.#listed?.isAwaited() === true) await this.#listed.refresh();
    await Promise.any(this.bridgeAgents.map((bridgeAgent) => bridgeAgent.get())).catch(() => {});
  }

  /**
   * Finds the agent that a tool of this name would belong to, by the alias that the name begins
   * with.
   */
  async #findOwner(name: string): Promise<BridgeAgent | undefined> {
    await this.#listed?.ready();
    const [only] = this.#settled;
    if (only?.settings.prefix === false) return only;
    // Aliases contain no underscores.
    return this.findBridgeAgent(name.slice(0, Math.max(0, name.indexOf('_'))));
  }

  async #find(
    name: string,
    getAgent: (bridgeAgent: BridgeAgent) => Promise<AgentProfile>,
  ): Promise<ToolMatch | undefined> {
    const bridgeAgent = await this.#findOwner(name);
    if (bridgeAgent === undefined) return undefined;
    const profile = await getAgent(bridgeAgent);
    const tool = profile.admission.tools.find(({ definition }) => definition.name === name);
    return tool === undefined ? undefined : { tool, bridgeAgent, profile };
  }
}

/**
 * Checks the aliases of a bridge's agents; `hasOthers` says that a registry lists more of them.
 *
 * @throws BridgeError for aliases that cannot be used, or that are used twice.
 */
function checkAliases(settings: readonly AgentSettings[], hasOthers: boolean): void {
  const aliases = new Set<string>();
  if (settings.length > MAX_AGENTS) {
    const expected = `at most ${MAX_AGENTS} agents`;
    throw new BridgeError(
      `Cannot make the bridge because it must have ${expected}: current value is ${settings.length}`,
    );
  }
  const isAlone = settings.length <= 1 && !hasOthers;
  if (!isAlone && settings.some(({ prefix }) => prefix === false)) {
    throw new BridgeError(
      `Cannot leave the alias out of names because there must be no other agent: current value is ${settings.length} agents${hasOthers ? ', and those that are listed' : ''}`,
    );
  }
  for (const { alias } of settings) {
    const fault = findAliasFault(alias, aliases);
    if (fault !== undefined) {
      throw new BridgeError(`Cannot use the alias because ${fault}`);
    }
    aliases.add(alias.toLowerCase());
  }
}

/** Describes the fault of an alias, given the aliases in use; `undefined` if it has none. */
function findAliasFault(alias: string, used: ReadonlySet<string>): string | undefined {
  const shown = JSON.stringify(alias);
  if (!ALIAS.test(alias)) {
    return `it must have 1 to 20 letters and digits, with "-" between them: current value is ${shown}`;
  }
  const key = alias.toLowerCase();
  if (key === 'a2a') {
    return `it must not be that of the bridge's own tools: current value is ${shown}`;
  }
  if (used.has(key)) {
    return `every agent must have one of its own: ${shown} is used twice`;
  }
  return undefined;
}
