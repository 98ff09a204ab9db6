import type { LookupAll } from '@formwork/network';
import type { BridgeAuditListener } from './audit.ts';
import type { BridgeLogger } from './bridge-logger.ts';
import type { AgentSettings } from './catalog/agent-settings.ts';
import type { BridgeIdentity } from './catalog/instructions.ts';
import type { BridgeLock } from './lock/bridge-lock.ts';
import type { OperatorPrompt } from './operator/operator-prompt.ts';
import type { OperatorResource } from './operator/operator-resource.ts';

/** Options of `createBridge`. */
export interface BridgeOptions {
  readonly agents: readonly AgentSettings[];
  /**
   * A function that returns further agents, such as those of a registry. It is called when tools
   * are listed for the first time, and again after every `freshMs`; hosts learn when tools come and
   * go. The operator does not vouch for the addresses of these agents, so they SHOULD have
   * `addresses: 'public'`. An agent is left out if its alias is in use or not allowed. Default:
   * none.
   */
  readonly listAgents?: () => Promise<readonly AgentSettings[]>;
  /**
   * The key that encrypts the handles of tasks: 32 bytes, from `readHandleKey`. Bridges with the
   * same key continue each other's tasks, and the sessions of hosts up to 2025-11-25. Default: a new
   * key, so that no handle and no session outlives the process.
   */
  readonly handleKey?: Uint8Array;
  /** The time for which a handle of a task is valid, in milliseconds. Default: seven days. */
  readonly handleTtlMs?: number;
  /**
   * The longest time that a call waits for its result before it answers with a handle, in
   * milliseconds. Hosts give up after about a minute. Default 45,000.
   */
  readonly budgetMs?: number;
  /**
   * The longest time that a call waits before it becomes a task of MCP, for hosts that support
   * tasks, in milliseconds. Default 2,000.
   */
  readonly taskAfterMs?: number;
  /**
   * The size of the largest data in a result, in bytes of its JSON text. Larger data is read at an
   * address instead. From 1,000 to 2,000,000, because results contain the data twice, as text and
   * as data, and hosts refuse messages of 10 MiB. Default 1,000,000.
   */
  readonly maxResultBytes?: number;
  /**
   * The fate of a task when the person declines to answer its question: `cancel` ends it, `keep`
   * lets it wait. Default `cancel`.
   */
  readonly onDecline?: 'cancel' | 'keep';
  /**
   * The time for which an agent's card counts as fresh before it is asked for again, in
   * milliseconds. Default 60,000.
   */
  readonly freshMs?: number;
  /** The longest time that finding an agent may take, in milliseconds. Default 10,000. */
  readonly cardTimeoutMs?: number;
  /**
   * The longest time that a list of tools waits for agents that were never found, in milliseconds.
   * Their tools are listed once they are found. Default 1,500, or `cardTimeoutMs` for the first list
   * if it would otherwise be empty.
   */
  readonly listTimeoutMs?: number;
  /**
   * A folder for the last good card of each agent, without credentials. With it, a bridge that
   * starts while an agent is away lists the agent's tools, and calls of them say that it cannot be
   * reached. Default: cards are kept in memory only.
   */
  readonly cardFolder?: string;
  /** Looks up the addresses of a host name. Default: the system's lookup. */
  readonly lookup?: LookupAll;
  /** False turns off the page that hosts show for tools (MCP Apps). Default true. */
  readonly app?: boolean;
  /**
   * The lock: the texts of agents that models may read, from `readBridgeLock`. A tool that is new
   * or has changed is withheld with its prompt, and so are changed cards and schemas; your own
   * resources and prompts are never withheld. Default: everything is served.
   */
  readonly lock?: BridgeLock;
  /** Your own resources, listed beside those of the agents. Default: none. */
  readonly resources?: readonly OperatorResource[];
  /** Your own prompts, listed beside those of the tools. Default: none. */
  readonly prompts?: readonly OperatorPrompt[];
  /** The name that the bridge gives itself towards hosts. Default `formwork`. */
  readonly name?: string;
  /**
   * Returns the name, version and description of an agent of yours, which the bridge then gives as
   * its own to hosts and models. It is called for each host that connects. Default: nothing of any
   * card is used for this.
   */
  readonly identity?: () => BridgeIdentity;
  /**
   * Called with security events: refused callers, host names, pages and handles, agents that
   * changed, and cards whose signature is not trusted. Default: nothing is called.
   */
  readonly audit?: BridgeAuditListener;
  /** The logger for what the operator should know. Default: nothing is logged. */
  readonly logger?: BridgeLogger;
}
