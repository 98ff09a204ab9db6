import type { BridgeLogger } from '../bridge-logger.ts';
import type { AgentSettings } from './agent-settings.ts';
import type { AgentSlot } from './agent-slot.ts';

/** The places of agents that somebody else lists: they come and go. */
export interface ListedSlots {
  readonly slots: () => readonly AgentSlot[];
  /** Asks again. What was listed stays if nobody answers. */
  readonly refresh: () => Promise<void>;
  /** Resolves once the first answer is there, or there has been time enough for a list. */
  readonly ready: () => Promise<void>;
}

/** Options of {@link createListedSlots}. */
export interface ListedSlotsOptions {
  readonly list: () => Promise<readonly AgentSettings[]>;
  readonly create: (settings: AgentSettings) => AgentSlot;
  /** Says what is wrong with an alias; `undefined` if an agent may have it. */
  readonly findFault: (alias: string) => string | undefined;
  readonly maxAgents: number;
  readonly listTimeoutMs: number;
  readonly logger: BridgeLogger;
  /** Called when tools are gone; of those that come each slot tells. */
  readonly onChange: () => void;
}

export function createListedSlots(options: ListedSlotsOptions): ListedSlots {
  const { list, create, findFault, maxAgents, listTimeoutMs, logger, onChange } = options;
  let slots: ReadonlyMap<string, AgentSlot> = new Map();
  let asking: Promise<void> | undefined;
  /** True once there was an answer, or it has kept a list waiting: then nobody waits any more. */
  let isKnown = false;

  function replace(listed: readonly AgentSettings[]): void {
    const next = new Map<string, AgentSlot>();
    for (const settings of listed) {
      const { alias, url } = settings;
      const fault = next.has(alias.toLowerCase()) ? 'it is used twice' : findFault(alias);
      if (fault !== undefined || next.size === maxAgents) {
        const reason = fault ?? `there are at most ${maxAgents} agents`;
        logger.warn(`The listed agent ${JSON.stringify(alias)} is left out: ${reason}`);
        continue;
      }
      const before = slots.get(alias.toLowerCase());
      const isSame = before?.settings.url === url;
      next.set(alias.toLowerCase(), isSame ? before : create({ ...settings, prefix: true }));
    }
    const gone = [...slots].filter(([key, slot]) => next.get(key) !== slot).map(([, slot]) => slot);
    for (const { settings } of gone) logger.info(`Agent "${settings.alias}" is listed no more`);
    slots = next;
    if (gone.some((slot) => slot.known() !== undefined)) onChange();
    // Whoever is new tells of its tools once it was found.
    for (const slot of next.values()) slot.get().catch(() => {});
  }

  async function ask(): Promise<void> {
    try {
      replace(await list());
    } catch (error) {
      const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
      logger.warn(`The list of agents is not there: ${line}`);
    } finally {
      asking = undefined;
      isKnown = true;
    }
  }

  async function refresh(): Promise<void> {
    asking ??= ask();
    await asking;
  }

  return {
    slots: () => [...slots.values()],
    refresh,
    async ready() {
      if (isKnown) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, listTimeoutMs);
      });
      await Promise.race([refresh(), late]);
      clearTimeout(timer);
      isKnown = true;
    },
  };
}
