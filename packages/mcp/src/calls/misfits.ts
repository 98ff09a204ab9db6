/** The highest number of tasks for which people's invalid answers are remembered. */
const MAX_MISFITS = 1000;

/** A person's last answer to the question of a task, which did not fit the question's schema. */
interface Misfit {
  /** The number of answers that did not fit so far, this one included. */
  readonly round: number;
  readonly problem: string;
}

/**
 * The invalid answers of people, by the id of the task, so that the fault can be named when the
 * question is asked again.
 */
export interface Misfits {
  readonly of: (taskId: string) => Misfit | undefined;
  readonly add: (taskId: string, problem: string) => void;
  readonly forget: (taskId: string) => void;
}

export function createMisfits(): Misfits {
  const misfits = new Map<string, Misfit>();
  return {
    of: (taskId) => misfits.get(taskId),
    add(taskId, problem) {
      const round = (misfits.get(taskId)?.round ?? 0) + 1;
      // A map keeps the place of a key that is set again, and the first is removed below.
      misfits.delete(taskId);
      misfits.set(taskId, { round, problem });
      const [oldest] = misfits.keys();
      if (misfits.size > MAX_MISFITS && oldest !== undefined) misfits.delete(oldest);
    },
    forget: (taskId) => void misfits.delete(taskId),
  };
}
