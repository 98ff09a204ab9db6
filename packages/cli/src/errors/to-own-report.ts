import { CliError, ReportedError, type ErrorReport } from './errors.ts';

/** Reports an error that a command itself throws; `undefined` for others. */
export function toOwnReport(error: unknown): ErrorReport | undefined {
  if (error instanceof ReportedError) return error.report;
  if (!(error instanceof CliError)) return undefined;
  const { code, message, exitCode } = error;
  return { code, message, exitCode };
}
