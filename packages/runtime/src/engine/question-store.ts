import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { isRecord } from '@formwork/schema/json';
import type { Scope } from '../scope.ts';
import { isInterruptedState, type NewTaskEvent } from './task-event.ts';

/** Selects open questions that were given to people. */
export interface QuestionQuery {
  /**
   * Selects questions that are given to one of these addresses, such as `user:kim` and
   * `role:approver`.
   */
  readonly to: readonly string[];
  /** The largest number of questions to list, from 1. */
  readonly limit: number;
  /** Lists only questions that come after this one, the last of the page before. */
  readonly after?: QuestionPosition;
}

/** The place of a question in the list of open questions. */
export type QuestionPosition = Pick<OpenQuestion, 'taskId' | 'askedAt'>;

/** An open question that was given to people: the task that waits for its answer. */
export interface OpenQuestion {
  readonly taskId: string;
  readonly scope: Scope;
  /** The time at which the question was first asked, ISO 8601. */
  readonly askedAt: string;
}

/** An open question at which something is to be done now, such as telling people about it. */
export interface DueQuestion extends OpenQuestion {
  /** The time at which the question was to wake, ISO 8601. */
  readonly wokeAt: string;
  /** The time of the engine's clock at which the question was claimed, ISO 8601. */
  readonly claimedAt: string;
  /** The time until which no other process gets the question from `claimDueQuestions`, ISO 8601. */
  readonly claimedUntil: string;
}

/**
 * Finds the open questions that were given to people. A question is open from the interrupted status
 * whose message gives it to addresses (see {@link findAddressees}) until the task's next status,
 * which MUST close it in the same transaction.
 *
 * A status that asks a long question again is written without what stays the same: its
 * metadata, under the URI of follow-up forms, have `restates`, the place of the status that has the
 * whole question. `get` and `read` MUST return it with that question's message.
 */
export interface QuestionStore {
  /**
   * Lists open questions that are given to any of some addresses, each once; the question that was
   * asked first comes first, and of those asked at the same time the one with the lower id of its
   * task, in the order of JavaScript's `<`. MUST NOT cost more the more tasks or questions there
   * are, except those of the page. The question of `after` may be closed or deleted meanwhile.
   */
  listQuestions(query: QuestionQuery): Promise<readonly OpenQuestion[]>;
  /**
   * Returns up to `limit` open questions whose time to wake has come, by the engine's clock; the
   * earliest comes first. They wake again after `ttlMs`, unless they are put off or closed, so that
   * work which was cut off is done again. Two calls at the same time MUST NOT get the same question.
   */
  claimDueQuestions(limit: number, ttlMs: number): Promise<readonly DueQuestion[]>;
  /**
   * Sets the time at which a claimed question wakes next, ISO 8601; without it, the question sleeps
   * until it is asked again. Does nothing if the question was claimed or asked again meanwhile.
   */
  putOffQuestion(question: DueQuestion, wakesAt?: string): Promise<void>;
}

/** The addresses that a question is given to, and its times in milliseconds since 1970. */
export interface Addressees {
  readonly to: readonly string[];
  readonly askedAt: number;
  /** The time at which the question wakes next; `null` if it sleeps until it is asked again. */
  readonly wakesAt: number | null;
}

/**
 * Finds the addressees that an event gives a question: the metadata of its message, under the URI of follow-up
 * forms, has `assignment: { to, askedAt?, wakesAt? }`. Both times are those of the event itself
 * unless they are given; `wakesAt: null` means never. Returns `undefined` for any other event.
 */
export function findAddressees(
  event: NewTaskEvent | undefined,
  time: number,
): Addressees | undefined {
  if (event?.kind !== 'status' || !isInterruptedState(event.state)) return undefined;
  const question: unknown = event.message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  const assignment = isRecord(question) ? question['assignment'] : undefined;
  if (!isRecord(assignment) || !Array.isArray(assignment['to'])) return undefined;
  const to = assignment['to'].filter((address) => typeof address === 'string');
  const { askedAt, wakesAt } = assignment;
  return {
    to: [...new Set<string>(to)],
    askedAt: readTime(askedAt) ?? time,
    wakesAt: wakesAt === null ? null : (readTime(wakesAt) ?? time),
  };
}

function readTime(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
