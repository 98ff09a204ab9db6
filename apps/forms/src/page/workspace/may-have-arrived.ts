import { isGivenUp } from '@formwork/react/internal';
import type { ThreadEntry, ThreadMessage } from '@formwork/react';

/**
 * True if the agent may have the message of an entry although it named no task, because it failed or
 * was canceled before. The same message is sent under the id of the entry then, to be done once.
 */
export function mayHaveArrived(before: ThreadEntry, sent: ThreadMessage): boolean {
  const isOpen = isGivenUp(before) || (before.state.kind === 'failed' && before.taskId === '');
  return isOpen && JSON.stringify(before.sent) === JSON.stringify(sent);
}
