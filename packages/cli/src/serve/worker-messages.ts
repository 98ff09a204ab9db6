import type { ServeSettings } from './read-settings.ts';
import type { RequestRecord } from './request-log.ts';
import type { AgentTypes } from './write-agent-types.ts';

/** An order of `dev` to a worker, the process of one version of an agent. */
export interface ListenOrder {
  readonly kind: 'listen';
  readonly settings: ServeSettings;
}

/** An order of `dev` to a worker to end: Windows has no signal that asks for it. */
export interface EndOrder {
  readonly kind: 'end';
}

/** Where a server answers. */
export interface DoorUrls {
  readonly url: string;
  /** The URL of the forms for people; absent if none are served. */
  readonly formsUrl?: string | undefined;
  /** The URL of the console for operators; absent if it is not served. */
  readonly consoleUrl?: string | undefined;
  /** The URL of the tools for MCP hosts; absent if none are served. */
  readonly mcpUrl?: string | undefined;
  /** The URL of the session API; absent if it is not served. */
  readonly sessionsUrl?: string | undefined;
  /** The URL that accepts message envelopes; absent if none does. */
  readonly messagesUrl?: string | undefined;
  /** The URL of A2A over gRPC; absent if it is not served. */
  readonly grpcUrl?: string | undefined;
}

/** A report of a worker to `dev`. */
export type WorkerReport =
  /**
   * The agent is loaded; `types` are those that the worker has written or found up to date, if it
   * was asked to.
   */
  | { readonly kind: 'loaded'; readonly types: AgentTypes | undefined }
  | { readonly kind: 'failed'; readonly message: string }
  | ({ readonly kind: 'listening'; readonly name: string; readonly skill: string } & DoorUrls)
  | { readonly kind: 'request'; readonly record: RequestRecord }
  | { readonly kind: 'log'; readonly entry: LogEntry };

/** An entry of the agent's log, which a worker reports to `dev`. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
