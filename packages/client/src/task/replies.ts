import type { Message } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import type { Json } from '@formwork/schema';
import { InvalidInputError, QuestionError } from '../errors.ts';
import type { OutgoingFile, Outcome, WaitOptions } from '../outcome.ts';
import { untilAborted } from '../transport/signals.ts';
import { createMessage, toContentParts, toFileParts, toJson } from './outgoing-message.ts';
import type { ReadQuestion } from './read-message.ts';

/** The most answers to the same question, before it counts as one that no answer satisfies. */
const MAX_REPEATS = 5;

/** The words of a caller who has come back; agents check themselves whether they have access. */
export const DONE = 'Done.';

/** An answer, and where it belongs. */
interface AnswerFields {
  readonly answer: Json;
  readonly taskId: string;
  readonly contextId: string;
  /** Default: a new one. */
  readonly messageId?: string;
}

/** Makes the message that answers a question. @throws InvalidInputError if it does not fit the form. */
export function createAnswer(
  question: ReadQuestion,
  { answer, taskId, contextId, messageId }: AnswerFields,
): Message {
  const name = question.kind === 'form' ? question.name : '';
  const content = toJson(answer, { schema: name, taskId });
  const problems = question.kind === 'form' ? question.check(content) : [];
  if (problems.length > 0)
    throw new InvalidInputError(problems, { schema: name, foundBy: 'client', taskId });
  return createMessage(toContentParts(content), {
    taskId,
    contextId,
    messageId,
    metadata: createAnswerMetadata(question.number),
  });
}

/** The metadata that names the question of an answer (follow-up forms, section 3). */
function createAnswerMetadata(
  question: number | undefined,
): Readonly<Record<string, unknown>> | undefined {
  return question === undefined ? undefined : { [FOLLOW_UP_FORMS_EXTENSION_URI]: { question } };
}

interface ReplyContext {
  readonly options: WaitOptions;
  /** How often each question was answered. */
  readonly asked: Map<string, number>;
  readonly signal: AbortSignal | undefined;
}

/** Asks the handlers for the message that a waiting task goes on with; `undefined` without a handler. */
export async function replyTo<Data>(
  outcome: Outcome<Data>,
  { options: { onQuestion, onAuthorize }, asked, signal }: ReplyContext,
): Promise<Message | undefined> {
  const { taskId, contextId, text } = outcome;
  const isAsking = outcome.state === 'input-required' && onQuestion !== undefined;
  const isWaiting = outcome.state === 'auth-required' && onAuthorize !== undefined;
  if (!isAsking && !isWaiting) return undefined;
  const number = isAsking ? outcome.question.number : undefined;
  const key = `${outcome.state} ${number} ${text}`;
  const times = (asked.get(key) ?? 0) + 1;
  asked.set(key, times);
  if (times > MAX_REPEATS) {
    throw new QuestionError(taskId, isAsking ? { text, question: outcome.question } : { text });
  }
  const call = { signal: signal ?? new AbortController().signal };
  if (isWaiting) {
    const { url } = outcome;
    await untilAborted(() => onAuthorize({ taskId, text, url }, call), signal);
    return createMessage(toContentParts(DONE), { taskId, contextId });
  }
  if (!isAsking) return undefined;
  const { question } = outcome;
  const files: OutgoingFile[] = [];
  const attach = (more: readonly OutgoingFile[]) => void files.push(...more);
  const answer = await untilAborted(() => onQuestion(question, { ...call, attach }), signal);
  return withFiles(createAnswer(question, { answer, taskId, contextId }), files);
}

/** The message with files behind its other parts. */
export async function withFiles(
  message: Message,
  files: readonly OutgoingFile[],
): Promise<Message> {
  return { ...message, parts: [...message.parts, ...(await toFileParts(files))] };
}
