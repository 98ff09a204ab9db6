import { isPublicError, isRejectedError, isRunEndedError } from '@formwork/core';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { OutputInvalidError } from '../errors.ts';
import { createAgentMessage } from '../protocol/agent-message.ts';

/** A task that takes its process down with it must not do so for ever. */
export function toExhaustion(snapshot: TaskSnapshot, maxAttempts: number): NewTaskEvent {
  return toFailed(
    snapshot,
    `The agent began this task ${maxAttempts} times and never came to an end.`,
  );
}

/** A task whose log is full can say no more than that. */
export function toOverflow(snapshot: TaskSnapshot): NewTaskEvent {
  return toFailed(snapshot, 'The agent said more about this task than can be kept.');
}

/** Why a run failed. */
export interface Failure {
  readonly error: unknown;
  /** How long the run was allowed to take, in milliseconds. */
  readonly timeoutMs: number | undefined;
}

/**
 * What the caller may know: public messages, that our answer was wrong, or only that it failed.
 * What a handler declines is rejected. Never throws: whatever was thrown, its task has to end.
 */
export function toFailure(snapshot: TaskSnapshot, failure: Failure): NewTaskEvent {
  if (isRejection(failure.error)) {
    return toEnd(snapshot, 'rejected', readText(failure) ?? 'The agent declined this task.');
  }
  return toFailed(snapshot, readText(failure) ?? 'The agent failed to do this task.');
}

/** True for what a handler throws to decline its task. Never throws. */
export function isRejection(error: unknown): boolean {
  try {
    return isRejectedError(error);
  } catch {
    return false;
  }
}

function readText(failure: Failure): string | undefined {
  try {
    return toText(failure);
  } catch {
    // Getters and proxies can throw wherever an error is read.
    return undefined;
  }
}

function toText({ error, timeoutMs = 0 }: Failure): string | undefined {
  if (isPublicError(error) || isRejectedError(error)) {
    const message: unknown = error.message;
    return typeof message === 'string' ? message : undefined;
  }
  if (error instanceof OutputInvalidError) {
    return `The agent's answer was invalid: it ${error.fault}.`;
  }
  if (isRunEndedError(error) && error.end === 'timeout') {
    return `The agent did not finish this task within ${timeoutMs / 1_000} s.`;
  }
  return undefined;
}

function toFailed(snapshot: TaskSnapshot, text: string): NewTaskEvent {
  return toEnd(snapshot, 'failed', text);
}

function toEnd(
  { id, contextId }: TaskSnapshot,
  state: 'failed' | 'rejected',
  text: string,
): NewTaskEvent {
  return { kind: 'status', state, message: createAgentMessage(text, { contextId, taskId: id }) };
}
