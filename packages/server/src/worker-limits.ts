import type { TaskLogger } from '@formwork/core';

/** Returns true in Workers, by the name that they have for it. */
function isWorker(): boolean {
  return navigator.userAgent === 'Cloudflare-Workers';
}

/**
 * Checks that notifications can be sent from here.
 *
 * @throws TypeError in Workers, whose connections do not show where they lead
 */
export function checkPushPlace(): void {
  if (!isWorker()) return;
  throw new TypeError(
    'Cannot take push configs because the address of a receiver must be checked when the connection is made, and a Worker does not show it: leave out push; callers subscribe to a task, or read it',
  );
}

/** Warns where an engine in memory, which is the default, keeps tasks for a short time only. */
export function warnOfShortMemory(logger: Pick<TaskLogger, 'warn'>): void {
  if (!isWorker()) return;
  logger.warn(
    'Tasks are in the memory of a Worker, which ends when no request has come for a while: a question that is answered later finds no task',
  );
}
