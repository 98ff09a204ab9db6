import { type Message, Role } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { createValidator } from '@formwork/schema';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { bringWaiting } from '../engine/waiting-work.ts';
import { createIdempotencyKey } from '../idempotency-key.ts';
import { answerTask, isStaleError, NEVER } from '../protocol/answer-task.ts';
import { AccessError } from '../protocol/permission.ts';
import {
  createNotFound,
  findAskedQuestion,
  findRefusal,
  type InboxPerson,
  QuestionError,
} from './open-question.ts';

/** The answer of a person: data for a form, or text. */
export interface InboxAnswer {
  /** The number of the question in its task. */
  readonly question: number;
  readonly data?: unknown;
  readonly text?: string;
  /**
   * The id of the answer, which others cannot guess: an answer that is sent again with the same id
   * counts once.
   */
  readonly messageId: string;
}

/** An answer, who gives it, and the engine of the task. */
interface GivenAnswer {
  readonly engine: Pick<TaskEngine, 'get' | 'reply'>;
  readonly person: InboxPerson;
  readonly answer: InboxAnswer;
}

/**
 * Gives the answer of a person to a task. A repetition of an answer that the task has taken does
 * nothing, however late it comes.
 *
 * @throws QuestionError for an answer that the task cannot take
 */
export async function giveAnswer(snapshot: TaskSnapshot, submission: GivenAnswer): Promise<void> {
  const { engine, person, answer } = submission;
  const { id: taskId, scope } = snapshot;
  const message = createAnswerMessage(snapshot, answer);
  const idempotencyKey = createIdempotencyKey({
    scope: person.scope,
    id: answer.messageId,
    content: [person.id, message],
  });
  const fault = findFault(snapshot, submission);
  if (fault !== undefined) {
    // A person who does not know that the answer was taken sends it again, when the task has gone on.
    if (idempotencyKey === undefined) throw fault;
    const reply = { expectedSeq: 0, events: NEVER, idempotencyKey };
    if ((await engine.reply(scope, taskId, { reply })).kind !== 'repeated') throw fault;
    return;
  }
  try {
    const { isByLink } = person;
    const author = { kind: 'caller', principal: person, ...(isByLink && { isByLink }) } as const;
    const onAccepted = (): void => bringWaiting(engine, snapshot);
    const options = { engine, claim: undefined, idempotencyKey, author, onAccepted };
    await answerTask(snapshot, message, options);
  } catch (error) {
    if (!(error instanceof AccessError || isStaleError(error))) throw error;
    // Another answer was faster; reading the question again tells how.
    const now = await engine.get(scope, taskId);
    throw (now && findFault(now, submission)) ?? createNotFound(taskId);
  }
}

/** Returns why a task cannot take an answer; `undefined` if it can. */
function findFault(
  snapshot: TaskSnapshot,
  { person, answer: { question: number, data, text = '' } }: Omit<GivenAnswer, 'engine'>,
): QuestionError | undefined {
  const openQuestion = findAskedQuestion(snapshot);
  if (openQuestion === undefined) return createNotFound(snapshot.id);
  const refusal = findRefusal(openQuestion, person);
  if (refusal !== undefined) return refusal;
  const { question, form } = openQuestion.question;
  if (number !== question) return createNotFound(snapshot.id);
  if (form !== undefined) {
    const problems = createValidator(form.schema).check(data);
    if (problems.length === 0) return undefined;
    const message = 'Cannot take the answer because it does not fit the form.';
    return new QuestionError('ANSWER_INVALID', message, { problems });
  }
  if (data === undefined && text.trim() !== '') return undefined;
  return new QuestionError('ANSWER_INVALID', 'Cannot take the answer because it must be text.');
}

/** Makes the message of an answer, the same one for each time that the answer is sent. */
export function createAnswerMessage(
  { id: taskId, contextId }: TaskSnapshot,
  { question, data, text = '', messageId }: InboxAnswer,
): Message {
  const attributes = { metadata: undefined, filename: '' };
  return {
    messageId,
    contextId,
    taskId,
    role: Role.ROLE_USER,
    parts: [
      data === undefined
        ? { content: { $case: 'text', value: text }, mediaType: 'text/plain', ...attributes }
        : { content: { $case: 'data', value: data }, mediaType: 'application/json', ...attributes },
    ],
    metadata: { [FOLLOW_UP_FORMS_EXTENSION_URI]: { question } },
    extensions: [],
    referenceTaskIds: [],
  };
}
