import { describeUnreadVariable } from '@formwork/schema/internal';

/** Options of {@link refuseUnreadVariables}. */
export interface UnreadVariablesOptions {
  /** The environment. Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Refuses variables of Formwork (`FORMWORK_...`) that are set and that a program does not read,
 * because it would start without what they ask for, such as a key that callers need. Empty ones
 * count as absent; those of other programs of Formwork, and addresses of services in a cluster, are
 * left alone.
 *
 * @example
 *
 * ```ts
 * import { refuseUnreadVariables } from '@formwork/server';
 *
 * refuseUnreadVariables(['FORMWORK_PORT'], { env: { FORMWORK_PORT: '4100' } });
 * ```
 *
 * @param read The names of the variables that the program reads.
 * @throws TypeError that names the variable
 */
export function refuseUnreadVariables(
  read: readonly string[],
  { env = process.env }: UnreadVariablesOptions = {},
): void {
  const reason = describeUnreadVariable(read, env);
  if (reason !== undefined) throw new TypeError(reason);
}
