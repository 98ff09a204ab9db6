import { EXIT_CODES } from '../exit-codes.ts';
import { CliError } from './cli-error.ts';

/** Thrown when the command line is not one; nothing has been done. */
export class UsageError extends CliError {
  override readonly code = 'USAGE';

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { ...options, exitCode: EXIT_CODES.usage });
  }
}
