import type { EndedOutcome, Outcome, Question, ReceivedFile } from '@formwork/client';
import { toSignInAddress } from './sign-in-address.ts';

/** The fields that every outcome of a call has. */
interface OutcomeBase {
  /** The id of the agent's task; `''` if the agent keeps no task. */
  readonly taskId: string;
}

/**
 * The outcome of a call at the moment its tool answers: ended, paused at a question or a sign-in,
 * or still working.
 */
export type CallOutcome =
  | (OutcomeBase & {
      readonly kind: 'completed';
      readonly contextId: string;
      /**
       * The result of the skill; `undefined` if the agent answered with text although it promised
       * data.
       */
      readonly data: unknown;
      readonly text: string;
      /** The agent's words beside its result; `''` if there are none. */
      readonly conclusion: string;
      readonly files: readonly ReceivedFile[];
    })
  /**
   * The task is still working when the wait ends. Without a task id, the agent has not answered at
   * all yet.
   */
  | (OutcomeBase & { readonly kind: 'working' })
  | (OutcomeBase & { readonly kind: 'question'; readonly question: Question })
  | (OutcomeBase & {
      readonly kind: 'auth';
      readonly text: string;
      readonly url: string | undefined;
      /** The number of the sign-in; `undefined` if the agent does not number what it asks. */
      readonly number: number | undefined;
    })
  | (OutcomeBase & {
      readonly kind: 'ended';
      readonly state: EndedOutcome['state'];
      readonly text: string;
    })
  /** The call itself failed; its text is written for the model. */
  | (OutcomeBase & {
      readonly kind: 'error';
      readonly text: string;
      readonly code: string;
      /**
       * Whether a failed request may work later (`passing`) or not (`lasting`); absent if the
       * problem is the agent's answer.
       */
      readonly fault?: 'passing' | 'lasting';
    });

/** Turns the client's outcome of a task into the outcome of a call. */
export function readOutcome(outcome: Outcome<unknown>): CallOutcome {
  const { taskId, text } = outcome;
  switch (outcome.state) {
    case 'completed': {
      const { contextId, data, conclusion, files } = outcome;
      return { kind: 'completed', taskId, contextId, data, text, conclusion, files };
    }
    case 'input-required':
      return { kind: 'question', taskId, question: outcome.question };
    case 'auth-required':
      return {
        kind: 'auth',
        taskId,
        text,
        url: toSignInAddress(outcome.url)?.url,
        number: outcome.number,
      };
    case 'failed':
    case 'canceled':
    case 'rejected':
    case 'declined':
      return { kind: 'ended', taskId, state: outcome.state, text };
  }
}
