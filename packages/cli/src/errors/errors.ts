import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import { FormworkError, type JsonSchema, type Problem } from '@formwork/schema';

/** Options of {@link CliError}. */
export interface CliErrorOptions extends ErrorOptions {
  /** Default `EXIT_CODES.failed`. */
  readonly exitCode?: ExitCode;
}

/** Ends a command. The message says what to do next. */
export class CliError extends FormworkError {
  readonly code: string = 'COMMAND_FAILED';
  readonly exitCode: ExitCode;

  constructor(message: string, { exitCode = EXIT_CODES.failed, ...options }: CliErrorOptions = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Thrown when the command line is not one; nothing has been done. */
export class UsageError extends CliError {
  override readonly code = 'USAGE';

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { ...options, exitCode: EXIT_CODES.usage });
  }
}

/** Thrown when whoever sat at the terminal pressed Ctrl-C at a prompt. */
export class InterruptedError extends CliError {
  override readonly code = 'INTERRUPTED';

  constructor(message = 'Interrupted.') {
    super(message, { exitCode: EXIT_CODES.interrupted });
  }
}

/** The report of an error. */
export interface ErrorReport {
  readonly code: string;
  /** Tells the fault and the next step. May have several lines, and text of others: not safe to print. */
  readonly message: string;
  readonly exitCode: ExitCode;
  readonly problems?: readonly Problem[];
  /** The task that it is about. */
  readonly taskId?: string;
  /** The question of a task that waits for an answer. */
  readonly question?: {
    readonly kind: 'form' | 'text';
    readonly prompt: string;
    /** Of a form. */
    readonly schema?: JsonSchema;
  };
  /** Where to sign in, when the task waits for that. */
  readonly url?: string;
}

/** An error whose report is known already. */
export class ReportedError extends CliError {
  override readonly code: string;
  readonly report: ErrorReport;

  constructor(report: ErrorReport, options: ErrorOptions = {}) {
    super(report.message, { ...options, exitCode: report.exitCode });
    this.code = report.code;
    this.report = report;
  }
}
