import type { ListedAgent } from './services.ts';

/** The agents that a person can choose from, and the actions on their list. */
export interface AgentList {
  /** True if the person can open further agents by their address. */
  readonly isMany: boolean;
  readonly current: string | undefined;
  readonly list: readonly ListedAgent[];
  /**
   * True for an agent that the person opened in this browser, so that they can remove it from the
   * list.
   */
  readonly isOwn: (url: string) => boolean;
  readonly open: (url: string) => void;
  readonly remember: (agent: ListedAgent) => void;
  readonly remove: (url: string) => void;
}
