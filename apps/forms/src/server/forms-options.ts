import type { TaskLogger } from '@formwork/core';
import type { LookupAll } from '@formwork/network';
import type { StreamLimits } from '@formwork/server';

/** An agent that the page lists. */
export interface ListedAgent {
  /** Of the agent or of its card, as `connect` of `@formwork/client` takes it. */
  readonly url: string;
  /** Its name in the list. Default: its address. */
  readonly name?: string;
}

/**
 * Which agents may be called that are not listed, by where their names lead:
 *
 * - `listed`: none;
 * - `public`: those at addresses of the public internet;
 * - `local`: those, and agents on this machine that are called by `localhost` or such an address;
 * - `any`: all, also those of the network that this server stands in.
 */
export type AllowedAddresses = 'listed' | 'public' | 'local' | 'any';

/** The limits of a forms router. */
export interface FormsLimits extends StreamLimits {
  /**
   * Host names that pages come under besides those of this machine, such as `agents.example.com`.
   * Only looked at for requests that come in from this machine itself, where a name of somebody
   * else's that leads here would otherwise open everything. Default none.
   */
  readonly allowedHosts?: readonly string[];
  /** Largest body of a request, in bytes. Default 16 MiB. */
  readonly maxBodyBytes?: number;
  /** Largest event that is passed on, in bytes. Default 16 MiB. */
  readonly maxEventBytes?: number;
  /** Most that an agent may send in one stream, in bytes. Default 256 MiB. */
  readonly maxStreamBytes?: number;
  /** Largest card, in bytes. Default 1 MiB. */
  readonly maxCardBytes?: number;
  /** Streams that may be open at a time; more are refused. Default 100. */
  readonly maxStreams?: number;
  /** How long finding and describing an agent may take, in milliseconds. Default 15,000. */
  readonly describeTimeoutMs?: number;
  /** How long an agent may be silent within a call, in milliseconds. Default 300,000. */
  readonly silenceMs?: number;
  /** Default: lines of JSON on standard error. */
  readonly logger?: TaskLogger;
  /** Finds the addresses of a name. Default: that of the system. */
  readonly lookup?: LookupAll;
}

/** How people sign in through the page; the provider has to know it as a program. */
export interface FormsSignIn {
  /** The provider: its https URL. */
  readonly issuer: string;
  /** The id that the provider knows the page by. */
  readonly clientId: string;
  /** The secret of the page, which stays on the server. Default: it has none. */
  readonly clientSecret?: string;
  /** Scopes with spaces between. Default: those of the provider. */
  readonly scope?: string;
  /** The agent as the provider knows it (RFC 8707). Default: the provider's. */
  readonly resource?: string;
  /**
   * The address of the page; the provider leads back to `api/sign-in/callback` below it. Default:
   * where the router is mounted, at the address of the agent.
   */
  readonly pageUrl?: string;
}

/** Forms for one agent, usually beside it on the same server. */
export interface OneAgentForms extends FormsLimits {
  readonly mode: 'one';
  /** The address that people know it by; a function if it is known only later. No other agent is called. */
  readonly agentUrl: string | (() => string);
  /**
   * Where this server reaches it, if that is not its `agentUrl`: the address that it listens on.
   * Default: its `agentUrl`.
   */
  readonly localUrl?: string | (() => string);
  /** Default: none; the page asks the agent. */
  readonly agentName?: string;
  /**
   * Lets people sign in at a provider; the server keeps their tokens and sends them to the agent.
   * Default: people enter a token or key.
   */
  readonly signIn?: FormsSignIn;
}

/** Forms for agents that are listed, and those whose addresses people type. */
export interface ManyAgentsForms extends FormsLimits {
  readonly mode: 'many';
  /** May always be called, wherever they are. Default none. */
  readonly agents?: readonly ListedAgent[];
  /**
   * Agents that somebody else lists, such as a registry: asked for when a page is opened, at most
   * twice a minute, and shown behind `agents`. They may be called as if somebody had typed their
   * addresses, which nobody vouches for, and also where `allowAddresses` is `listed`: then only at
   * addresses of the public internet. Default none.
   */
  readonly listAgents?: () => Promise<readonly ListedAgent[]>;
  /** Default `public`. */
  readonly allowAddresses?: AllowedAddresses;
}

/** Options of `createFormsRouter`. */
export type FormsOptions = OneAgentForms | ManyAgentsForms;
