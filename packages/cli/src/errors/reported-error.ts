import { CliError } from './cli-error.ts';
import type { ErrorReport } from './to-report.ts';

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
