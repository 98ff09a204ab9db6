import { setTimeout as pause } from 'node:timers/promises';
import type { BridgeLogger } from '../bridge-logger.ts';
import type { BridgeTool, ListedTool } from '../catalog/bridge-tool.ts';
import { BridgeError } from '../errors.ts';
import type { AgentSettings } from '../catalog/agent-settings.ts';
import {
  type AgentSlot,
  type AgentSlotOptions,
  createAgentSlot,
  type KnownAgent,
  PAUSE_MS,
} from './agent-slot.ts';

/** A tool that was found by its name, with the agent that it belongs to. */
export interface FoundTool {
  readonly tool: BridgeTool;
  readonly slot: AgentSlot;
  readonly known: KnownAgent;
}

/** The set of a bridge's agents: those in its settings, and those that somebody else lists. */
export interface AgentSet {
  readonly slots: readonly AgentSlot[];
  /** Asks again which agents somebody else, such as a registry, lists for the bridge. */
  readonly look: () => Promise<void>;
  /**
   * Lists the tools of all agents, in the order of the aliases and then of each card. An agent that
   * cannot be found keeps its last known tools in the list.
   */
  readonly listTools: () => Promise<readonly ListedTool[]>;
  readonly findTool: (name: string) => Promise<FoundTool | undefined>;
  /**
   * Finds a tool like `findTool`, in order to call it: rejects also if its agent is known only by
   * the card that an earlier run stored.
   */
  readonly reachTool: (name: string) => Promise<FoundTool | undefined>;
  /** True for a tool that its agent offers but the lock withholds. */
  readonly isWithheld: (name: string) => Promise<boolean>;
  /** True while an agent is not known yet, so that its tools are missing in the list. */
  readonly isPartial: () => boolean;
  /** True if the lock withholds a tool of any known agent. */
  readonly hasWithheld: () => boolean;
  readonly findSlot: (alias: string) => AgentSlot | undefined;
  /**
   * Leaves out, from now on, the agents that somebody else lists with headers of their own. A
   * bridge that anybody may call would otherwise lend these credentials to strangers.
   */
  readonly leaveOutCredentials: () => void;
}

const ALIAS = /^(?=.{1,20}$)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/u;

/** The highest number of agents of one bridge. */
const MAX_AGENTS = 500;

/**
 * Milliseconds after which a call of `listAgents` has failed: one that never ends must not keep out
 * the next one.
 */
const LIST_LIMIT_MS = 30_000;

/** Options of {@link createAgentSet}. */
export interface AgentSetOptions extends AgentSlotOptions {
  /** Lists the agents that somebody else, such as a registry, adds to the bridge. */
  readonly listAgents: (() => Promise<readonly AgentSettings[]>) | undefined;
  /**
   * True if the first list that would be empty waits for the first agent that is found, instead of
   * `listTimeoutMs`: a host can do nothing with an empty list.
   */
  readonly waitsForFirst: boolean;
}

/**
 * Makes the set of a bridge's agents. @throws BridgeError for aliases that cannot be used, or that
 * are used twice.
 */
export function createAgentSet(
  settings: readonly AgentSettings[],
  { listAgents, waitsForFirst, ...options }: AgentSetOptions,
): AgentSet {
  checkAliases(settings, listAgents !== undefined);
  const own = settings.map((one) => createAgentSlot(one, options));
  const taken = new Set(settings.map(({ alias }) => alias.toLowerCase()));
  const listed =
    listAgents &&
    createListedSlots({
      ...options,
      list: listAgents,
      create: (one) => createAgentSlot(one, { ...options, isListed: true }),
      findFault: (alias) => findAliasFault(alias, taken),
      maxAgents: MAX_AGENTS - own.length,
    });

  const listSlots = (): readonly AgentSlot[] =>
    [...own, ...(listed?.slots() ?? [])].toSorted((a, b) =>
      a.settings.alias < b.settings.alias ? -1 : 1,
    );
  let mayWait = waitsForFirst;
  const isEmpty = (): boolean => listSlots().every((slot) => slot.known() === undefined);

  /** Resolves once any agent is known, or none can be found. */
  async function findFirst(): Promise<void> {
    if (listed?.isAwaited() === true) await listed.refresh();
    await Promise.any(listSlots().map((slot) => slot.get())).catch(() => {});
  }
  const findSlot = (alias: string): AgentSlot | undefined =>
    listSlots().find((slot) => slot.settings.alias === alias);

  /**
   * Finds the agent that a tool of this name would belong to, by the alias that the name begins
   * with.
   */
  async function findOwner(name: string): Promise<AgentSlot | undefined> {
    await listed?.ready();
    const [only] = own;
    if (only?.settings.prefix === false) return only;
    // Aliases contain no underscores.
    return findSlot(name.slice(0, Math.max(0, name.indexOf('_'))));
  }

  async function find(name: string, how: 'get' | 'reach'): Promise<FoundTool | undefined> {
    const slot = await findOwner(name);
    if (slot === undefined) return undefined;
    const known = await slot[how]();
    const tool = known.admission.tools.find(({ definition }) => definition.name === name);
    return tool === undefined ? undefined : { tool, slot, known };
  }

  return {
    get slots() {
      return listSlots();
    },
    async look() {
      await listed?.refresh();
    },
    async listTools() {
      await listed?.ready();
      await Promise.all(listSlots().map((slot) => slot.ready()));
      if (mayWait && isEmpty())
        await Promise.race([findFirst(), pause(options.cardTimeoutMs, undefined, { ref: false })]);
      mayWait = false;
      return listSlots().flatMap((slot) => slot.known()?.admission.definitions ?? []);
    },
    findTool: (name) => find(name, 'get'),
    reachTool: (name) => find(name, 'reach'),
    async isWithheld(name) {
      const known = await (await findOwner(name))?.get();
      return known?.admission.withheld.some((tool) => tool.name === name) ?? false;
    },
    isPartial: () =>
      listed?.isAwaited() === true || listSlots().some((slot) => slot.known() === undefined),
    hasWithheld: () =>
      listSlots().some((slot) => (slot.known()?.admission.withheld.length ?? 0) > 0),
    findSlot,
    leaveOutCredentials() {
      listed?.leaveOutCredentials();
    },
  };
}

function checkAliases(settings: readonly AgentSettings[], hasOthers: boolean): void {
  const seen = new Set<string>();
  if (settings.length > MAX_AGENTS) {
    const expected = `at most ${MAX_AGENTS} agents`;
    throw new BridgeError(
      `Cannot make the bridge as it must have ${expected}: current value is ${settings.length}`,
    );
  }
  const isAlone = settings.length <= 1 && !hasOthers;
  if (!isAlone && settings.some(({ prefix }) => prefix === false)) {
    throw new BridgeError(
      `Cannot leave the alias out of names as there must be no other agent: current value is ${settings.length} agents${hasOthers ? ', and those that are listed' : ''}`,
    );
  }
  for (const { alias } of settings) {
    const fault = findAliasFault(alias, seen);
    if (fault !== undefined) {
      throw new BridgeError(`Cannot use the alias as ${fault}`);
    }
    seen.add(alias.toLowerCase());
  }
}

/** Describes the fault of an alias, given the aliases in use; `undefined` if it has none. */
function findAliasFault(alias: string, taken: ReadonlySet<string>): string | undefined {
  const shown = JSON.stringify(alias);
  if (!ALIAS.test(alias)) {
    return `it must have 1 to 20 letters and digits, with "-" between them: current value is ${shown}`;
  }
  const key = alias.toLowerCase();
  if (key === 'a2a') {
    return `it must not be that of the bridge's own tools: current value is ${shown}`;
  }
  if (taken.has(key)) {
    return `every agent must have one of its own: ${shown} is used twice`;
  }
  return undefined;
}

/**
 * The agents that somebody else, such as a registry, lists for the bridge; the list may change
 * while the bridge runs.
 */
interface ListedSlots {
  readonly slots: () => readonly AgentSlot[];
  /** Asks again which agents are listed. The agents listed before stay if nobody answers. */
  readonly refresh: () => Promise<void>;
  /**
   * Resolves once the first list has come, or after the time for which a list of tools may wait.
   */
  readonly ready: () => Promise<void>;
  /** True until the first list has come, or has failed. */
  readonly isAwaited: () => boolean;
  readonly leaveOutCredentials: () => void;
}

/** Options of {@link createListedSlots}. */
interface ListedSlotsOptions {
  readonly list: () => Promise<readonly AgentSettings[]>;
  readonly create: (settings: AgentSettings) => AgentSlot;
  /** Describes the fault of an alias; `undefined` if an agent may have it. */
  readonly findFault: (alias: string) => string | undefined;
  readonly maxAgents: number;
  readonly listTimeoutMs: number;
  readonly logger: BridgeLogger;
  /** Called when tools are gone. New tools are reported by the slot of their agent. */
  readonly onChange: () => void;
}

/** True if two addresses, or the functions that return them, are the same now. */
function isSamePlace(one: AgentSettings['url'], other: AgentSettings['url']): boolean {
  if (one === other) return true;
  try {
    const [before, after] = [one, other].map((url) => (typeof url === 'function' ? url() : url));
    return before === after;
  } catch {
    // A function that fails tells so when the agent is looked for.
    return false;
  }
}

function createListedSlots(options: ListedSlotsOptions): ListedSlots {
  const { list, create, findFault, maxAgents, listTimeoutMs, logger, onChange } = options;
  let slots: ReadonlyMap<string, AgentSlot> = new Map();
  let asking: Promise<void> | undefined;
  /**
   * True once the list of agents has arrived, or has once delayed a host's list of tools: from then
   * on, lists of tools are answered without waiting for it.
   */
  let isKnown = false;
  let isAwaited = true;
  /** When the list last failed to come, by the clock of the process; `undefined` if it came. */
  let failedAt: number | undefined;
  let takesCredentials = true;

  function replace(listed: readonly AgentSettings[]): void {
    const next = new Map<string, AgentSlot>();
    for (const settings of listed) {
      const { alias, url, server } = settings;
      const fault = findListedFault(settings, next);
      if (fault !== undefined) {
        logger.warn(`The listed agent ${JSON.stringify(alias)} is left out: ${fault}`);
        continue;
      }
      const before = slots.get(alias.toLowerCase());
      const isSame =
        before?.settings.alias === alias &&
        isSamePlace(before.settings.url, url) &&
        before.settings.server === server;
      if (isSame) before.adopt({ ...settings, prefix: true });
      next.set(alias.toLowerCase(), isSame ? before : create({ ...settings, prefix: true }));
    }
    const gone = [...slots].filter(([key, slot]) => next.get(key) !== slot).map(([, slot]) => slot);
    for (const { settings } of gone) logger.info(`Agent "${settings.alias}" is listed no more`);
    slots = next;
    if (gone.some((slot) => slot.known() !== undefined)) onChange();
    // A new agent reports its tools once it is found.
    for (const slot of next.values()) slot.get().catch(() => {});
  }

  function findListedFault(
    { alias, connect }: AgentSettings,
    before: ReadonlyMap<string, AgentSlot>,
  ): string | undefined {
    const fault = before.has(alias.toLowerCase()) ? 'it is used twice' : findFault(alias);
    if (fault !== undefined) return fault;
    if (!takesCredentials && connect?.headers !== undefined) {
      return 'it is called with credentials, and the bridge serves whoever reaches it';
    }
    return before.size === maxAgents ? `there are at most ${maxAgents} agents` : undefined;
  }

  async function ask(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('it has not come in time')), LIST_LIMIT_MS);
        timer.unref();
      });
      replace(await Promise.race([list(), late]));
      failedAt = undefined;
    } catch (error) {
      failedAt = performance.now();
      const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
      logger.warn(`The list of agents is not there: ${line}`);
    } finally {
      clearTimeout(timer);
      asking = undefined;
      isKnown = true;
      isAwaited = false;
    }
  }

  async function refresh(): Promise<void> {
    asking ??= ask();
    await asking;
  }

  return {
    slots: () => [...slots.values()],
    refresh,
    isAwaited: () => isAwaited,
    async ready() {
      if (isKnown) {
        // A registry that was away, or late, when the bridge began may be there by now.
        if (performance.now() - (failedAt ?? Infinity) > PAUSE_MS) void refresh();
        return;
      }
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, listTimeoutMs);
      });
      await Promise.race([refresh(), late]);
      clearTimeout(timer);
      isKnown = true;
    },
    leaveOutCredentials() {
      takesCredentials = false;
      replace([...slots.values()].map(({ settings }) => settings));
    },
  };
}
