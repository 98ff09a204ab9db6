import { CliError } from './cli-error.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { JsonSchema } from '@formwork/schema';
import type { Problem } from '@formwork/schema';

/** What is told of an error. */
export interface ErrorReport {
  readonly code: string;
  /** What is wrong and what to do next. May have lines, and text of others: not safe to print. */
  readonly message: string;
  readonly exitCode: ExitCode;
  readonly problems?: readonly Problem[];
  /** The task that it is about. */
  readonly taskId?: string;
  /** What the task asks, when it waits for an answer. */
  readonly question?: {
    readonly kind: 'form' | 'text';
    readonly prompt: string;
    /** Of a form. */
    readonly schema?: JsonSchema;
  };
  /** Where to sign in, when the task waits for that. */
  readonly url?: string;
}

/** An error of which it is known already what is told. */
export class ReportedError extends CliError {
  override readonly code: string;
  readonly report: ErrorReport;

  constructor(report: ErrorReport, options: ErrorOptions = {}) {
    super(report.message, { ...options, exitCode: report.exitCode });
    this.code = report.code;
    this.report = report;
  }
}
