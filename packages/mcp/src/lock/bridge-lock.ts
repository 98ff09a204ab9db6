import type { JsonSchema } from '@formwork/schema';
import type { ToolDefinition } from '../catalog/bridge-tool.ts';
import type { ListedPrompt } from '../catalog/tool-prompt.ts';

/** The version of the file that is written, and the newest that is read. */
export const LOCK_VERSION = 1;

/** The texts of one tool that a model reads. */
export interface LockedTool {
  /** `sha256:` and the digest of the tool's name and everything below (RFC 8785). */
  readonly fingerprint: string;
  /** Id of the skill that is called; none for tools that call no single skill. */
  readonly skill?: string;
  /** Name of the schema of its input. */
  readonly schema?: string;
  readonly title: string;
  /** In lines, so that a change of one shows as one. */
  readonly description: readonly string[];
  readonly annotations: ToolDefinition['annotations'];
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** The prompt that goes with it. */
  readonly prompt?: Omit<ListedPrompt, 'name'>;
}

/** Tools by their names. */
export type LockedTools = Readonly<Record<string, LockedTool>>;

/** The accepted texts of an agent. */
export interface LockedAgent {
  /** Where it was; what comes from anywhere else under the same alias was not accepted. */
  readonly url: string;
  /** The card as a whole; none if only some of its tools were accepted. */
  readonly card?: LockedCard;
  /** Fingerprints of the card's own schemas, by their names. */
  readonly schemas: Readonly<Record<string, string>>;
  readonly tools: LockedTools;
}

/** The accepted texts of a card beside its tools. */
export interface LockedCard {
  readonly name: string;
  readonly description: readonly string[];
  readonly version: string;
  readonly fingerprint: string;
}

/**
 * The texts of a bridge that an operator has accepted for models: the content of `bridge.lock`. Made by
 * `toBridgeLock` and `acceptChanges`, or read from a file; never changed in place.
 */
export interface BridgeLock {
  readonly bridgeLock: typeof LOCK_VERSION;
  /** The bridge's own texts: the instructions of the server, and the tool that goes on with tasks. */
  readonly bridge: {
    readonly instructions: readonly string[];
    readonly tools: LockedTools;
  };
  /** By their aliases. */
  readonly agents: Readonly<Record<string, LockedAgent>>;
}
