import type { Message } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import type { JsonSchema } from '@formwork/schema';
import { createAgentMessage } from './agent-message.ts';

/** A request to the caller to sign in, or to give consent, elsewhere. */
export interface Authorization {
  /** The URL at which the caller signs in or gives consent: `http` or `https`. */
  readonly url?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The key under which a question is remembered that any message answers. */
export const MESSAGE_KEY = 'ask-message';

/** A question that a task waits on. It is sent as metadata of the status message. */
export interface FollowUpForm {
  /** The number of the question in its task, from 0; an answer may name it. */
  readonly question: number;
  /** The name under which the question is remembered in its handler. */
  readonly key: string;
  /**
   * The question itself, without the text that is added for callers that do not know the extension.
   */
  readonly prompt: string;
  /** The name and schema of the form; present if the answer is data. */
  readonly form?: { readonly name: string; readonly schema: JsonSchema };
  /** The authorization that is requested; present if the answer only says that it was given. */
  readonly authorization?: Authorization;
}

/** Chooses the state of a task that waits on the question. */
export function chooseQuestionState({
  authorization,
}: FollowUpForm): 'input-required' | 'auth-required' {
  return authorization === undefined ? 'input-required' : 'auth-required';
}

/** Options of {@link createQuestionMessage}. */
interface QuestionOptions {
  readonly contextId: string;
  readonly taskId: string;
  /** The sentence before the prompt that says why an earlier answer was not accepted. */
  readonly complaint?: string;
  /** An example of the data, for callers that answer in text. */
  readonly example?: unknown;
}

/**
 * Makes the status message of a question: with metadata for callers that know the extension, and
 * text for the others.
 */
export function createQuestionMessage(
  question: FollowUpForm,
  { contextId, taskId, complaint, example }: QuestionOptions,
): Message {
  const shown = example === undefined ? '' : ` such as ${JSON.stringify(example)}`;
  const hint = question.form === undefined ? [] : [`Answer with JSON${shown}.`];
  const url = question.authorization?.url;
  const place = url === undefined ? [] : [url];
  const before = complaint === undefined ? [] : [complaint, ''];
  const text = [...before, question.prompt, ...place, ...hint];
  return createAgentMessage(text.join('\n'), {
    contextId,
    taskId,
    metadata: { [FOLLOW_UP_FORMS_EXTENSION_URI]: question },
  });
}

/** Reads the question from a status message; returns `undefined` if the message has none. */
export function readQuestion(message: Message | undefined): FollowUpForm | undefined {
  const found: unknown = message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  // We wrote it ourselves: callers cannot add to a status.
  return isQuestion(found) ? found : undefined;
}

function isQuestion(value: unknown): value is FollowUpForm {
  return typeof value === 'object' && value !== null && 'question' in value && 'key' in value;
}
