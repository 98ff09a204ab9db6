import type { Message } from '@a2a-js/sdk';
import { describeValue } from '@formwork/schema/json';

/** The form of an answer to a text: a task that callers can see, or a message alone. */
export type TextAnswer = 'task' | 'message';

/** The text whose form of answer is chosen. */
export interface AnsweredText {
  readonly text: string;
  /** The whole message of the caller, as {@link TaskContext.message} has it. */
  readonly message: Message;
}

/**
 * The form of the answer to every text, or a function that chooses it for each text before the
 * handler runs. The function MUST return the same for the same text.
 */
export type TextAnswerChoice = TextAnswer | ((textMessage: AnsweredText) => TextAnswer);

/**
 * Returns the form of the answer to a text. Default `task`.
 *
 * @throws TypeError if the author's function returns something else
 */
export function chooseTextAnswer(
  choice: TextAnswerChoice | undefined,
  textMessage: AnsweredText,
): TextAnswer {
  const chosen = typeof choice === 'function' ? choice(textMessage) : (choice ?? 'task');
  if (isTextAnswer(chosen)) return chosen;
  throw new TypeError(
    `Cannot answer the text because textAnswer must return "task" or "message": current value is ${describeValue(chosen)}`,
  );
}

/** True for the name of a form of answers. */
export function isTextAnswer(value: unknown): value is TextAnswer {
  return value === 'task' || value === 'message';
}
