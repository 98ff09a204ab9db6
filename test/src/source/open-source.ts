import type { AgentSource } from '@formwork/client';

/** The options of {@link OpenSource}: the headers that identify the caller. */
interface OpenSourceOptions {
  /** The headers of all requests, by which the agent knows the caller. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens an `AgentSource` for the agent at a URL, as a new process would. */
export type OpenSource = (url: string, options?: OpenSourceOptions) => Promise<AgentSource>;
