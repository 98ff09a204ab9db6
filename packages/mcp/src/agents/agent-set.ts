import type { BridgeTool, ToolDefinition } from '../catalog/bridge-tool.ts';
import { BridgeError } from '../errors/bridge-error.ts';
import type { AgentSettings } from './agent-settings.ts';
import {
  createAgentSlot,
  type AgentSlot,
  type AgentSlotOptions,
  type KnownAgent,
} from './agent-slot.ts';

/** A tool, and the agent that it belongs to. */
export interface FoundTool {
  readonly tool: BridgeTool;
  readonly slot: AgentSlot;
  readonly known: KnownAgent;
}

/** The agents of a bridge. */
export interface AgentSet {
  readonly slots: readonly AgentSlot[];
  /** Tools in the order of aliases, then of the card; of agents that cannot be found the last known. */
  readonly listTools: () => Promise<readonly ToolDefinition[]>;
  readonly findTool: (name: string) => Promise<FoundTool | undefined>;
  /** True for a tool that the agent has, and that may not be served. */
  readonly isWithheld: (name: string) => Promise<boolean>;
  readonly findSlot: (alias: string) => AgentSlot | undefined;
}

/** Options of {@link createAgentSet}. */
export interface AgentSetOptions extends AgentSlotOptions {
  /** How long a list waits for agents that are not known yet, in milliseconds. */
  readonly listTimeoutMs: number;
}

const ALIAS = /^(?=.{1,20}$)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/u;

/** Most agents of one bridge. */
const MAX_AGENTS = 500;

/** @throws BridgeError for aliases that cannot be used, or that are used twice. */
export function createAgentSet(
  settings: readonly AgentSettings[],
  { listTimeoutMs, ...options }: AgentSetOptions,
): AgentSet {
  checkAliases(settings);
  const slots = settings
    .map((one) => createAgentSlot(one, options))
    .toSorted((a, b) => (a.settings.alias < b.settings.alias ? -1 : 1));
  const byAlias = new Map(slots.map((slot) => [slot.settings.alias, slot]));

  async function findAll(): Promise<void> {
    const all = Promise.allSettled(slots.map((slot) => slot.get()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, listTimeoutMs);
    });
    await Promise.race([all, late]);
    clearTimeout(timer);
  }

  /** The agent that a tool of this name would belong to. */
  function findOwner(name: string): AgentSlot | undefined {
    const [only] = slots;
    if (only?.settings.prefix === false) return only;
    // No alias has an underscore.
    return byAlias.get(name.slice(0, Math.max(0, name.indexOf('_'))));
  }

  return {
    slots,
    async listTools() {
      await findAll();
      return slots.flatMap((slot) => slot.known()?.admission.definitions ?? []);
    },
    async findTool(name) {
      const slot = findOwner(name);
      if (slot === undefined) return undefined;
      const known = await slot.get();
      const tool = known.admission.tools.find(({ definition }) => definition.name === name);
      return tool === undefined ? undefined : { tool, slot, known };
    },
    async isWithheld(name) {
      const known = await findOwner(name)?.get();
      return known?.admission.withheld.some((tool) => tool.name === name) ?? false;
    },
    findSlot: (alias) => byAlias.get(alias),
  };
}

function checkAliases(settings: readonly AgentSettings[]): void {
  const seen = new Set<string>();
  if (settings.length > MAX_AGENTS) {
    const expected = `at most ${MAX_AGENTS} agents`;
    throw new BridgeError(
      `Cannot make the bridge as it must have ${expected}: current value is ${settings.length}`,
    );
  }
  if (settings.length > 1 && settings.some(({ prefix }) => prefix === false)) {
    throw new BridgeError(
      `Cannot leave the alias out of names as there must be no other agent: current value is ${settings.length} agents`,
    );
  }
  for (const { alias } of settings) {
    const key = alias.toLowerCase();
    const shown = JSON.stringify(alias);
    if (!ALIAS.test(alias)) {
      throw new BridgeError(
        `Cannot use the alias as it must have 1 to 20 letters and digits, with "-" between them: current value is ${shown}`,
      );
    }
    if (key === 'a2a') {
      throw new BridgeError(
        `Cannot use the alias as it must not be that of the bridge's own tools: current value is ${shown}`,
      );
    }
    if (seen.has(key)) {
      throw new BridgeError(
        `Cannot use the alias as every agent must have one of its own: ${shown} is used twice`,
      );
    }
    seen.add(key);
  }
}
