import { CliError } from '../../errors/errors.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import type { RemoteFlags } from '../../remote/connect-options.ts';
import { toShellWord } from '../../terminal/to-shell-word.ts';
import type { Question } from '@formwork/client';

/** The skill to call, and its input. */
export interface CallRequest {
  readonly url: string;
  readonly skillId: string;
  readonly rest: readonly string[];
  readonly flags: CallFlags;
}

/** The command that goes on with a task. */
export function toGoOnCommand(taskId: string, { url, skillId }: CallRequest): string {
  const words = [url, skillId, '--task', taskId].map(toShellWord).join(' ');
  return `formwork call ${words}`;
}

/** The command's own flags; those of the skill are in its schema. */
export interface CallFlags extends RemoteFlags {
  /** File with the input; `-` is standard input. */
  readonly json?: string;
  readonly schema?: string;
  /** Files to send along. */
  readonly file?: readonly string[];
  readonly output?: 'table' | 'json';
  /** Folder for the files of the result. */
  readonly save?: string;
  readonly answer?: readonly string[];
  /** A task to go on with instead of a new one. */
  readonly task?: string;
  /** Seconds. */
  readonly timeout?: number;
  /** False asks nothing on the terminal. */
  readonly ask: boolean;
  /** False sends and takes unchecked. */
  readonly check: boolean;
  readonly verbose?: boolean;
  readonly help?: boolean;
}

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
