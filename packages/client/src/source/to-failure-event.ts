import { isFormworkError, isRecord, type Problem } from '@formwork/core';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { RequestError } from '../errors/request-error.ts';
import { TaskError } from '../errors/task-error.ts';
import { readData } from '../parts/read-parts.ts';
import { readProblemDetails } from '../task/read-problem-details.ts';
import type { TaskView } from '../task/task-view.ts';
import { cutText, MAX_SAID } from './source-limits.ts';
import type { TaskEvent } from './task-event.ts';

/** What a stream ends with that something was thrown in. */
export function toFailureEvent(thrown: unknown, view: TaskView): TaskEvent {
  const base = { taskId: view.taskId() ?? '', contextId: view.contextId() };
  if (thrown instanceof TaskError) {
    const text = cutText(thrown.outcome.text, MAX_SAID);
    return { kind: 'ended', ...base, state: thrown.state, text, problems: readProblems(view) };
  }
  if (!isFormworkError(thrown)) {
    const message = thrown instanceof Error ? thrown.message : 'Something unexpected was thrown.';
    return toFailure(base, { code: 'UNEXPECTED', message });
  }
  const { code, message } = thrown;
  if (thrown instanceof InvalidInputError) {
    const reason = thrown.foundBy === 'agent' ? 'STRUCTURED_INPUT_INVALID' : '';
    return toFailure(base, { code, message, reason, problems: thrown.problems });
  }
  if (thrown instanceof RequestError) {
    const { reason, retryAfterMs } = thrown;
    const failure = toFailure(base, { code, message, reason });
    return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs };
  }
  return toFailure(base, { code, message });
}

type Failure = Extract<TaskEvent, { readonly kind: 'failure' }>;

function toFailure(
  base: Pick<Failure, 'taskId' | 'contextId'>,
  {
    message,
    ...rest
  }: Pick<Failure, 'code' | 'message'> & Partial<Pick<Failure, 'reason' | 'problems'>>,
): Failure {
  return {
    kind: 'failure',
    ...base,
    reason: '',
    problems: [],
    ...rest,
    message: cutText(message, MAX_SAID),
  };
}

/** What an agent says was wrong, that ended a task for it: in a data part, or in metadata. */
function readProblems(view: TaskView): readonly Problem[] {
  const message = view.message();
  const parts = [...(message?.parts ?? []), ...view.artifacts().flatMap((one) => one.parts)];
  const places: readonly unknown[] = [
    ...readData(parts).map(({ data }) => data),
    message?.metadata,
    ...(isRecord(message?.metadata) ? Object.values(message.metadata) : []),
  ];
  for (const place of places) {
    const problems = readProblemDetails(place);
    if (problems.length > 0) return problems;
  }
  return [];
}
