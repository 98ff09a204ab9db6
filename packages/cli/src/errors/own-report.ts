import { type ErrorReport, CliError, ReportedError } from './errors.ts';

/** Makes the report of an error that a command itself throws; `undefined` for other errors. */
export function toOwnReport(error: unknown): ErrorReport | undefined {
  if (error instanceof ReportedError) return error.report;
  if (!(error instanceof CliError)) return undefined;
  const { code, message, exitCode } = error;
  return { code, message, exitCode };
}
