import { toFingerprint } from '@formwork/schema';
import type { AgentSettings } from '../catalog/agent-settings.ts';
import type { AdmittedAgent } from '../lock/admit-agent.ts';
import type { OfferedAgent } from '../lock/to-locked-agent.ts';

/** An agent that was found, with its tools, and with those of them that the lock admits. */
export interface AgentProfile extends OfferedAgent {
  /**
   * The part of the agent's offer that may be served: everything that the lock does not withhold.
   */
  readonly admission: AdmittedAgent;
  /**
   * The fingerprint of all that a model reads of the agent; when it changes, the bridge notifies
   * the hosts.
   */
  readonly fingerprint: string;
  /**
   * True if the agent is known only by a card that an earlier run stored: this run has not found it
   * yet.
   */
  readonly isStored: boolean;
}

/** The parts of a known agent that do not depend on the lock. */
export type UnlockedAgent = Pick<AgentProfile, 'agent' | 'url' | 'offered' | 'isStored'>;

/** Makes a known agent of an offer and of what the lock admits of it. */
export function toAgentProfile(offer: UnlockedAgent, admission: AdmittedAgent): AgentProfile {
  const { agent, url, offered, isStored } = offer;
  const { definitions, mayShowCard, schemas } = admission;
  const fingerprint = toFingerprint({ definitions, mayShowCard, schemas: [...schemas] });
  return { agent, url, offered, admission, fingerprint, isStored };
}

/**
 * The slot of one agent in a bridge: it looks for the agent when it is needed, and remembers it
 * while it is away.
 */
export interface BridgeAgent {
  readonly settings: AgentSettings;
  /**
   * Returns the agent as it is known now, without looking for it; `undefined` if it was never
   * found.
   */
  readonly profile: () => AgentProfile | undefined;
  /**
   * Returns the agent, and looks for it again in the background if its card is older than
   * `freshMs`. Rejects if the agent was never found.
   */
  readonly get: () => Promise<AgentProfile>;
  /**
   * Returns the agent for a call. Unlike `get`, rejects also if only a card of an earlier run is
   * known.
   */
  readonly reach: () => Promise<AgentProfile>;
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
