/** The states of tasks that have ended. One index has the tasks of each in the order of time. */
export const FINISHED_STATES = ['completed', 'failed', 'canceled', 'rejected'] as const;

/**
 * The SQL condition that a task has ended, as the index `task_ended` has it: SQLite uses a partial
 * index only for statements that contain its condition. The states are compared one by one, because
 * SQLite builds a temporary table for a list of more than two.
 */
export const HAS_ENDED: string = `(${FINISHED_STATES.map((state) => `state = '${state}'`).join(' or ')})`;
