import {
  type Agent,
  type AnySkill,
  isPublicError,
  isRejectedError,
  isRunEndedError,
  isTransientError,
  type RetryPolicy,
  type TaskLogger,
} from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { toWholeMs } from '../engine/whole-times.ts';
import { InputInvalidError, OutputInvalidError, SkillMissingError } from '../errors.ts';
import { createAgentMessage } from '../messages/agent-message.ts';
import type { RunOptions } from './run-options.ts';
import type { TruncatedTexts } from './truncated-texts.ts';

/**
 * Makes the event that fails a task after too many attempts. The task may have crashed its process
 * each time.
 */
export function createExhaustedEvent(snapshot: TaskSnapshot, maxAttempts: number): NewTaskEvent {
  return createFailedEvent(
    snapshot,
    `The agent began this task ${maxAttempts} times and never came to an end.`,
  );
}

/** Makes the event that fails a task whose log is full. */
export function createOverflowEvent(snapshot: TaskSnapshot): NewTaskEvent {
  return createFailedEvent(snapshot, 'The agent said more about this task than can be kept.');
}

/** Makes the event that fails a task whose results could not be stored, too many times. */
export function createUnstoredEvent(snapshot: TaskSnapshot): NewTaskEvent {
  return createFailedEvent(snapshot, 'The agent could not store what it did for this task.');
}

/** Counts a task that fails without an attempt. */
export function countFailure(
  reason: 'ATTEMPTS' | 'DAMAGED' | 'LOG_FULL' | 'UNSTORED',
  { telemetry, lease }: Pick<RunOptions, 'telemetry' | 'lease'>,
): void {
  telemetry?.add('failures', 1, { skill: lease.skillId ?? '', reason });
}

/** The error of a failed run, and the time limit of the run. */
interface Failure {
  readonly error: unknown;
  /** The time limit of the run, in milliseconds; `undefined` without one. */
  readonly timeoutMs: number | undefined;
  readonly texts: TruncatedTexts;
}

/**
 * Makes the event that ends a failed task. Its text for the caller is a public message, that the
 * answer was invalid, or only that the task failed. If the handler declined the task, the state is
 * `rejected`. Never throws.
 */
export function createFailureEvent(snapshot: TaskSnapshot, failure: Failure): NewTaskEvent {
  if (isRejection(failure.error)) {
    return createEndEvent(
      snapshot,
      'rejected',
      findPublicTextSafely(failure) ?? 'The agent declined this task.',
    );
  }
  return createFailedEvent(
    snapshot,
    findPublicTextSafely(failure) ?? 'The agent failed to do this task.',
  );
}

/**
 * Returns true for an error by which a handler declines its task, a `RejectedError`. Never throws.
 */
export function isRejection(error: unknown): boolean {
  try {
    return isRejectedError(error);
  } catch {
    return false;
  }
}

function findPublicTextSafely(failure: Failure): string | undefined {
  try {
    return findPublicText(failure);
  } catch {
    // Reading any property of a thrown value can throw, because of getters and proxies.
    return undefined;
  }
}

function findPublicText({ error, timeoutMs = 0, texts }: Failure): string | undefined {
  if (isPublicError(error) || isRejectedError(error)) {
    const message: unknown = error.message;
    return typeof message === 'string' ? texts.mend(message, 'the words of the error') : undefined;
  }
  if (error instanceof OutputInvalidError) {
    return `The agent's answer was invalid: it ${error.fault}.`;
  }
  if (isRunEndedError(error) && error.end === 'timeout') {
    return `The agent did not finish this task within ${timeoutMs / 1_000} s.`;
  }
  return undefined;
}

function createFailedEvent(snapshot: TaskSnapshot, text: string): NewTaskEvent {
  return createEndEvent(snapshot, 'failed', text);
}

function createEndEvent(
  { id, contextId }: TaskSnapshot,
  state: 'failed' | 'rejected',
  text: string,
): NewTaskEvent {
  return { kind: 'status', state, message: createAgentMessage(text, { contextId, taskId: id }) };
}

const RETRY_DEFAULTS = {
  maxAttempts: 5,
  delayMs: 1_000,
  maxDelayMs: 60_000,
  isTransient: isTransientError,
} as const;

/**
 * Returns the retry policy of a skill, or else of the agent, with its defaults; `undefined` if
 * neither has one.
 */
export function getRetryPolicy(
  agent: Agent,
  skill: AnySkill | undefined,
): Required<RetryPolicy> | undefined {
  const policy = skill?.retry ?? agent.retry;
  return policy && { ...RETRY_DEFAULTS, ...policy };
}

/**
 * The retry policy of tasks that this version of the agent cannot run. While replicas are replaced,
 * one of another version may be able to; the pauses are longer than a replica takes to start.
 */
const OTHER_VERSION = {
  maxAttempts: 5,
  delayMs: 15_000,
  maxDelayMs: 60_000,
  isTransient: () => true,
} as const;

/**
 * Returns the policy by which a task is tried again after an error: that of its skill or agent, or
 * the policy of other versions if this agent lacks the skill, or refuses input that was accepted
 * before. Returns `undefined` if there is no policy, or the handler declined the task.
 */
export function findRetryPolicy(
  error: unknown,
  {
    agent,
    skill,
  }: {
    readonly agent: Agent;
    readonly skill: AnySkill | undefined;
  },
): Required<RetryPolicy> | undefined {
  // A handler that declines a task has decided, so no policy applies.
  if (isRejection(error)) return undefined;
  return isForOtherVersion(error) ? OTHER_VERSION : getRetryPolicy(agent, skill);
}

/** Returns true if an attempt failed because the agent lacks the skill of the task. */
export function isSkillMissing(error: unknown): boolean {
  try {
    return error instanceof SkillMissingError;
  } catch {
    // Reading the class of a proxy can throw.
    return false;
  }
}

function isForOtherVersion(error: unknown): boolean {
  try {
    return isSkillMissing(error) || error instanceof InputInvalidError;
  } catch {
    // Reading the class of a proxy can throw.
    return false;
  }
}

/** A failed attempt at a task, and the values that decide whether there is another. */
interface FailedAttempt {
  readonly error: unknown;
  /** How often the handler has failed since its last new step, this time included. */
  readonly failures: number;
  readonly log: TaskLogger;
}

/**
 * Returns the time to wait before the next attempt, in milliseconds; `undefined` if no other
 * attempt follows. Never throws.
 */
export function findRetryDelay(
  policy: Required<RetryPolicy>,
  failed: FailedAttempt,
): number | undefined {
  const { error, failures } = failed;
  const { maxAttempts, delayMs, maxDelayMs } = policy;
  if (failures >= maxAttempts || !mayPass(policy, failed)) return undefined;
  const delay = Math.min(maxDelayMs, delayMs * 2 ** (failures - 1));
  const jittered = Math.ceil(delay * (1 - Math.random() / 2));
  return toWholeMs(Math.max(jittered, readRetryAfter(error)));
}

function readRetryAfter(error: unknown): number {
  try {
    const retryAfterMs = isTransientError(error) ? error.retryAfterMs : undefined;
    // A handler may have computed NaN from a header that is missing or is a date.
    return Number.isFinite(retryAfterMs) ? Number(retryAfterMs) : 0;
  } catch {
    return 0;
  }
}

function mayPass({ isTransient }: Required<RetryPolicy>, { error, log }: FailedAttempt): boolean {
  try {
    return isTransient(error);
  } catch (thrown) {
    log.error('Cannot ask isTransient', { error: toErrorText(thrown) });
    return false;
  }
}

/** Returns advice for the author of a handler about a failure, for the log. Never throws. */
export function adviseAuthor(
  error: unknown,
  {
    policy,
    failures,
    slip,
  }: {
    readonly policy: Required<RetryPolicy> | undefined;
    /** How often the handler has failed since its last new step, this time included. */
    readonly failures: number;
    /** The error of a question or an artifact that the handler did not await, if there is one. */
    readonly slip?: unknown;
  },
): string | undefined {
  try {
    if (slip instanceof Error && slip !== error) return slip.message;
    if (isRunEndedError(error)) return undefined;
    if (!(error instanceof Error)) {
      const type = error === null ? 'null' : typeof error;
      return `The handler threw a value of type ${type}, which has no stack: throw an Error, or a PublicError whose message the caller may read.`;
    }
    if (policy === undefined || failures >= policy.maxAttempts) return undefined;
    return policy.isTransient === isTransientError
      ? 'It is not tried again because only a TransientError is: throw one, or say in isTransient of retry what may pass.'
      : 'It is not tried again because isTransient of retry does not say that it may pass.';
  } catch {
    return undefined;
  }
}
