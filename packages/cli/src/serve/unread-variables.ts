import { describeUnreadVariable } from '@formwork/schema/internal';
import { UsageError } from '../errors/errors.ts';

/**
 * Refuses a variable of Formwork that a command does not read, with the exit code of a wrong command
 * line.
 *
 * @throws UsageError that names the variable
 */
export function refuseUnread(
  read: readonly string[],
  { env }: { readonly env: Readonly<Record<string, string | undefined>> },
): void {
  const reason = describeUnreadVariable(read, env);
  if (reason !== undefined) throw new UsageError(reason);
}
