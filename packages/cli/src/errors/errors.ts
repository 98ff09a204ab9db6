import { FormworkError, type JsonSchema, type Problem } from '@formwork/schema';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';

/** Thrown to end a command. The message says what to do next. */
export class CliError extends FormworkError {
  readonly code: string = 'COMMAND_FAILED';
  readonly exitCode: ExitCode;

  constructor(
    message: string,
    {
      exitCode = EXIT_CODES.failed,
      ...options
    }: ErrorOptions & {
      /** The exit code of the process. Default `EXIT_CODES.failed`. */
      readonly exitCode?: ExitCode;
    } = {},
  ) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Thrown when the command line is wrong; nothing has been done yet. */
export class UsageError extends CliError {
  override readonly code = 'USAGE';

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { ...options, exitCode: EXIT_CODES.usage });
  }
}

/** Thrown when a person presses Ctrl-C at a prompt. */
export class InterruptedError extends CliError {
  override readonly code = 'INTERRUPTED';

  constructor(message = 'Interrupted.') {
    super(message, { exitCode: EXIT_CODES.interrupted });
  }
}

/** The report of an error, for people as text and for programs as JSON. */
export interface ErrorReport {
  readonly code: string;
  /**
   * The fault and the next step, in one or several lines. It may contain text from elsewhere, so it
   * must be made safe before it is printed.
   */
  readonly message: string;
  readonly exitCode: ExitCode;
  readonly problems?: readonly Problem[];
  /** The id of the task that the error is about. */
  readonly taskId?: string;
  /** The question that the task asks, and waits to be answered. */
  readonly question?: {
    readonly kind: 'form' | 'text';
    readonly prompt: string;
    /** The people who have to answer; absent if the caller is asked. */
    readonly to?: readonly string[];
    /** The schema of the answer, if the question is a form. */
    readonly schema?: JsonSchema;
  };
  /** The address where the caller has to sign in, if the task waits for that. */
  readonly url?: string;
}

/** Thrown with a finished report, which is printed instead of a report made from the error. */
export class ReportedError extends CliError {
  override readonly code: string;
  readonly report: ErrorReport;

  constructor(report: ErrorReport, options: ErrorOptions = {}) {
    super(report.message, { ...options, exitCode: report.exitCode });
    this.code = report.code;
    this.report = report;
  }
}

/** Makes the report of an error that a command itself throws; `undefined` for other errors. */
export function toCommandReport(error: unknown): ErrorReport | undefined {
  if (error instanceof ReportedError) return error.report;
  if (!(error instanceof CliError)) return undefined;
  const { code, message, exitCode } = error;
  return { code, message, exitCode };
}
