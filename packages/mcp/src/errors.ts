import { FormworkError } from '@formwork/schema';

/** Thrown for settings of a bridge that cannot be used. */
export class BridgeError extends FormworkError {
  readonly code = 'BRIDGE_INVALID';
}

/** Thrown for a handle of a task that is invalid, expired, or made for another principal. */
export class HandleError extends FormworkError {
  readonly code = 'HANDLE_INVALID';
  /**
   * The reason why the handle is refused: `expired`, or `unknown`, which includes a handle that was
   * made for another caller.
   */
  readonly reason: 'unknown' | 'expired';

  constructor(problem: 'unknown' | 'expired', options?: ErrorOptions) {
    super(
      problem === 'expired'
        ? 'Cannot go on because the handle must not have expired: call the tool again'
        : 'Cannot go on because the handle must be one that this server gave to this caller, copied exactly',
      options,
    );
    this.reason = problem;
  }
}

/** Options of {@link LockError}. */
export interface LockErrorOptions extends ErrorOptions {
  /**
   * The kind of problem: the file is `missing`, its content is `invalid`, or reading or writing it
   * is `refused`.
   */
  readonly reason: 'missing' | 'invalid' | 'refused';
}

/** Thrown for a `bridge.lock` that cannot be used. */
export class LockError extends FormworkError {
  readonly code = 'LOCK_UNUSABLE';
  readonly reason: LockErrorOptions['reason'];

  constructor(message: string, { reason, ...options }: LockErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Thrown when an MCP server cannot be reached, or has no tool that can become a skill. */
export class McpServerError extends FormworkError {
  readonly code = 'MCP_SERVER_UNUSABLE';
}
