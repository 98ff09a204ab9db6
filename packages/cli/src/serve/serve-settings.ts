import type { RetentionOptions } from '@formwork/runtime';

/** How an agent is served. What is left out has the server's default. */
export interface ServeSettings {
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string;
  /** SQLite file. Default: tasks are kept in memory. */
  readonly store?: string;
  readonly push?: boolean;
  readonly openTasks?: boolean;
  /** False serves the agent alone. Default: forms for people are at `/`. */
  readonly forms?: boolean;
  /** False serves no MCP. Default: the skills are tools at `/mcp`, unless API keys are asked for. */
  readonly mcp?: boolean;
  /** The path that the session API stands below. Default: it is not served. */
  readonly sessions?: string;
  /** True takes message envelopes at `/messages`. Default false, unless there are keys for them. */
  readonly messages?: boolean;
  /** JSON file of public keys by the ids of agents; messages have to be signed then. */
  readonly messageKeys?: string;
  readonly retention?: RetentionOptions;
  /** API keys, or `sha256:` and their hashes, and whom they belong to; nobody else gets in then. */
  readonly apiKeys?: Readonly<Record<string, string>>;
}
