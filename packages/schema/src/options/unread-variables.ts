import { didYouMean } from '../problems/did-you-mean.ts';

/** Variables that other programs of Formwork read, and the tests of projects. */
const OF_OTHERS =
  /^FORMWORK_(?:LINK_SECRET|MCP_TOKEN|PINS|RECORD|SIGN_INS|SQLITE|TEST_\w+|TOKEN_\w+)$/u;

/** What Kubernetes and Docker set in every container beside a service whose name begins so. */
const SERVICE_NAME = /_SERVICE_(?:HOST$|PORT(?:$|_\w))|_PORT_\d+_(?:TCP|UDP|SCTP)(?:$|_\w)/u;
const SERVICE_ADDRESS = /^(?:tcp|udp|sctp):\/\//u;

/**
 * Returns why a program cannot start: a variable of Formwork is set that it does not `read`;
 * `undefined` if there is none. Commands and servers share it, because most commands load no
 * server.
 */
export function describeUnreadVariable(
  read: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const unread = Object.keys(env).find((name) => {
    const value = env[name] ?? '';
    if (!name.startsWith('FORMWORK_') || value === '' || read.includes(name)) return false;
    if (OF_OTHERS.test(name) || SERVICE_NAME.test(name)) return false;
    return !(name.endsWith('_PORT') && SERVICE_ADDRESS.test(value));
  });
  if (unread === undefined) return undefined;
  const expected = read.length === 0 ? 'absent' : `some of ${read.join(', ')}`;
  const suggestion = didYouMean(unread, read);
  const hint = suggestion === undefined ? '' : `, did you mean ${suggestion}?`;
  return `Cannot start because variables that begin with FORMWORK_ must be ${expected}: current variable is ${unread}${hint}`;
}
