import { FormworkError } from '@formwork/schema';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';

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
