import { setTimeout } from 'node:timers/promises';
import type { RemoteAgent } from '@formwork/client';
import { toFingerprint } from '@formwork/schema';
import type { BridgeLogger } from '../bridge-logger.ts';
import { createAgentTools } from '../catalog/create-agent-tools.ts';
import { admitAgent, type Admission } from '../lock/admit-agent.ts';
import { type OfferedAgent } from '../lock/to-locked-agent.ts';
import type { BridgeLock } from '../lock/bridge-lock.ts';
import { tellWithheld } from '../lock/tell-withheld.ts';
import { toFirstLine } from '../text/short-text.ts';
import type { AgentSettings } from '../catalog/agent-settings.ts';
import type { CardStore } from './card-store.ts';
import { createConnector, type ConnectorOptions } from './connect-agent.ts';

/** An agent that was found, and its tools. */
export interface KnownAgent extends OfferedAgent {
  /** The part of it that may be served. */
  readonly admission: Admission;
  /** Fingerprint of what a model reads of it. */
  readonly fingerprint: string;
  /** True for a card of an earlier run: the agent has not been found since. */
  readonly isStored: boolean;
}

/** The place of one agent in a bridge: found when it is needed, and remembered when it is gone. */
export interface AgentSlot {
  readonly settings: AgentSettings;
  /** The tools that are known now; those of the last good card if the agent is gone. */
  readonly known: () => KnownAgent | undefined;
  /**
   * The agent, looked for unless it was found less than `freshMs` ago. Rejects if there is none and
   * there never was.
   */
  readonly get: () => Promise<KnownAgent>;
  /** The same, for a call: rejects also if there is only the card of an earlier run. */
  readonly reach: () => Promise<KnownAgent>;
  /** Looks for it. Resolves once it is known, or there has been time enough for a list. */
  readonly ready: () => Promise<void>;
  /** True while it is being looked for, and nobody knows yet whether it is there. */
  readonly isLooking: () => boolean;
  /** Looks for it now, however fresh the card is. */
  readonly refresh: () => Promise<void>;
  /** Judges anew what of it may be served: there is another lock. */
  readonly readmit: () => void;
}

/** Options of {@link createAgentSlot}. */
export interface AgentSlotOptions extends ConnectorOptions {
  /** How long a card counts, in milliseconds. */
  readonly freshMs: number;
  /** How long a list waits for an agent that is not known yet, in milliseconds. */
  readonly listTimeoutMs: number;
  /** Keeps cards between runs. */
  readonly store: CardStore | undefined;
  readonly logger: BridgeLogger;
  /** The tools that were accepted; everything may be served if there is no lock. */
  readonly getLock: () => BridgeLock | undefined;
  /** Called when what a model reads of the agent is not what it was. */
  readonly onChange: () => void;
}

/** How long an agent that was not found is left alone, in milliseconds. */
const PAUSE_MS = 2000;

/** How long an agent is waited for whose card an earlier run has kept, in milliseconds. */
const STORED_AFTER_MS = 1000;

export function createAgentSlot(settings: AgentSettings, options: AgentSlotOptions): AgentSlot {
  const { freshMs, listTimeoutMs, store, logger, getLock, onChange } = options;
  const { alias } = settings;
  const connector = createConnector(settings, options);
  let known: KnownAgent | undefined;
  let lookedAt = -Infinity;
  let began = 0;
  let failure: unknown;
  let looking: Promise<KnownAgent> | undefined;
  let recalling: Promise<KnownAgent | undefined> | undefined;
  /** True for one that has kept a list waiting, and is not waited for again until it is there. */
  let isSlow = false;

  async function look(): Promise<KnownAgent> {
    try {
      const { agent, url, text } = await connector.find();
      const found = know(agent, { url, isStored: false });
      const before = known;
      known = found;
      failure = undefined;
      isSlow = false;
      if (text !== undefined) void store?.write({ alias, url }, text);
      tell(before, found);
      return found;
    } catch (error) {
      failure = error;
      logger.warn(`Agent "${alias}" is not there: ${toFirstLine(error)}`);
      if (known !== undefined) return known;
      throw error;
    } finally {
      lookedAt = performance.now();
      looking = undefined;
    }
  }

  /** The agent of the card that an earlier run has kept, unless it was found meanwhile. */
  async function recall(): Promise<KnownAgent | undefined> {
    try {
      const url = connector.url();
      const text = await store?.read({ alias, url });
      if (text === undefined) return undefined;
      await Promise.race([
        looking?.catch(() => {}),
        setTimeout(STORED_AFTER_MS, undefined, { ref: false }),
      ]);
      if (known !== undefined) return known;
      const found = know(await connector.recall(text), { url, isStored: true });
      // What was found meanwhile is newer.
      if (known !== undefined) return known;
      known = found;
      logger.info(`Agent "${alias}" is listed by the card of an earlier run`);
      tell(undefined, found);
      return found;
    } catch (error) {
      logger.info(`The card of "${alias}" that was kept is not used: ${toFirstLine(error)}`);
      return undefined;
    }
  }

  const admit = (offer: Offer): Admission => admitAgent(offer, { alias, lock: getLock() });

  function know(agent: RemoteAgent, { url, isStored }: KnowOptions): KnownAgent {
    return toKnown({ agent, url, isStored, offered: createAgentTools(agent, settings) }, admit);
  }

  function tell(before: KnownAgent | undefined, after: KnownAgent): void {
    const { offered, admission, isStored } = after;
    tellWithheld(admission, { alias, before: before?.admission, logger });
    if (before?.fingerprint === after.fingerprint) return;
    for (const { skillId, schema, reasons } of offered.quarantined) {
      const name = schema === '' ? skillId : `${skillId} (${schema})`;
      logger.warn(`Skill ${JSON.stringify(name)} of "${alias}" is left out`, { reasons });
    }
    for (const warning of offered.warnings) logger.warn(`Agent "${alias}": ${warning}`);
    if (!isStored) {
      logger.info(`Agent "${alias}" ${before === undefined ? 'is there' : 'has changed'}`, {
        tools: admission.tools.length,
      });
    }
    onChange();
  }

  /** Looks, unless somebody does, or there is no need yet. */
  function begin(): void {
    if (looking !== undefined) return;
    const age = performance.now() - lookedAt;
    if (age < (failure === undefined ? freshMs : PAUSE_MS)) return;
    void startLook();
  }

  function startLook(): Promise<KnownAgent> {
    began = performance.now();
    const next = look();
    looking = next;
    // Whoever waits is told; nobody may wait.
    next.catch(() => {});
    // Once: what this process finds is newer than any.
    recalling ??= recall();
    return next;
  }

  async function find(): Promise<KnownAgent> {
    const first = looking ?? Promise.reject(failure);
    try {
      return await Promise.any([first, needed(recalling)]);
    } catch {
      return first;
    }
  }

  return {
    settings,
    known: () => known,
    isLooking: () => looking !== undefined && failure === undefined,
    async get() {
      begin();
      return known ?? find();
    },
    async reach() {
      begin();
      if (known !== undefined && !known.isStored) return known;
      const found = await (looking ?? known ?? find());
      if (found.isStored) throw failure;
      return found;
    },
    async ready() {
      begin();
      if (known !== undefined || isSlow || looking === undefined) return;
      const left = listTimeoutMs - (performance.now() - began);
      const late = setTimeout(Math.max(0, left), 'late', { ref: false });
      const first = await Promise.race([find().catch(() => 'none'), late]);
      if (first === 'late' && known === undefined) isSlow = true;
    },
    async refresh() {
      await (looking ?? startLook()).catch(() => {});
    },
    readmit() {
      const before = known;
      if (before === undefined) return;
      known = toKnown(before, admit);
      tell(before, known);
    },
  };
}

/** Rejects if there is nothing. */
async function needed<Value>(value: Promise<Value | undefined> | undefined): Promise<Value> {
  const found = await value;
  if (found === undefined) throw new Error('There is nothing');
  return found;
}

type KnowOptions = Pick<KnownAgent, 'url' | 'isStored'>;

/** An agent as it was found. */
type Offer = Pick<KnownAgent, 'agent' | 'url' | 'offered' | 'isStored'>;

function toKnown(offer: Offer, admit: (offer: Offer) => Admission): KnownAgent {
  const { agent, url, offered, isStored } = offer;
  const admission = admit(offer);
  const { definitions, mayShowCard, schemas } = admission;
  const fingerprint = toFingerprint({ definitions, mayShowCard, schemas: [...schemas] });
  return { agent, url, offered, admission, fingerprint, isStored };
}
