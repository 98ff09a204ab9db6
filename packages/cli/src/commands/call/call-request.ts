import { toShellWord } from '../../terminal/to-shell-word.ts';
import type { CallFlags } from './call-flags.ts';

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
