import { FormworkError } from '@formwork/schema';
import { quote, didYouMean } from '@formwork/schema/json';

/** Thrown for a name that stands for no store. The message contains no password. */
export class StoreNameError extends FormworkError {
  readonly code = 'STORE_NAME';
}

/** The values of parameters that are checked, in words and as patterns. */
const VALUES: ReadonlyMap<string, readonly [expected: string, pattern: RegExp]> = new Map([
  ['schema', ['a name of 1 to 48 letters, digits or "_"', /^[A-Za-z_][A-Za-z0-9_]{0,47}$/u]],
  ['pgbouncer', ['true or false', /^(?:true|false)$/u]],
  [
    'sslmode',
    [
      'disable, prefer, require, verify-ca, verify-full or no-verify',
      /^(?:disable|prefer|require|verify-ca|verify-full|no-verify)$/u,
    ],
  ],
  ['port', ['a number from 1 to 65535', /^\d{1,5}$/u]],
  ['connect_timeout', ['a number of seconds', /^\d{1,6}$/u]],
]);

/** The parameters that libpq and the PostgreSQL driver know besides those in {@link VALUES}. */
const PASSED: readonly string[] =
  `application_name channel_binding client_encoding connect_timeout dbname fallback_application_name
  gssencmode host hostaddr keepalives keepalives_count keepalives_idle keepalives_interval
  krbsrvname load_balance_hosts options passfile password port require_auth replication service
  ssl sslcert sslcertmode sslcrl sslkey sslmode sslnegotiation sslpassword sslrootcert sslsni
  statement_timeout target_session_attrs tcp_user_timeout uselibpqcompat user`.split(/\s+/u);

const KNOWN: readonly string[] = ['schema', 'pgbouncer', ...PASSED];

/**
 * Reads the parameters of a PostgreSQL URL. Values are shown only where they are no secrets.
 *
 * @throws StoreNameError for an unknown parameter, and for a value that cannot be meant
 */
export function readStoreParameters(query: string): {
  /** The schema that has the tables; absent if the URL names none. */
  readonly schema?: string;
  /** True if the URL leads to PgBouncer with `pool_mode = transaction`. */
  readonly isPooled: boolean;
  /** The parameters that are meant for the connection, as they stand in the URL. */
  readonly connectionQuery: string;
} {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of parameters) checkParameter(name, value);
  const schema = parameters.get('schema');
  const connectionQuery = query
    .split('&')
    .filter((parameter) => parameter !== '' && !/^(?:schema|pgbouncer)=/u.test(parameter))
    .join('&');
  return {
    ...(schema !== null && { schema }),
    isPooled: parameters.get('pgbouncer') === 'true',
    connectionQuery,
  };
}

function checkParameter(name: string, value: string): void {
  if (!KNOWN.includes(name)) {
    const suggestion = didYouMean(name, KNOWN);
    const hint = suggestion === undefined ? '' : `, did you mean ${quote(suggestion)}?`;
    throw new StoreNameError(
      `Cannot open the store because its URL has an unknown parameter: current name is ${quote(name)}${hint}`,
    );
  }
  const [expected, pattern] = VALUES.get(name) ?? [];
  if (pattern === undefined || pattern.test(value)) return;
  throw new StoreNameError(
    `Cannot open the store because ${name} in its URL must be ${expected}: current value is ${quote(value)}`,
  );
}
