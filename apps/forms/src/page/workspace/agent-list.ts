import type { ListedAgent } from './services.ts';

/** The agents that can be worked with. */
export interface AgentList {
  /** True if others can be opened by their address. */
  readonly isMany: boolean;
  readonly current: string | undefined;
  readonly list: readonly ListedAgent[];
  /** True if it is in the list of this browser, and can be removed. */
  readonly isOwn: (url: string) => boolean;
  readonly open: (url: string) => void;
  readonly remember: (agent: ListedAgent) => void;
  readonly remove: (url: string) => void;
}
