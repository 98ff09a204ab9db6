import { FormworkError } from '@formwork/core';
import type { Question } from '../task/question.ts';

/**
 * Thrown by `call` when the task waits for something: for an answer, if there is a `question`, or
 * for the caller to authenticate somewhere else.
 */
export class QuestionError extends FormworkError {
  readonly code = 'QUESTION_OPEN';
  readonly taskId: string;
  /** Its `answer` goes on with the task. Absent if the task waits for authentication. */
  readonly question: Question | undefined;

  constructor(taskId: string, { text, question }: { text: string; question?: Question }) {
    const hint =
      question === undefined
        ? 'pass onAuthorize, or use run() and its outcome'
        : 'pass onQuestion, or use run() and its outcome';
    super(`Cannot give a result yet as the agent asks ${JSON.stringify(text)}: ${hint}`);
    this.taskId = taskId;
    this.question = question;
  }
}
