import type { HeadersHook, RemoteAgent } from '@formwork/client';
import { setTimeout } from 'node:timers/promises';
import {
  type AgentSettings,
  hasSameHeaders,
  hasSameTools,
  isSameConnection,
} from '../catalog/agent-settings.ts';
import { createAgentTools } from '../catalog/create-agent-tools.ts';
import { admitAgent } from '../lock/admit-agent.ts';
import type { BridgeLock } from '../lock/bridge-lock.ts';
import { AddressConnector } from './address-connector.ts';
import type { AgentConnector, ConnectorOptions } from './agent-connector.ts';
import { AgentNotices, type AgentNoticesOptions } from './agent-notices.ts';
import type { BridgeAgent } from './bridge-agent.ts';
import { type AgentProfile, type UnlockedAgent, toAgentProfile } from './bridge-agent.ts';
import type { CardStore } from './card-store.ts';
import { LocalConnector } from './local-connector.ts';

/** Options of {@link ConnectedAgent}. */
export interface ConnectedAgentOptions extends ConnectorOptions, AgentNoticesOptions {
  /** True for an agent that a registry lists, so that its settings may change. Default false. */
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
  /** Returns the lock, which says what models may read; without one, everything is served. */
  readonly getLock: () => BridgeLock | undefined;
}

/** The pause after a failed attempt to find an agent, in milliseconds. */
export const PAUSE_MS = 2000;

/**
 * The time for which an agent is looked for before its card of an earlier run is used, in
 * milliseconds.
 */
const STORED_AFTER_MS = 1000;

/** The slot of an agent that a connector finds, and that a store remembers from earlier runs. */
export class ConnectedAgent implements BridgeAgent {
  readonly #options: ConnectedAgentOptions;
  readonly #notices: AgentNotices;
  readonly #store: CardStore | undefined;
  #settings: AgentSettings;
  #connector: AgentConnector;
  #profile: AgentProfile | undefined;
  #lookedAt = -Infinity;
  #beganAt = 0;
  #failure: unknown;
  #looking: Promise<AgentProfile> | undefined;
  #recalling: Promise<AgentProfile | undefined> | undefined;
  /**
   * True if a host's list of tools has already waited in vain for this agent: lists no longer wait
   * for it until it is found.
   */
  #isSlow = false;

  constructor(settings: AgentSettings, options: ConnectedAgentOptions) {
    this.#options = options;
    this.#settings = settings;
    this.#notices = new AgentNotices(settings.alias, options);
    this.#connector = this.#connectWith(settings);
    this.#store = this.#connector.isLocal ? undefined : options.store;
  }

  get settings(): AgentSettings {
    return this.#settings;
  }

  profile(): AgentProfile | undefined {
    return this.#profile;
  }

  isLooking(): boolean {
    return this.#looking !== undefined && this.#failure === undefined;
  }

  async get(): Promise<AgentProfile> {
    this.#begin();
    return this.#profile ?? this.#find();
  }

  async reach(): Promise<AgentProfile> {
    this.#begin();
    if (this.#profile !== undefined && !this.#profile.isStored) return this.#profile;
    const agent = await (this.#looking ?? this.#profile ?? this.#find());
    if (agent.isStored) throw this.#failure;
    return agent;
  }

  async ready(): Promise<void> {
    this.#begin();
    if (this.#profile !== undefined || this.#isSlow || this.#looking === undefined) return;
    if (this.#connector.isLocal) {
      await this.#find().catch(() => {});
      return;
    }
    const remainingMs = this.#options.listTimeoutMs - (performance.now() - this.#beganAt);
    const late = setTimeout(Math.max(0, remainingMs), 'late', { ref: false });
    const first = await Promise.race([this.#find().catch(() => 'none'), late]);
    if (first === 'late' && this.#profile === undefined) this.#isSlow = true;
  }

  async refresh(): Promise<void> {
    await (this.#looking ?? this.#startLook()).catch(() => {});
  }

  readmit(): void {
    const before = this.#profile;
    if (before === undefined) return;
    this.#profile = this.#judge(before);
    this.#notices.changed(before, this.#profile);
  }

  adopt(next: AgentSettings): void {
    const before = this.#settings;
    this.#settings = next;
    const isConnected = isSameConnection(before, next);
    if (!isConnected) this.#connector = this.#connectWith(next);
    if (!isConnected || !hasSameTools(before, next)) this.#rejudge(isConnected);
    if (!isConnected) void this.#startLook();
    // Another caller may be shown more by the agent's extended card.
    else if (!hasSameHeaders(before, next) && this.#looking === undefined) void this.#startLook();
  }

  /** Makes the connector. The headers of an agent that is listed are those of the time of a call. */
  #connectWith(settings: AgentSettings): AgentConnector {
    const { server, connect } = settings;
    const headers: HeadersHook = async (call) => {
      const { headers: current = {} } = this.#settings.connect ?? {};
      return typeof current === 'function' ? current(call) : current;
    };
    const mayChange = this.#options.isListed === true && connect?.headers !== undefined;
    const connected = mayChange ? { ...settings, connect: { ...connect, headers } } : settings;
    return server === undefined
      ? new AddressConnector(connected, this.#options)
      : new LocalConnector(server, { settings: connected, ...this.#options });
  }

  /** Starts to look for the agent, unless that is already happening or not due yet. */
  #begin(): void {
    if (this.#looking !== undefined) return;
    const age = performance.now() - this.#lookedAt;
    if (age < (this.#failure === undefined ? this.#options.freshMs : PAUSE_MS)) return;
    void this.#startLook();
  }

  #startLook(): Promise<AgentProfile> {
    this.#beganAt = performance.now();
    const next = this.#look();
    this.#looking = next;
    // Callers that wait get the error; there may be none.
    next.catch(() => {});
    // Only once, because whatever this process finds is newer.
    this.#recalling ??= this.#recall();
    return next;
  }

  async #look(): Promise<AgentProfile> {
    const connector = this.#connector;
    try {
      const { agent, url, text } = await connector.find();
      // Meanwhile the settings have changed, so that another look is under way.
      if (connector !== this.#connector) return await this.#findAgain();
      const before = this.#profile;
      const after = this.#know(agent, { url, isStored: false });
      this.#profile = after;
      this.#failure = undefined;
      this.#isSlow = false;
      if (text !== undefined) void this.#store?.write({ alias: this.#settings.alias, url }, text);
      this.#notices.found(before, after);
      return after;
    } catch (error) {
      if (connector !== this.#connector) return await this.#findAgain();
      this.#failure = error;
      this.#notices.missing(error, connector);
      if (this.#profile !== undefined) return this.#profile;
      throw error;
    } finally {
      if (connector === this.#connector) {
        this.#lookedAt = performance.now();
        this.#looking = undefined;
      }
    }
  }

  /** Resolves with the agent as it is found by settings that have come while it was looked for. */
  async #findAgain(): Promise<AgentProfile> {
    if (this.#looking !== undefined) return this.#looking;
    return this.#profile === undefined || this.#profile.isStored
      ? this.#startLook()
      : this.#profile;
  }

  /** Makes the agent from the card that an earlier run stored, unless it is found meanwhile. */
  async #recall(): Promise<AgentProfile | undefined> {
    const connector = this.#connector;
    try {
      const url = connector.url();
      const text = await this.#store?.read({ alias: this.#settings.alias, url });
      if (text === undefined) return undefined;
      await Promise.race([
        this.#looking?.catch(() => {}),
        setTimeout(STORED_AFTER_MS, undefined, { ref: false }),
      ]);
      if (this.#profile !== undefined) return this.#profile;
      const recalled = this.#know(await connector.recall(text), { url, isStored: true });
      // An agent that was found meanwhile is newer, and so are other settings.
      if (this.#profile !== undefined || connector !== this.#connector) return this.#profile;
      this.#profile = recalled;
      this.#notices.recalled(recalled);
      return recalled;
    } catch (error) {
      this.#notices.forgotten(error);
      return undefined;
    }
  }

  async #find(): Promise<AgentProfile> {
    const first = this.#looking ?? Promise.reject(this.#failure);
    try {
      return await Promise.any([first, needed(this.#recalling)]);
    } catch {
      return first;
    }
  }

  #know(agent: RemoteAgent, source: Pick<AgentProfile, 'url' | 'isStored'>): AgentProfile {
    return this.#judge({ agent, ...source, offered: createAgentTools(agent, this.#settings) });
  }

  /** Applies the lock to an offer. */
  #judge(offer: UnlockedAgent): AgentProfile {
    const { alias } = this.#settings;
    return toAgentProfile(offer, admitAgent(offer, { alias, lock: this.#options.getLock() }));
  }

  /** Makes the tools of the agent by settings that have changed. */
  #rejudge(isConnected: boolean): void {
    const before = this.#profile;
    if (before === undefined) return;
    try {
      // An agent that was found by another connection is listed and not called.
      const isStored = before.isStored || !isConnected;
      this.#profile = this.#know(before.agent, { url: before.url, isStored });
      this.#notices.changed(before, this.#profile);
    } catch (error) {
      this.#failure = error;
      this.#profile = undefined;
      this.#notices.unusable(error);
    }
  }
}

/** Resolves with a value, and rejects if there is none. */
async function needed<Value>(promise: Promise<Value | undefined> | undefined): Promise<Value> {
  const value = await promise;
  if (value === undefined) throw new Error('There is nothing');
  return value;
}
