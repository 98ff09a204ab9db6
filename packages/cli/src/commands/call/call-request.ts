import type { Question } from '@formwork/client';
import { CliError } from '../../errors/errors.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import type { RemoteFlags } from '../../remote/connect-options.ts';
import { toShellWord } from '../../terminal/to-shell-word.ts';

/** A request of the command line to call a skill: the skill, the input and the flags. */
export interface CallRequest {
  readonly url: string;
  /** The id of the skill; absent for an agent that lists no skills. */
  readonly skillId?: string;
  readonly words: readonly string[];
  readonly flags: CallFlags;
}

/** Returns the command line with which a person continues a task later. */
export function toGoOnCommand(taskId: string, { url, skillId }: CallRequest): string {
  const target = skillId === undefined ? [url] : [url, skillId];
  const words = [...target, '--task', taskId].map((word) => toShellWord(word)).join(' ');
  return `formwork call ${words}`;
}

/** The flags of the command `call` itself; those of a skill come from its schema. */
export interface CallFlags extends RemoteFlags {
  /** The path of the file with the input as JSON; `-` is standard input. */
  readonly json?: string;
  readonly schema?: string;
  /** The paths of files to send with the input. */
  readonly file?: readonly string[];
  readonly output?: 'table' | 'json';
  /** The path of a folder in which the files of the result are saved. */
  readonly save?: string;
  readonly answer?: readonly string[];
  /** The id of an existing task to continue, instead of starting a new one. */
  readonly task?: string;
  /** The longest time to wait for the task, in seconds. */
  readonly timeout?: number;
  /** False never asks on the terminal for missing input or for answers. */
  readonly ask: boolean;
  /**
   * False sends the input, and accepts the result, without checking them by the skill's schemas.
   */
  readonly check: boolean;
  readonly verbose?: boolean;
  readonly help?: boolean;
}

/** Ends the wait for a task whose question stays unanswered. The task itself stays open. */
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
