import type { AgentName } from './agents.ts';

/** The agents as a host serves them. */
export interface Served {
  /** The URL of an agent, without a slash at its end. */
  readonly url: (name: AgentName) => string;
  readonly fetch: typeof fetch;
  /** Resolves to the status of a URL that is asked for under another host name. */
  readonly statusUnder: (host: string, url: string) => Promise<number | undefined>;
}

/** One thing that a caller of an agent relies on, tried on every host. */
export interface Behaviour {
  /** In users' words, as a row of the table. */
  readonly name: string;
  readonly run: (served: Served) => Promise<void>;
}
