import { type Message, Role } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { createValidator, type Problem } from '@formwork/schema';
import { randomUUID } from 'node:crypto';
import type { TaskEngine, TaskSummary } from '../engine/task-engine.ts';
import { isInterruptedState } from '../engine/task-event.ts';
import { bringWaiting } from '../engine/waiting-work.ts';
import { createTextPart } from '../messages/agent-message.ts';
import { type FollowUpForm, readQuestion } from '../messages/follow-up-form.ts';
import { answerTask, isStaleError } from '../protocol/answer-task.ts';
import type { TaskChange } from './change-task.ts';
import type { AnsweredFor } from './task-shape.ts';

/** The question that a task waits on, for an operator who may answer it. */
export interface AskedQuestion {
  /** The number of the question in its task, from 0. */
  readonly number: number;
  readonly prompt: string;
  /** The form of the answer; absent if any text will do. */
  readonly form?: FollowUpForm['form'];
}

/** Returns the question that a task waits on; `undefined` if it waits on none. */
export async function findQuestion(
  engine: Pick<TaskEngine, 'get'>,
  { scope, taskId }: Pick<TaskSummary, 'scope' | 'taskId'>,
): Promise<AskedQuestion | undefined> {
  const snapshot = await engine.get(scope, taskId);
  if (snapshot === undefined || !isInterruptedState(snapshot.state)) return undefined;
  const question = readQuestion(snapshot.statusMessage);
  if (question === undefined) return undefined;
  const { question: number, prompt, form } = question;
  return { number, prompt, ...(form !== undefined && { form }) };
}

/** The schema of an answer in text: without a word, the agent would ask again. */
const TEXT = { type: 'string', pattern: '\\S' } as const;

/** An answer that an operator gives for the caller of a task. */
export interface OperatorAnswer {
  /** The number of the question that is answered, so that a later one is not answered by mistake. */
  readonly question: number;
  /** The answer: data for a question with a form, else text. */
  readonly value: unknown;
  readonly answeredFor: AnsweredFor;
}

/**
 * Answers the question of a task for its caller. The answer is a message of the task's log, whose
 * metadata say who gave it and why. Nothing is written if the answer does not fit, or the task no
 * longer waits on that question.
 */
export async function answerFor(
  engine: TaskEngine,
  task: TaskSummary,
  { question: number, value, answeredFor }: OperatorAnswer,
): Promise<
  | TaskChange
  | {
      readonly kind: 'unfit';
      readonly problems: readonly Problem[];
    }
> {
  const snapshot = await engine.get(task.scope, task.taskId);
  if (snapshot === undefined) return { kind: 'refused', why: 'gone', state: task.state };
  const { state } = snapshot;
  const question = readQuestion(snapshot.statusMessage);
  if (!isInterruptedState(state) || question?.question !== number) {
    return { kind: 'refused', why: 'ended', state };
  }
  const problems = createValidator(question.form?.schema ?? TEXT).check(value);
  if (problems.length > 0) return { kind: 'unfit', problems };
  const isText = question.form === undefined;
  const message: Message = {
    messageId: randomUUID(),
    contextId: snapshot.contextId,
    taskId: snapshot.id,
    role: Role.ROLE_USER,
    parts: [
      isText
        ? createTextPart(String(value))
        : {
            content: { $case: 'data', value },
            metadata: undefined,
            filename: '',
            mediaType: 'application/json',
          },
    ],
    metadata: { [FOLLOW_UP_FORMS_EXTENSION_URI]: { question: number } },
    extensions: [],
    referenceTaskIds: [],
  };
  try {
    const author = { kind: 'operator', id: answeredFor.by, reason: answeredFor.reason } as const;
    await answerTask(snapshot, message, {
      engine,
      author,
      onAccepted: () => bringWaiting(engine, snapshot),
      claim: undefined,
      idempotencyKey: undefined,
    });
    return { kind: 'answered' };
  } catch (error) {
    // Another person answered first, or the task has ended meanwhile.
    if (isStaleError(error)) return { kind: 'refused', why: 'ended', state };
    throw error;
  }
}
