import type { Json } from '@formwork/core';
import type { OutgoingFile } from '../parts/outgoing-file.ts';
import type { Question } from './question.ts';

/** What a task wants that waits until its caller has signed in or consented somewhere else. */
export interface AuthorizationRequest {
  readonly taskId: string;
  /** What the agent says; never markup. */
  readonly text: string;
  /** Where: `http` or `https`. Whether to trust it is the caller's to decide. */
  readonly url: string | undefined;
}

/** What a handler is told that answers, or signs in, while a call waits for it. */
export interface HandlerCall {
  /**
   * Aborted when the call waits no longer, by its signal or its deadline: what the handler returns
   * after that counts for nothing. A handler that shows something SHOULD take it away then.
   */
  readonly signal: AbortSignal;
}

/** What a handler is told that answers a question. */
export interface QuestionCall extends HandlerCall {
  /** Sends files along with the answer, to agents that take files there. */
  readonly attach: (files: readonly OutgoingFile[]) => void;
}

/** How to wait for a task. */
export interface WaitOptions {
  /** Ends the wait; see `onAbort` for what becomes of the task. */
  readonly signal?: AbortSignal;
  /** How long to wait at most, in milliseconds, handlers included. Default: without end. */
  readonly deadlineMs?: number;
  /**
   * What becomes of a task whose wait ends by the signal or the deadline: `keep` lets it go on, so
   * that it can be found again by its id; `cancel` asks the agent to stop it. Default `keep`.
   */
  readonly onAbort?: 'keep' | 'cancel';
  /**
   * Answers what the task asks: data for a form, text otherwise. Without it questions are values:
   * the outcome of `run`, an event of `stream`, an error of `call`.
   */
  readonly onQuestion?: (question: Question, call: QuestionCall) => Json | Promise<Json>;
  /**
   * Does what a task wants that waits for authorization, such as showing `url` to a person, and
   * returns when that is done. Default: as for questions.
   */
  readonly onAuthorize?: (request: AuthorizationRequest, call: HandlerCall) => void | Promise<void>;
  /** False takes the result as it is, unchecked. Default true. */
  readonly validateOutput?: boolean;
}

/** How to answer, and how to wait for what comes of it. */
export interface AnswerOptions extends WaitOptions {
  /** Sent along with the answer, to agents that take files there. Default: none. */
  readonly files?: readonly OutgoingFile[];
}
