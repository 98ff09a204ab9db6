import type { Question } from '@formwork/client';
import { CliError } from '../../errors/errors.ts';
import { EXIT_CODES } from '../../exit-codes.ts';

/** Ends the wait for a task that asks something which nobody answers; the task is left as it is. */
export class NoAnswerError extends CliError {
  override readonly code = 'UNANSWERED';
  readonly question: Question;

  constructor(question: Question) {
    super(`Nobody answers ${JSON.stringify(question.prompt)}`, {
      exitCode: EXIT_CODES.unanswered,
    });
    this.question = question;
  }
}
