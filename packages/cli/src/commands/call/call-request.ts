import type { CallFlags } from './call-flags.ts';

/** What to call, and with what. */
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

/** The id of a task is the agent's: pasted into a shell it must be nothing but a word. */
function toShellWord(text: string): string {
  return /^[\w.:/-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
