import type { HeadersHook } from '@formwork/client';
import type { TaskLogger } from '@formwork/core';
import type { LookupAll } from '@formwork/network';
import type { SharedRecords } from '@formwork/runtime';
import type { StreamLimits } from '@formwork/server';

/** An agent that the page lists. */
export interface ListedAgent {
  /** The address of the agent or of its card, as `connect` of `@formwork/client` takes it. */
  readonly url: string;
  /** The name of the agent in the list. Default: its address. */
  readonly name?: string;
}

/**
 * The agents that may be called although they are not listed, by the IP addresses that their names
 * lead to:
 *
 * - `listed`: none;
 * - `public`: those at addresses of the public internet;
 * - `local`: those, and agents on this machine that are called by `localhost` or such an address;
 * - `any`: all, including those of the network that this server stands in.
 */
export type AllowedAddresses = 'listed' | 'public' | 'local' | 'any';

/** The limits of a forms router. */
export interface FormsLimits extends StreamLimits {
  /**
   * Host names under which pages reach this server besides those of this machine, such as
   * `agents.example.com`. They are checked only for requests from this machine itself, where a
   * foreign name that leads here would otherwise let any page in. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /** The largest body of a request, in bytes. Default 16 MiB. */
  readonly maxBodyBytes?: number;
  /** The largest event that is passed on to a page, in bytes. Default 16 MiB. */
  readonly maxEventBytes?: number;
  /** The maximum number of bytes that an agent may send in one stream. Default 256 MiB. */
  readonly maxStreamBytes?: number;
  /** The largest agent card, in bytes. Default 1 MiB; 16 MiB for the only agent of a page. */
  readonly maxCardBytes?: number;
  /**
   * The maximum number of streams to pages that may be open at once; more are refused, unless another
   * person or network has many: these share them. Default 100.
   */
  readonly maxStreams?: number;
  /** The longest time to find and describe an agent, in milliseconds. Default 15,000. */
  readonly describeTimeoutMs?: number;
  /**
   * The longest time that an agent may be silent within a call, in milliseconds. Default 300,000.
   */
  readonly silenceMs?: number;
  /** The logger of the router. Default: lines of JSON on standard error. */
  readonly logger?: TaskLogger;
  /** Looks up the IP addresses of a host name. Default: the lookup of the system. */
  readonly lookup?: LookupAll;
}

/**
 * The OAuth client by which people sign in through the page; it must be registered with the
 * provider.
 */
export interface FormsSignIn {
  /** The issuer of the provider: its https URL. */
  readonly issuer: string;
  /** The client id of the page at the provider. */
  readonly clientId: string;
  /** The client secret of the page, which stays on the server. Default: none. */
  readonly clientSecret?: string;
  /**
   * The secret of all replicas that seals the cookies of people who are at the provider, so that
   * they may come back to another replica, or after a restart. Default: {@link clientSecret};
   * without it, people come back to the process that they have left.
   */
  readonly visitSecret?: string | Uint8Array;
  /**
   * The records that keep who has signed in, so that all replicas know it, also after a restart.
   * Default: the memory of the process, and for the console the records of its server.
   */
  readonly records?: SharedRecords;
  /** The OAuth scopes to ask for, separated by spaces. Default: those of the provider. */
  readonly scope?: string;
  /**
   * The identifier of the agent at the provider (RFC 8707), for which tokens are issued. Default:
   * the provider's.
   */
  readonly resource?: string;
  /**
   * The address of the page; the provider sends people back to `api/sign-in/callback` below it.
   * Default: the path where the router is mounted, at the address of the agent.
   */
  readonly pageUrl?: string;
}

/** Forms for one agent, usually beside it on the same server. */
export interface OneAgentForms extends FormsLimits {
  readonly mode: 'one';
  /**
   * The address by which people know the agent; a function if it is known only later. No other
   * agent is called.
   */
  readonly agentUrl: string | (() => string);
  /**
   * The address at which this server reaches the agent, such as the one that it listens on.
   * Default: its `agentUrl`.
   */
  readonly localUrl?: string | (() => string);
  /**
   * Sends the requests to the agent, in place of the network, such as `fetch` of a handler in this
   * process. Default: the network.
   */
  readonly fetch?: typeof fetch;
  /**
   * The name of the agent, to show before it has answered. Default: none; the page asks the agent.
   */
  readonly agentName?: string;
  /**
   * Lets people sign in at a provider. The server keeps their tokens and sends them to the agent.
   * Default: people enter a token or key.
   */
  readonly signIn?: FormsSignIn;
  /**
   * The address of the console for operators, such as `/console/` or, relative to the page,
   * `console/`. The search of the page leads to it. Default: none.
   */
  readonly consoleUrl?: string;
}

/** Forms for many agents: those that are listed, and those whose addresses people type. */
export interface ManyAgentsForms extends FormsLimits {
  readonly mode: 'many';
  /**
   * The agents that the page lists and that may always be called, wherever they are. Default: none.
   */
  readonly agents?: readonly ListedAgent[];
  /**
   * Fetches further agents to list, such as those of a registry. It is called when a page is
   * opened, at most twice a minute; its agents are shown after `agents`. The operator does not
   * vouch for them, so they may be called as if a person had typed their addresses; if
   * `allowAddresses` is `listed`, only at addresses of the public internet. Default: none.
   */
  readonly listAgents?: () => Promise<readonly ListedAgent[]>;
  /** The agents that may be called although they are not listed. Default `public`. */
  readonly allowAddresses?: AllowedAddresses;
  /**
   * Finds the headers for calls to an agent for which the page sends no credentials, such as the
   * token of a saved sign-in; `undefined` for agents without any. All who reach the page call the
   * agent with them, so give it only to a page that its owner alone reaches. Default: calls have
   * the credentials that the page sends.
   */
  readonly findHeaders?: (agentUrl: string) => HeadersHook | undefined;
}

/** Options of `createFormsRouter`. */
export type FormsOptions = OneAgentForms | ManyAgentsForms;
