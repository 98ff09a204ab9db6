import type { RemoteAgent } from '@formwork/client';
import type { CheckedNetwork } from '@formwork/network';
import type { Secrets } from '../guard/secrets.ts';

/** Options of a connector. */
export interface ConnectorOptions {
  readonly network: CheckedNetwork;
  /**
   * The collection of secrets, to which the credentials for the agent are added so that they are
   * removed from texts.
   */
  readonly secrets: Secrets;
  /** The longest time that finding and reading the card may take, in milliseconds. */
  readonly cardTimeoutMs: number;
}

/** An agent that was found, with its address and its card. */
export interface ConnectedAgent {
  readonly agent: RemoteAgent;
  readonly url: string;
  /**
   * The text of the agent's card as it was sent; `undefined` if it is the same as the last time.
   */
  readonly text: string | undefined;
}

/** A connector: finds one agent whenever it is asked to. */
export interface AgentConnector {
  /** Returns the current address of the agent; empty if it is not known yet. */
  readonly url: () => string;
  /**
   * True if the agent is found without any request, so that a list waits for it and it is never
   * recalled.
   */
  readonly isLocal: boolean;
  readonly find: () => Promise<ConnectedAgent>;
  /**
   * Makes the agent from a stored card, without asking for the card. Its calls go to the address in
   * that card.
   */
  readonly recall: (text: string) => Promise<RemoteAgent>;
}
