import type { Message } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core/protocol';
import type { Json } from '@formwork/schema';
import { InvalidInputError, QuestionError } from '../errors.ts';
import type { OutgoingFile, Outcome, WaitOptions } from '../outcome.ts';
import { untilAborted } from '../transport/signals.ts';
import {
  createMessage,
  type MessageFields,
  toContentParts,
  toFileParts,
  toJson,
} from './outgoing-message.ts';
import type { ReadQuestion } from './read-message.ts';

/**
 * The most times that handlers answer the same question; after that it counts as one that no answer
 * satisfies.
 */
const MAX_REPEATS = 5;

/**
 * The text that tells an agent that its caller has signed in somewhere else; agents check the
 * access themselves.
 */
const DONE = 'Done.';

/**
 * Makes the message that answers a question.
 *
 * @throws InvalidInputError if the answer does not fit the form.
 */
export function createAnswer(
  question: ReadQuestion,
  {
    answer,
    taskId,
    contextId,
    messageId,
  }: {
    readonly answer: Json;
    readonly taskId: string;
    readonly contextId: string;
    /** The id of the answer's message. Default: a new UUID. */
    readonly messageId?: string | undefined;
  },
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

/**
 * Makes the message that tells an agent that its caller has signed in. It names the sign-in, so that
 * it is no answer to what the task asks next.
 */
export function createSignedInMessage(number: number | undefined, fields: MessageFields): Message {
  return createMessage(toContentParts(DONE), {
    ...fields,
    metadata: createAnswerMetadata(number),
  });
}

/**
 * Makes the metadata that tells which question a message answers (follow-up forms, section 3);
 * `undefined` for a question without a number.
 */
function createAnswerMetadata(
  question: number | undefined,
): Readonly<Record<string, unknown>> | undefined {
  return question === undefined ? undefined : { [FOLLOW_UP_FORMS_EXTENSION_URI]: { question } };
}

/**
 * Asks the caller's handlers for the answer to a waiting task, and returns it as a message;
 * `undefined` if no handler is given for it, or the task does not wait.
 */
export async function replyTo<Data>(
  outcome: Outcome<Data>,
  {
    options: { onQuestion, onAuthorize, waitForOthers },
    repeats,
    signal,
  }: {
    readonly options: WaitOptions;
    /**
     * The number of times that handlers answered each question of the task; it stops endless
     * repetitions.
     */
    readonly repeats: Map<string, number>;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Message | undefined> {
  const { taskId, contextId, text } = outcome;
  // The agent would refuse an answer to a question of others, unless the program knows better.
  const isAsking =
    outcome.state === 'input-required' &&
    onQuestion !== undefined &&
    (outcome.question.assignment === undefined || waitForOthers === false);
  const isWaiting = outcome.state === 'auth-required' && onAuthorize !== undefined;
  if (!isAsking && !isWaiting) return undefined;
  const number = isAsking ? outcome.question.number : undefined;
  const key = `${outcome.state} ${number} ${text}`;
  const times = (repeats.get(key) ?? 0) + 1;
  repeats.set(key, times);
  if (times > MAX_REPEATS) {
    throw new QuestionError(taskId, isAsking ? { text, question: outcome.question } : { text });
  }
  const call = { signal: signal ?? new AbortController().signal };
  if (isWaiting) {
    const { url, number: signIn } = outcome;
    await untilAborted(() => onAuthorize({ taskId, text, url }, call), signal);
    return createSignedInMessage(signIn, { taskId, contextId });
  }
  if (!isAsking) return undefined;
  const { question } = outcome;
  const files: OutgoingFile[] = [];
  const attach = (attachments: readonly OutgoingFile[]) => void files.push(...attachments);
  const answer = await untilAborted(() => onQuestion(question, { ...call, attach }), signal);
  return withFiles(createAnswer(question, { answer, taskId, contextId }), files);
}

/** Returns the message with the files appended to its parts. */
export async function withFiles(
  message: Message,
  files: readonly OutgoingFile[],
): Promise<Message> {
  return { ...message, parts: [...message.parts, ...(await toFileParts(files))] };
}
