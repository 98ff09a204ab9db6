import type { JsonSchema } from '@formwork/schema';
import type { ToolDefinition } from '../catalog/bridge-tool.ts';
import type { ListedPrompt } from '../catalog/tool-prompt.ts';

/** The version of the file's format: the one that is written, and the newest that can be read. */
export const LOCK_VERSION = 1;

/** The texts of one tool that models read. */
export interface LockedTool {
  /**
   * `sha256:` and the digest of the tool's name and all other members, as canonical JSON (RFC
   * 8785).
   */
  readonly fingerprint: string;
  /** The id of the skill that the tool calls; absent for tools that call no particular skill. */
  readonly skill?: string;
  /** The name of the input's schema. */
  readonly schema?: string;
  readonly title: string;
  /** The lines of the description, so that a change of one line shows as one line in a diff. */
  readonly description: readonly string[];
  readonly annotations: ToolDefinition['annotations'];
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** The prompt of the tool, for people. */
  readonly prompt?: Omit<ListedPrompt, 'name'>;
}

/** The accepted texts of tools, by the names of the tools. */
export type LockedTools = Readonly<Record<string, LockedTool>>;

/** The accepted texts of an agent. */
export interface LockedAgent {
  /**
   * The address of the agent when its texts were accepted. An agent at another address under the
   * same alias is not accepted.
   */
  readonly url: string;
  /** The accepted texts of the card; absent if only some of the agent's tools were accepted. */
  readonly card?: LockedCard;
  /** The fingerprints of the schemas in the card, by their names. */
  readonly schemas: Readonly<Record<string, string>>;
  readonly tools: LockedTools;
}

/** The accepted texts of a card, apart from its tools. */
export interface LockedCard {
  readonly name: string;
  readonly description: readonly string[];
  readonly version: string;
  readonly fingerprint: string;
}

/**
 * The lock of a bridge: the texts that the operator has accepted for models, which is the content
 * of `bridge.lock`. It is made by `toBridgeLock` and `acceptChanges`, or read from a file, and
 * never changed in place.
 */
export interface BridgeLock {
  readonly bridgeLock: typeof LOCK_VERSION;
  /** The texts of the bridge itself: the instructions of the server, and the task tool. */
  readonly bridge: {
    readonly instructions: readonly string[];
    readonly tools: LockedTools;
  };
  /** The accepted texts of agents, by the aliases of the agents. */
  readonly agents: Readonly<Record<string, LockedAgent>>;
}
