import type { CallSubject } from '../agents/call-subject.ts';
import type { CallOutcome } from './call-outcome.ts';
import { markRequest } from './shown-request.ts';

/** The highest number of questions for which people's invalid answers are remembered. */
const MAX_MISFITS = 1000;

/** A person's last answer to the question of a task, which did not fit the question's schema. */
interface Misfit {
  /** The number of answers that did not fit so far, this one included. */
  readonly round: number;
  readonly problem: string;
}

/**
 * The invalid answers of people, by the question, so that the fault can be named when it is asked
 * again.
 */
export interface Misfits {
  readonly of: (question: string) => Misfit | undefined;
  readonly add: (question: string, problem: string) => void;
  readonly forget: (question: string) => void;
}

/**
 * Returns the key of what an outcome asks. Ids of tasks are the agents' own, and the next question of
 * a task is another one.
 */
export function toMisfitKey(outcome: CallOutcome, { alias, url }: CallSubject): string {
  return JSON.stringify([alias, url, outcome.taskId, markRequest(outcome)]);
}

export function createMisfits(): Misfits {
  const misfits = new Map<string, Misfit>();
  return {
    of: (question) => misfits.get(question),
    add(question, problem) {
      const round = (misfits.get(question)?.round ?? 0) + 1;
      // A map keeps the place of a key that is set again, and the first is removed below.
      misfits.delete(question);
      misfits.set(question, { round, problem });
      const [oldest] = misfits.keys();
      if (misfits.size > MAX_MISFITS && oldest !== undefined) misfits.delete(oldest);
    },
    forget: (question) => void misfits.delete(question),
  };
}
