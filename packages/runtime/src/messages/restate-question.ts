import type { Message } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import type { RestatedQuestion } from '../engine/restated-question.ts';
import { createAgentMessage } from './agent-message.ts';
import type { Assignment } from './assignment.ts';
import {
  createQuestionMessage,
  type FollowUpForm,
  listHints,
  type QuestionOptions,
} from './follow-up-form.ts';

/** The number of characters, as JSON, from which a question is not stored again as a whole. */
const MIN_SHORTENED = 4_096;

/**
 * Makes the status message that asks a question again, because its assignment has changed or an
 * answer did not fit. That of a long question has the change alone, and engines make it whole again:
 * see {@link RestatedQuestion}.
 */
export function restateQuestion(
  question: FollowUpForm,
  {
    wholeSeq,
    ...options
  }: QuestionOptions & {
    /** The place in the task's log of the status that has the whole question. */
    readonly wholeSeq: number;
  },
): Message {
  const whole = createQuestionMessage(question, options);
  if (JSON.stringify(whole).length < MIN_SHORTENED) return whole;
  const { contextId, taskId, complaint, example } = options;
  const restated: RestatedQuestion = {
    question: question.question,
    restates: wholeSeq,
    ...(question.assignment && { assignment: shorten(question.assignment) }),
    ...(complaint !== undefined && { complaint }),
  };
  return createAgentMessage(listHints(question, example).join(''), {
    taskId,
    contextId,
    metadata: { [FOLLOW_UP_FORMS_EXTENSION_URI]: restated },
  });
}

function shorten({ about: _about, otherwise: _otherwise, ...fields }: Assignment): Fields {
  return fields;
}

type Fields = Readonly<Record<string, unknown>>;
