import { FormworkError, type Problem } from '@formwork/schema';

/**
 * Thrown when the agent refuses a message: the input does not fit its schema, the task waits for no
 * answer, or the caller lacks a permission. The message is what a caller of the agent reads.
 */
export class MessageRefusedError extends FormworkError {
  readonly code = 'MESSAGE_REFUSED';
  /** The reason for programs, such as `STRUCTURED_INPUT_INVALID`; `''` if the agent gave none. */
  readonly reason: string;
  /** The problems that were found in the input; empty if the input was refused for something else. */
  readonly problems: readonly Problem[];

  constructor(
    message: string,
    options: ErrorOptions & { readonly reason: string; readonly problems: readonly Problem[] },
  ) {
    super(message, options);
    this.reason = options.reason;
    this.problems = options.problems;
  }
}

/**
 * Thrown when a test asks a task for something that its state does not allow, such as the result of
 * a task that failed. The message has the state, the agent's words, and the errors of the handler.
 */
export class TaskStateError extends FormworkError {
  readonly code = 'TASK_STATE';
}

/**
 * Thrown when scripted answers do not match the questions of a task: an answer is missing, left
 * over, or refused. The message names the question or the answer.
 */
export class ScriptError extends FormworkError {
  readonly code = 'SCRIPT_MISMATCH';
}

/** Thrown when a fault that a test ordered did not happen before the task ended. */
export class FaultMissedError extends FormworkError {
  readonly code = 'FAULT_MISSED';
}

/** Thrown by `checkSkill` for the smallest input that it found for which the skill fails. */
export class SkillCheckError extends FormworkError {
  readonly code = 'SKILL_CHECK_FAILED';
  /** The name of the input schema that the failing input fits. */
  readonly schema: string;
  /** The smallest input that fails. */
  readonly input: unknown;
  /** The seed of the run; `checkSkill` with the same seed tries the same inputs. */
  readonly seed: number;

  constructor(
    message: string,
    options: ErrorOptions & {
      readonly schema: string;
      readonly input: unknown;
      readonly seed: number;
    },
  ) {
    super(message, options);
    this.schema = options.schema;
    this.input = options.input;
    this.seed = options.seed;
  }
}

/**
 * Thrown when a recording cannot be used: the file is missing, is no recording of this version, or
 * has data that does not fit the schemas of its agent. The message says how to record again.
 */
export class RecordingError extends FormworkError {
  readonly code = 'RECORDING_UNUSABLE';
}

/**
 * Thrown for a request that a recording does not have. The message names the request, the recorded
 * ones that are closest to it, and how to record again.
 */
export class RequestNotRecordedError extends FormworkError {
  readonly code = 'REQUEST_NOT_RECORDED';
}
