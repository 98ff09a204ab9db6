import type { Message } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import type { RestatedQuestion } from '../engine/restated-question.ts';
import { createAgentMessage } from './agent-message.ts';
import { type Assignment, describeWait } from './assignment.ts';
import { createQuestionMessage, type FollowUpForm } from './follow-up-form.ts';

/** The number of characters, as JSON, from which a question is not stored again as a whole. */
const MIN_SHORTENED = 4_096;

/** A question that is given to others, or taken, and the task that asks it. */
interface Restating {
  readonly question: FollowUpForm & { readonly assignment: Assignment };
  readonly taskId: string;
  readonly contextId: string;
  /** The place in the task's log of the status that has the whole question. */
  readonly wholeSeq: number;
}

/**
 * Makes the status message for a question whose assignment has changed. That of a long question has
 * the change alone, and engines make it whole again: see {@link RestatedQuestion}.
 */
export function restateQuestion({ question, taskId, contextId, wholeSeq }: Restating): Message {
  const whole = createQuestionMessage(question, { taskId, contextId });
  if (JSON.stringify(whole).length < MIN_SHORTENED) return whole;
  const { about: _about, otherwise: _otherwise, ...assignment } = question.assignment;
  const restated: RestatedQuestion = {
    question: question.question,
    restates: wholeSeq,
    assignment: { ...assignment },
  };
  return createAgentMessage(describeWait(assignment), {
    taskId,
    contextId,
    metadata: { [FOLLOW_UP_FORMS_EXTENSION_URI]: restated },
  });
}
