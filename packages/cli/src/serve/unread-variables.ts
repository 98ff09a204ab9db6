import { UsageError } from '../errors/errors.ts';
import { refuseUnreadVariables, type UnreadVariablesOptions } from '@formwork/server';

/**
 * Refuses a variable of Formwork that a command does not read, with the exit code of a wrong command
 * line.
 *
 * @throws UsageError that names the variable
 */
export function refuseUnread(read: readonly string[], { env }: UnreadVariablesOptions): void {
  try {
    refuseUnreadVariables(read, { ...(env && { env }) });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
