import {
  AbortedError,
  InvalidInputError,
  InvalidOutputError,
  RequestError,
  type Question,
} from '@formwork/client';
import { InterruptedError, ReportedError } from '../../errors/errors.ts';

import { toReport } from '../../errors/to-report.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import type { Interrupt } from '../../terminal/interrupt.ts';
import { toGoOnCommand, type CallRequest, NoAnswerError } from './call-request.ts';

/** The circumstances of a call that failed, for its error message. */
export interface CallFailure {
  readonly request: CallRequest;
  readonly interrupt: Interrupt;
  /** The id of the task, if the call learned it; some errors have a newer one. */
  readonly taskId: string | undefined;
}

/** Makes an error that says what became of a call and its task, and how to continue. */
export function toCallError(error: unknown, failure: CallFailure): unknown {
  const { request, interrupt } = failure;
  if (error instanceof NoAnswerError) return toOpenError(error.question, request);
  const taskId = getTaskId(error) ?? failure.taskId;
  if (error instanceof AbortedError || error instanceof InterruptedError) {
    const exitCode = interrupt.exitCode();
    const isTimeout = exitCode === EXIT_CODES.failed;
    const message = isTimeout
      ? error.message.replace('the call was aborted', 'the time of --timeout has passed')
      : error.message;
    const code = isTimeout ? 'DEADLINE_EXCEEDED' : error.code;
    return new ReportedError(
      { code, message, exitCode, ...(taskId !== undefined && { taskId }) },
      { cause: error },
    );
  }
  if (taskId === undefined || error instanceof ReportedError) return error;
  const report = toReport(error);
  const command = toGoOnCommand(taskId, request);
  const hint = toHint(error, command);
  const told = report.message.replace('agent.task(id) finds it again', `go on with ${command}`);
  const message = hint === '' ? told : `${told}\nTask ${taskId} ${hint}`;
  return new ReportedError({ ...report, message, taskId }, { cause: error });
}

function toHint(error: unknown, command: string): string {
  if (error instanceof InvalidInputError) {
    return `waits for another answer: ${command} --answer TEXT_OR_JSON`;
  }
  if (error instanceof InvalidOutputError) return `is done: ${command} --no-check`;
  if (error instanceof RequestError) return `may go on. See what becomes of it: ${command}`;
  return '';
}

/** Makes the error for a question that nobody is there to answer. */
export function toOpenError(question: Question, request: CallRequest): ReportedError {
  const { kind, prompt, taskId } = question;
  const command = `${toGoOnCommand(taskId, request)} --answer TEXT_OR_JSON`;
  return new ReportedError({
    code: 'QUESTION_OPEN',
    message: `Cannot give a result yet because the agent asks: ${prompt.trim()}\nThe task waits. Answer it with: ${command}, or without --answer on a terminal.`,
    exitCode: EXIT_CODES.unanswered,
    taskId,
    question: { kind, prompt, ...(question.kind === 'form' && { schema: question.schema }) },
  });
}

/** Makes the error for a task whose caller first has to sign in somewhere else. */
export function toOpenAuthError(
  { taskId, text, url }: { taskId: string; text: string; url: string | undefined },
  request: CallRequest,
): ReportedError {
  const place = url === undefined ? '' : ` ${url}`;
  return new ReportedError({
    code: 'AUTHORIZATION_OPEN',
    message: `Cannot give a result yet because the agent asks: ${text.trim()}${place}\nThe task waits. When that is done, go on with: ${toGoOnCommand(taskId, request)}`,
    exitCode: EXIT_CODES.unanswered,
    taskId,
    ...(url !== undefined && { url }),
  });
}

function getTaskId(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('taskId' in error)) return undefined;
  const { taskId } = error;
  return typeof taskId === 'string' && taskId !== '' ? taskId : undefined;
}
