import { isUnacknowledged, type FailureEvent, type ThreadEntry } from '../agent/thread-entry.ts';
import type { FailureAdvice, TaskStateName } from '../messages/task/task-messages.ts';

/** Returns the state in which a task is shown to people, from its entry in the thread. */
export function toStateName(entry: ThreadEntry): TaskStateName {
  const { state, isReconnecting, taskId } = entry;
  if (isReconnecting) return isUnacknowledged(entry) ? 'waiting' : 'reconnecting';
  switch (state.kind) {
    case 'asking':
      return state.question.assignment === undefined ? 'asking' : 'others';
    case 'sending':
    case 'working':
    case 'authorizing':
      return state.kind;
    case 'done':
      return state.result.problems.length > 0 ? 'mismatch' : 'done';
    case 'ended':
      return state.end.state;
    case 'failed':
      return taskId === '' ? 'unsent' : 'failed';
  }
}

const ADVICE: ReadonlyMap<string, FailureAdvice> = new Map<string, FailureAdvice>([
  ['NETWORK', 'network'],
  ['UNAVAILABLE', 'network'],
  ['UNAUTHENTICATED', 'sign-in'],
  ['SIGN_IN', 'sign-in'],
  ['PERMISSION_DENIED', 'access'],
  ['RATE_LIMITED', 'later'],
  ['TASK_NOT_FOUND', 'gone'],
  ['STRUCTURED_INPUT_INVALID', 'input'],
]);

/** Chooses the advice that is shown for a failure, by its code and reason. */
export function toAdvice({ code, reason }: FailureEvent): FailureAdvice {
  if (code === 'INPUT_INVALID') return 'input';
  if (code === 'SKILL_UNUSABLE') return 'skill';
  return ADVICE.get(reason) ?? 'other';
}
