import type { RequestRecord } from './serve-agent.ts';
import type { ServeSettings } from './read-settings.ts';
import type { AgentTypes } from './write-agent-types.ts';

/** An order of `dev` to the process that has one version of an agent. */
export interface ListenOrder {
  readonly kind: 'listen';
  readonly settings: ServeSettings;
}

/** A report of that process to `dev`. */
export type WorkerReport =
  /** With the types that it wrote or found written, if it was to. */
  | { readonly kind: 'loaded'; readonly types: AgentTypes | undefined }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'listening';
      readonly url: string;
      /** Where forms for people are; absent if there are none. */
      readonly formsUrl?: string | undefined;
      /** Where hosts of MCP find the skills as tools; absent if they do not. */
      readonly mcpUrl?: string | undefined;
      /** Where the session API stands; absent if it is not served. */
      readonly sessionsUrl?: string | undefined;
      /** Where message envelopes are taken; absent if they are not. */
      readonly messagesUrl?: string | undefined;
      /** Where A2A is served over gRPC; absent if it is not. */
      readonly grpcUrl?: string | undefined;
      readonly name: string;
      readonly skill: string;
    }
  | { readonly kind: 'request'; readonly record: RequestRecord }
  | { readonly kind: 'log'; readonly entry: LogEntry };

/** A line of the agent's log. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
