import type { Message } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { isRecord } from '@formwork/schema/internal';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The metadata of a status that changes only the assignment of a question. The rest of the question
 * stands in the status that asked it, and is not stored again.
 *
 * It lacks the fields by which programs of earlier versions know a question, so that they take the
 * task for one without a question, and never the question for one without a form.
 */
export interface RestatedQuestion {
  readonly question: number;
  /** The place in the task's log of the status that has the whole question. */
  readonly restates: number;
  /** The assignment without `about` and `otherwise`. */
  readonly assignment: Fields;
}

/** Returns the place of the whole question that a message restates; `undefined` if it restates none. */
export function findWholeSeq(message: Message | undefined): number | undefined {
  return readRestated(message)?.restates;
}

/**
 * Makes a message whole that restates a question, whose own text is the sentence below the prompt.
 * Every other message stays unchanged. `asked` is a whole message of the same question.
 */
export function fillQuestion(message: Message, asked: Message | undefined): Message {
  const restated = readRestated(message);
  const whole: unknown = asked?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  if (restated === undefined || !isRecord(whole)) return message;
  if (whole['question'] !== restated.question) return message;
  const { about, otherwise } = isRecord(whole['assignment']) ? whole['assignment'] : {};
  const assignment = {
    ...restated.assignment,
    ...(about !== undefined && { about }),
    ...(otherwise !== undefined && { otherwise }),
  };
  const metadata = { [FOLLOW_UP_FORMS_EXTENSION_URI]: { ...whole, assignment } };
  return { ...message, metadata, parts: message.parts.map((part) => addPrompt(part, whole)) };
}

type Part = Message['parts'][number];

function addPrompt(part: Part, { prompt, authorization }: Fields): Part {
  if (part.content?.$case !== 'text') return part;
  const { url } = isRecord(authorization) ? authorization : {};
  const lines = [prompt, url, part.content.value].filter((line) => typeof line === 'string');
  return { ...part, content: { $case: 'text', value: lines.join('\n') } };
}

function readRestated(message: Message | undefined): RestatedQuestion | undefined {
  const stored: unknown = message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  // The metadata can be trusted, because only the agent writes a task's status.
  return isRestated(stored) ? stored : undefined;
}

function isRestated(value: unknown): value is RestatedQuestion {
  return isRecord(value) && typeof value['restates'] === 'number';
}
