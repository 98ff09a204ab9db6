import { EXIT_CODES } from '../exit-codes.ts';
import { CliError } from './cli-error.ts';

/** Thrown when whoever sat at the terminal pressed Ctrl-C at a prompt. */
export class InterruptedError extends CliError {
  override readonly code = 'INTERRUPTED';

  constructor(message = 'Interrupted.') {
    super(message, { exitCode: EXIT_CODES.interrupted });
  }
}
