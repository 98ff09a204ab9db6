import type { ListedAgent } from './services.ts';

/** The agents that a person can choose from. */
export interface AgentList {
  /** True if further agents can be opened by their address. */
  readonly isMany: boolean;
  readonly current: string | undefined;
  readonly list: readonly ListedAgent[];
  /** True if the agent was opened in this browser, so that it can be removed from the list. */
  readonly isOwn: (url: string) => boolean;
  readonly open: (url: string) => void;
  readonly remember: (agent: ListedAgent) => void;
  readonly remove: (url: string) => void;
}
