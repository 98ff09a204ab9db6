import type { AgentSource } from '@formwork/client';

/** What a source is opened with. */
interface OpenSourceOptions {
  /** Says who calls. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a source of the agent at a URL, as a process would that has just begun. */
export type OpenSource = (url: string, options?: OpenSourceOptions) => Promise<AgentSource>;
