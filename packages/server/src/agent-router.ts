import type { Agent } from '@formwork/core';
import type { Router } from 'express';
import type { CallerDesk } from './caller.ts';
import type { ServedCard } from './shown-cards.ts';

/** The HTTP endpoints of an agent, as a router for the root of an express app. */
export interface AgentRouter extends CallerDesk {
  readonly router: Router;
  /**
   * Replaces the definition of the agent: its cards and its skills. Running tasks keep the
   * definition that they began with, also over questions, as long as this process lives.
   */
  readonly replaceAgent: (next: Agent) => void;
  /** Resolves to the public card as it is served now, once it has its signatures. */
  readonly readCard: () => Promise<ServedCard>;
  /**
   * Deletes a task of any owner in any state: its streams end and its handler's signal aborts.
   * Returns false if there is no such task. For operators; callers cannot delete tasks.
   */
  deleteTask(taskId: string): Promise<boolean>;
  /**
   * Refuses new messages, answers waiting calls, ends streams, aborts running tasks and frees all
   * resources of this agent. A handler that ignores its signal delays this by up to five seconds, a
   * slow receiver of notifications by one.
   */
  close(): Promise<void>;
}
