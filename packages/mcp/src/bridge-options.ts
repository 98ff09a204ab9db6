import type { BridgeIdentity } from './catalog/instructions.ts';
import type { LookupAll } from '@formwork/network';
import type { AgentSettings } from './catalog/agent-settings.ts';
import type { BridgeLogger } from './bridge-logger.ts';
import type { BridgeLock } from './lock/bridge-lock.ts';
import type { OwnPrompt } from './own/own-prompt.ts';
import type { OwnResource } from './own/own-resource.ts';

/** Options of `createBridge`. */
export interface BridgeOptions {
  readonly agents: readonly AgentSettings[];
  /**
   * More agents, which somebody else lists, such as a registry: asked for when tools are listed for
   * the first time, and every `freshMs`. Hosts are told when their tools come and go. Nobody vouches
   * for their addresses, so that they SHOULD have `addresses: 'public'`. An alias that another agent
   * has, or that cannot be one, leaves its agent out. Default none.
   */
  readonly listAgents?: () => Promise<readonly AgentSettings[]>;
  /**
   * The key that handles of tasks are sealed with: 32 bytes, from `readHandleKey`. Bridges with the
   * same key go on with each other's tasks. Default: a new one, so that no handle outlives the
   * process.
   */
  readonly handleKey?: Uint8Array;
  /** How long a handle of a task counts, in milliseconds. Default seven days. */
  readonly handleTtlMs?: number;
  /**
   * How long a call blocks before it answers with a handle, in milliseconds. Hosts give up after
   * about a minute. Default 45,000.
   */
  readonly budgetMs?: number;
  /** How long one blocks whose host follows tasks of MCP, in milliseconds. Default 1,500. */
  readonly taskAfterMs?: number;
  /**
   * Largest data of a result, in bytes of its JSON text: it goes out twice, as text and as data. What
   * is larger is read at an address. From 1,000 to 2,000,000, as hosts end connections at messages of
   * 10 MiB. Default 1,000,000.
   */
  readonly maxResultBytes?: number;
  /** The fate of a task whose question a person declines. Default `cancel`. */
  readonly onDecline?: 'cancel' | 'keep';
  /** How long a card counts before it is asked for again, in milliseconds. Default 60,000. */
  readonly freshMs?: number;
  /** How long looking for an agent may take, in milliseconds. Default 10,000. */
  readonly cardTimeoutMs?: number;
  /**
   * How long a list of tools waits for agents that were never found, in milliseconds; they are listed
   * once they are there. Default 1,500.
   */
  readonly listTimeoutMs?: number;
  /**
   * A folder for the last good card of each agent: a bridge that starts while an agent is away lists
   * its tools all the same, and calls say that it cannot be reached. Credentials are not kept.
   * Default: cards are kept in memory only.
   */
  readonly cardFolder?: string;
  /** Finds the addresses of a name. Default: that of the system. */
  readonly lookup?: LookupAll;
  /** False leaves out the page that hosts show for tools (MCP Apps). Default true. */
  readonly app?: boolean;
  /**
   * The texts that models may read, from `readBridgeLock`: a tool that is new or not what it
   * was is withheld, with its prompt, and so are cards and schemas. What is your own is not looked at.
   * Default: everything is served.
   */
  readonly lock?: BridgeLock;
  /** Resources of your own, beside those of the agents. Default none. */
  readonly resources?: readonly OwnResource[];
  /** Prompts of your own, beside those of the tools. Default none. */
  readonly prompts?: readonly OwnPrompt[];
  /** The name of the bridge for hosts. Default `formwork`. */
  readonly name?: string;
  /**
   * An agent of yours that the bridge is a door of: hosts and models are told its name, version and
   * description as those of the server. Asked whenever a host comes. Default: nothing that a card
   * says is told of the server.
   */
  readonly identity?: () => BridgeIdentity;
  /** Default: nothing is said. */
  readonly logger?: BridgeLogger;
}
