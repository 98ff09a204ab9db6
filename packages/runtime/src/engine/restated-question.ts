import type { Message } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { isRecord, toRecord } from '@formwork/schema/json';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The metadata of a status that asks a question again, because its assignment has changed or an
 * answer did not fit. The rest of the question stands in the status that asked it first, and is not
 * stored again.
 *
 * It lacks the fields by which programs of earlier versions know a question, so that they take the
 * task for one without a question, and never the question for one without a form.
 */
export interface RestatedQuestion {
  readonly question: number;
  /** The place in the task's log of the status that has the whole question. */
  readonly restates: number;
  /** The assignment without `about` and `otherwise`; absent if the caller is asked. */
  readonly assignment?: Fields;
  /** The sentence that says why the last answer was not accepted. */
  readonly complaint?: string;
}

/** Returns the place of the whole question that a message restates; `undefined` if it restates none. */
export function findWholeSeq(message: Message | undefined): number | undefined {
  return readRestated(message)?.restates;
}

/**
 * Makes a message whole that restates a question, whose own text is the sentence below the prompt.
 * Every other message stays unchanged. `original` is a whole message of the same question.
 */
export function fillQuestion(message: Message, original: Message | undefined): Message {
  const restated = readRestated(message);
  const whole: unknown = original?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  if (restated === undefined || !isRecord(whole)) return message;
  if (whole['question'] !== restated.question) return message;
  const assignment = fillAssignment(restated.assignment, whole['assignment']);
  const question = { ...whole, ...(assignment && { assignment }) };
  const metadata = { [FOLLOW_UP_FORMS_EXTENSION_URI]: question };
  const parts = message.parts.map((part) => addPrompt(part, whole, restated));
  return { ...message, metadata, parts };
}

function fillAssignment(restated: Fields | undefined, whole: unknown): Fields | undefined {
  if (restated === undefined || !isRecord(whole)) return restated;
  const { about, otherwise } = whole;
  return {
    ...restated,
    ...(about !== undefined && { about }),
    ...(otherwise !== undefined && { otherwise }),
  };
}

type Part = Message['parts'][number];

function addPrompt(
  part: Part,
  { prompt, authorization }: Fields,
  { complaint }: RestatedQuestion,
): Part {
  if (part.content?.$case !== 'text') return part;
  const { url } = toRecord(authorization);
  const hint = part.content.value === '' ? undefined : part.content.value;
  const before = complaint === undefined ? [] : [complaint, ''];
  const lines = [...before, prompt, url, hint].filter((line) => typeof line === 'string');
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
