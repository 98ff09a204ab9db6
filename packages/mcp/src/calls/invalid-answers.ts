import type { CallTarget } from '../agents/call-target.ts';
import type { CallOutcome } from './call-outcome.ts';
import { markRequest } from './shown-request.ts';

/** The highest number of questions for which people's invalid answers are remembered. */
const MAX_MISFITS = 1000;

/** A person's last answer to the question of a task, which did not fit the question's schema. */
interface InvalidAnswer {
  /** The number of answers that did not fit so far, this one included. */
  readonly round: number;
  readonly problem: string;
}

/**
 * The invalid answers of people, by the question, so that the fault can be named when it is asked
 * again.
 */
export interface InvalidAnswers {
  readonly of: (question: string) => InvalidAnswer | undefined;
  readonly add: (question: string, problem: string) => void;
  readonly forget: (question: string) => void;
}

/**
 * Returns the key of what an outcome asks. Ids of tasks are the agents' own, and the next question of
 * a task is another one.
 */
export function toInvalidAnswerKey(outcome: CallOutcome, { alias, url }: CallTarget): string {
  return JSON.stringify([alias, url, outcome.taskId, markRequest(outcome)]);
}

export function createInvalidAnswers(): InvalidAnswers {
  const invalidAnswers = new Map<string, InvalidAnswer>();
  return {
    of: (question) => invalidAnswers.get(question),
    add(question, problem) {
      const round = (invalidAnswers.get(question)?.round ?? 0) + 1;
      // A map keeps the place of a key that is set again, and the first is removed below.
      invalidAnswers.delete(question);
      invalidAnswers.set(question, { round, problem });
      const [oldest] = invalidAnswers.keys();
      if (invalidAnswers.size > MAX_MISFITS && oldest !== undefined) invalidAnswers.delete(oldest);
    },
    forget: (question) => void invalidAnswers.delete(question),
  };
}
