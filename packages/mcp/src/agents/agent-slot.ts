import { setTimeout } from 'node:timers/promises';
import { ConnectError, type HeadersHook, type RemoteAgent } from '@formwork/client';
import { isFormworkError, toFingerprint } from '@formwork/schema';
import type { BridgeAudit } from '../audit.ts';
import type { BridgeLogger } from '../bridge-logger.ts';
import { createAgentTools } from '../catalog/create-agent-tools.ts';
import { admitAgent, type Admission } from '../lock/admit-agent.ts';
import { type OfferedAgent } from '../lock/to-locked-agent.ts';
import type { BridgeLock } from '../lock/bridge-lock.ts';
import { tellWithheld } from '../lock/tell-withheld.ts';
import { toFirstLine } from '../text/short-text.ts';
import {
  type AgentSettings,
  hasSameHeaders,
  hasSameTools,
  isSameConnection,
} from '../catalog/agent-settings.ts';
import type { CardStore } from './card-store.ts';
import type { AgentConnector, ConnectorOptions } from './agent-connector.ts';
import { createConnector } from './connect-agent.ts';
import { createOwnConnector } from './own-connector.ts';

/** An agent that was found, with its tools, and with those of them that the lock admits. */
export interface KnownAgent extends OfferedAgent {
  /**
   * The part of the agent's offer that may be served: everything that the lock does not withhold.
   */
  readonly admission: Admission;
  /**
   * The fingerprint of all that a model reads of the agent; another one means that hosts must be
   * told.
   */
  readonly fingerprint: string;
  /**
   * True if the agent is known only by a card that an earlier run stored: this run has not found it
   * yet.
   */
  readonly isStored: boolean;
}

/**
 * The slot of one agent in a bridge: it looks for the agent when it is needed, and remembers it
 * while it is away.
 */
export interface AgentSlot {
  readonly settings: AgentSettings;
  /**
   * Returns the agent as it is known now, without looking for it; `undefined` if it was never
   * found.
   */
  readonly known: () => KnownAgent | undefined;
  /**
   * Returns the agent, and looks for it again in the background if its card is older than
   * `freshMs`. Rejects if the agent was never found.
   */
  readonly get: () => Promise<KnownAgent>;
  /**
   * Returns the agent for a call. Unlike `get`, rejects also if only a card of an earlier run is
   * known.
   */
  readonly reach: () => Promise<KnownAgent>;
  /**
   * Looks for the agent if that is due, and resolves once it is known or the time for which a list
   * of tools waits has passed. The agent of a server in this process is waited for however long its
   * server takes to start.
   */
  readonly ready: () => Promise<void>;
  /** True while the bridge looks for the agent and the last attempt has not failed. */
  readonly isLooking: () => boolean;
  /** Looks for the agent now, however fresh its card is. */
  readonly refresh: () => Promise<void>;
  /** Applies the lock to the agent again, after the lock has changed. */
  readonly readmit: () => void;
  /**
   * Lets other settings count from now on, for a slot of the same alias and address. Calls wait
   * until the agent is found by them, if they are about the connection.
   */
  readonly adopt: (settings: AgentSettings) => void;
}

/** Options of {@link createAgentSlot}. */
export interface AgentSlotOptions extends ConnectorOptions {
  /** True for an agent that somebody else lists, so that its settings may change. Default false. */
  readonly isListed?: boolean;
  /** The time for which a card counts as fresh, in milliseconds. */
  readonly freshMs: number;
  /**
   * The longest time that a list of tools waits for an agent that is not known yet, in
   * milliseconds.
   */
  readonly listTimeoutMs: number;
  /** The store that keeps the cards of agents between runs; `undefined` if none does. */
  readonly store: CardStore | undefined;
  readonly logger: BridgeLogger;
  readonly audit: BridgeAudit;
  /** Returns the lock, which says what models may read; without one, everything is served. */
  readonly getLock: () => BridgeLock | undefined;
  /** Called when anything that a model reads of the agent has changed. */
  readonly onChange: () => void;
}

/** The pause after a failed attempt to find an agent, in milliseconds. */
export const PAUSE_MS = 2000;

/**
 * The time for which an agent is looked for before its card of an earlier run is used, in
 * milliseconds.
 */
const STORED_AFTER_MS = 1000;

export function createAgentSlot(initial: AgentSettings, options: AgentSlotOptions): AgentSlot {
  const { freshMs, listTimeoutMs, logger, audit, getLock, onChange } = options;
  const { alias } = initial;
  let settings = initial;
  let connector = connectWith(settings);
  const store = connector.isOwn ? undefined : options.store;
  let known: KnownAgent | undefined;
  let lookedAt = -Infinity;
  let began = 0;
  let failure: unknown;
  let looking: Promise<KnownAgent> | undefined;
  let recalling: Promise<KnownAgent | undefined> | undefined;
  /**
   * True if a host's list of tools has already waited in vain for this agent: lists no longer wait
   * for it until it is found.
   */
  let isSlow = false;
  let isDistrusted = false;

  /** Makes the connector. The headers of an agent that is listed are those of the time of a call. */
  function connectWith(given: AgentSettings): AgentConnector {
    const { server, connect } = given;
    const headers: HeadersHook = async (call) => {
      const { headers: current = {} } = settings.connect ?? {};
      return typeof current === 'function' ? current(call) : current;
    };
    const mayChange = options.isListed === true && connect?.headers !== undefined;
    const own = mayChange ? { ...given, connect: { ...connect, headers } } : given;
    return server === undefined
      ? createConnector(own, options)
      : createOwnConnector(server, { settings: own, ...options });
  }

  async function look(): Promise<KnownAgent> {
    const used = connector;
    try {
      const { agent, url, text } = await used.find();
      // Meanwhile the settings have changed, so that another look is under way.
      if (used !== connector) return await findAgain();
      const found = know(agent, { url, isStored: false });
      const before = known;
      known = found;
      failure = undefined;
      isSlow = false;
      if (text !== undefined) void store?.write({ alias, url }, text);
      tell(before, found);
      tellChange(before, found);
      isDistrusted = false;
      return found;
    } catch (error) {
      if (used !== connector) return await findAgain();
      failure = error;
      tellDistrust(error);
      logger.warn(`Agent "${alias}" is not there: ${toFirstLine(error)}`);
      if (known !== undefined) return known;
      throw error;
    } finally {
      if (used === connector) {
        lookedAt = performance.now();
        looking = undefined;
      }
    }
  }

  /** Resolves with the agent as it is found by settings that have come while it was looked for. */
  async function findAgain(): Promise<KnownAgent> {
    if (looking !== undefined) return looking;
    return known === undefined || known.isStored ? startLook() : known;
  }

  /** Makes the agent from the card that an earlier run stored, unless it is found meanwhile. */
  async function recall(): Promise<KnownAgent | undefined> {
    const used = connector;
    try {
      const url = used.url();
      const text = await store?.read({ alias, url });
      if (text === undefined) return undefined;
      await Promise.race([
        looking?.catch(() => {}),
        setTimeout(STORED_AFTER_MS, undefined, { ref: false }),
      ]);
      if (known !== undefined) return known;
      const found = know(await used.recall(text), { url, isStored: true });
      // An agent that was found meanwhile is newer, and so are other settings.
      if (known !== undefined || used !== connector) return known;
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

  /** Makes the tools of the agent by settings that have changed. */
  function rejudge(isConnected: boolean): void {
    const last = known;
    if (last === undefined) return;
    try {
      // An agent that was found by another connection is listed and not called.
      const isStored = last.isStored || !isConnected;
      known = know(last.agent, { url: last.url, isStored });
      tell(last, known);
    } catch (error) {
      failure = error;
      known = undefined;
      logger.warn(`The settings of agent "${alias}" cannot be used: ${toFirstLine(error)}`);
      onChange();
    }
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

  function tellChange(before: KnownAgent | undefined, after: KnownAgent): void {
    if (before === undefined || before.fingerprint === after.fingerprint) return;
    const { name, version } = after.agent.card;
    audit.tell({
      kind: 'agent-changed',
      alias,
      origin: URL.parse(after.url)?.origin,
      name,
      version,
      previousVersion: before.agent.card.version,
      withheld: after.admission.withheld.map((tool) => tool.name),
    });
  }

  /**
   * Reports to the audit that the signature of the agent's card is refused: once, until a card is
   * trusted again.
   */
  function tellDistrust(error: unknown): void {
    if (isDistrusted || !isTrustFailure(error)) return;
    isDistrusted = true;
    const origin = URL.parse(connector.url())?.origin;
    audit.tell({ kind: 'card-refused', alias, origin, problem: toFirstLine(error) });
  }

  /** Starts to look for the agent, unless that is already happening or not due yet. */
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
    // Callers that wait get the error; there may be none.
    next.catch(() => {});
    // Only once, because whatever this process finds is newer.
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
    get settings() {
      return settings;
    },
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
      if (connector.isOwn) {
        await find().catch(() => {});
        return;
      }
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
    adopt(next) {
      const before = settings;
      settings = next;
      const isConnected = isSameConnection(before, next);
      if (!isConnected) connector = connectWith(next);
      if (!isConnected || !hasSameTools(before, next)) rejudge(isConnected);
      if (!isConnected) void startLook();
      // Another caller may be shown more by the agent's extended card.
      else if (!hasSameHeaders(before, next) && looking === undefined) void startLook();
    },
  };
}

/** Tells whether `connect` failed because the card's signature is not to be trusted. */
function isTrustFailure(error: unknown): boolean {
  const { cause } = error instanceof ConnectError ? error : {};
  return isFormworkError(cause) && cause.code === 'CARD_NOT_TRUSTED';
}

/** Resolves with a value, and rejects if there is none. */
async function needed<Value>(value: Promise<Value | undefined> | undefined): Promise<Value> {
  const found = await value;
  if (found === undefined) throw new Error('There is nothing');
  return found;
}

type KnowOptions = Pick<KnownAgent, 'url' | 'isStored'>;

/** The parts of a known agent that do not depend on the lock. */
type Offer = Pick<KnownAgent, 'agent' | 'url' | 'offered' | 'isStored'>;

function toKnown(offer: Offer, admit: (offer: Offer) => Admission): KnownAgent {
  const { agent, url, offered, isStored } = offer;
  const admission = admit(offer);
  const { definitions, mayShowCard, schemas } = admission;
  const fingerprint = toFingerprint({ definitions, mayShowCard, schemas: [...schemas] });
  return { agent, url, offered, admission, fingerprint, isStored };
}
