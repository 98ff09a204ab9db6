import type { Message } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import type { JsonSchema } from '@formwork/schema';
import { createAgentMessage } from './agent-message.ts';
import { type Assignment, describeWait } from './assignment.ts';

/** A request to the caller to sign in, or to give consent, at another web site. */
export interface Authorization {
  /** The URL at which the caller signs in or gives consent: `http` or `https`. */
  readonly url?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The key under which the answer is remembered to a question that any message answers. */
export const MESSAGE_KEY = 'ask-message';

/** A question that a task waits on. It is sent as metadata of the status message. */
export interface FollowUpForm {
  /** The number of the question in its task, from 0; an answer may name it. */
  readonly question: number;
  /** The key under which the answer is remembered, so that a later run of the handler gets it. */
  readonly key: string;
  /**
   * The text of the question, without the text that is added for callers that do not know the
   * extension.
   */
  readonly prompt: string;
  /** The name and schema of the form; present if the answer must be data. */
  readonly form?: { readonly name: string; readonly schema: JsonSchema };
  /**
   * The requested authorization; present if the caller must sign in or give consent, and answers
   * that it has.
   */
  readonly authorization?: Authorization;
  /** The people who may answer; absent if the task's caller is asked. */
  readonly assignment?: Assignment;
}

/**
 * Returns the state of a task that waits on a question: `auth-required` if it asks for
 * authorization.
 */
export function chooseQuestionState({
  authorization,
}: FollowUpForm): 'input-required' | 'auth-required' {
  return authorization === undefined ? 'input-required' : 'auth-required';
}

/** Options of {@link createQuestionMessage}. */
export interface QuestionOptions {
  readonly contextId: string;
  readonly taskId: string;
  /** The sentence that says why the last answer was not accepted; it stands before the question. */
  readonly complaint?: string;
  /** An example of data that fits the form, for callers that answer in text. */
  readonly example?: unknown;
}

/**
 * Makes the status message of a question: metadata for callers that know the extension, and text
 * for all others.
 */
export function createQuestionMessage(
  question: FollowUpForm,
  { contextId, taskId, complaint, example }: QuestionOptions,
): Message {
  const url = question.authorization?.url;
  const links = url === undefined ? [] : [url];
  const before = complaint === undefined ? [] : [complaint, ''];
  const text = [...before, question.prompt, ...links, ...listHints(question, example)];
  return createAgentMessage(text.join('\n'), {
    contextId,
    taskId,
    metadata: { [FOLLOW_UP_FORMS_EXTENSION_URI]: question },
  });
}

/** Lists the sentences below a question: who may answer it, or how to. At most one. */
export function listHints(
  { assignment, form }: Pick<FollowUpForm, 'assignment' | 'form'>,
  example: unknown,
): readonly string[] {
  if (assignment !== undefined) return [describeWait(assignment)];
  if (form === undefined) return [];
  const shown = example === undefined ? '' : ` such as ${JSON.stringify(example)}`;
  return [`Answer with JSON${shown}.`];
}

/** Reads the question from a status message; returns `undefined` if the message has none. */
export function readQuestion(message: Message | undefined): FollowUpForm | undefined {
  const question: unknown = message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  // The metadata can be trusted, because only the agent writes a task's status.
  return isQuestion(question) ? question : undefined;
}

function isQuestion(value: unknown): value is FollowUpForm {
  return typeof value === 'object' && value !== null && 'question' in value && 'key' in value;
}
