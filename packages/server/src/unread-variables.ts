import { didYouMean } from '@formwork/schema/internal';

/** Variables that other programs of Formwork read, and the tests of projects. */
const OF_OTHERS = /^FORMWORK_(?:LINK_SECRET|MCP_TOKEN|PINS|RECORD|SIGN_INS|TEST_\w+|TOKEN_\w+)$/u;

/** What Kubernetes and Docker set in every container beside a service whose name begins so. */
const SERVICE_NAME = /_SERVICE_(?:HOST$|PORT(?:$|_\w))|_PORT_\d+_(?:TCP|UDP|SCTP)(?:$|_\w)/u;
const SERVICE_ADDRESS = /^(?:tcp|udp|sctp):\/\//u;

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
  const unread = Object.keys(env).find((name) => {
    const value = env[name] ?? '';
    if (!name.startsWith('FORMWORK_') || value === '' || read.includes(name)) return false;
    if (OF_OTHERS.test(name) || SERVICE_NAME.test(name)) return false;
    return !(name.endsWith('_PORT') && SERVICE_ADDRESS.test(value));
  });
  if (unread === undefined) return;
  const expected = read.length === 0 ? 'absent' : `some of ${read.join(', ')}`;
  const near = didYouMean(unread, read);
  const hint = near === undefined ? '' : `, did you mean ${near}?`;
  throw new TypeError(
    `Cannot start because variables that begin with FORMWORK_ must be ${expected}: current variable is ${unread}${hint}`,
  );
}
