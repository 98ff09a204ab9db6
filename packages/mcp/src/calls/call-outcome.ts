import type { Outcome, Question, ReceivedFile } from '@formwork/client';
import { toVisit } from './to-visit.ts';

/** The part that all outcomes have. */
interface OutcomeBase {
  /** `''` if the agent keeps no task. */
  readonly taskId: string;
}

/** Where a call stands once its tool answers: over, at a question, or still running. */
export type CallOutcome =
  | (OutcomeBase & {
      readonly kind: 'completed';
      readonly contextId: string;
      /** `undefined` if the agent answered with text where data was promised. */
      readonly data: unknown;
      readonly text: string;
      /** The agent's words beside its result; `''` if there are none. */
      readonly conclusion: string;
      readonly files: readonly ReceivedFile[];
    })
  /** It goes on; the wait for it ended. Without a task the agent has not answered at all so far. */
  | (OutcomeBase & { readonly kind: 'working' })
  | (OutcomeBase & { readonly kind: 'question'; readonly question: Question })
  | (OutcomeBase & {
      readonly kind: 'auth';
      readonly text: string;
      readonly url: string | undefined;
    })
  | (OutcomeBase & {
      readonly kind: 'ended';
      readonly state: 'failed' | 'canceled' | 'rejected';
      readonly text: string;
    })
  /** The call itself did not work; the text is for the model. */
  | (OutcomeBase & {
      readonly kind: 'error';
      readonly text: string;
      readonly code: string;
      /** Of a request: `passing` if it may work later. Absent if the agent's answer is the problem. */
      readonly fault?: 'passing' | 'lasting';
    });

/** The outcome of a call by the client's outcome of its task. */
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
      return { kind: 'auth', taskId, text, url: toVisit(outcome.url)?.url };
    case 'failed':
    case 'canceled':
    case 'rejected':
      return { kind: 'ended', taskId, state: outcome.state, text };
  }
}
