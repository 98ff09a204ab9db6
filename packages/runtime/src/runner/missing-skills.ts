import type { TaskLogger } from '@formwork/core';
import type { Lease } from '../engine/lease.ts';

/**
 * The advice for an agent that lacks the skill of a task. Two agents on one store claim each other's
 * tasks, and every claim uses up an attempt.
 */
const HINT =
  'If another version of this agent has the skill, nothing needs to be done. If another agent has it, give each agent a store of its own: another file, or on PostgreSQL another "schema" (?schema=NAME in the URL).';

/** The skills that tasks of the engine ask for and the agent of this process lacks. */
export class MissingSkills {
  readonly #logger: TaskLogger;
  readonly #noted = new Set<string | undefined>();

  constructor(logger: TaskLogger) {
    this.#logger = logger;
  }

  /** Logs a warning about the skill of a leased task, once for each skill. */
  note({ taskId, skillId }: Lease): void {
    if (this.#noted.has(skillId)) return;
    this.#noted.add(skillId);
    this.#logger.warn(
      'The agent lacks the skill of a task in its store, and uses up an attempt of it',
      { taskId, skillId: skillId ?? 'none: free text', hint: HINT },
    );
  }
}
