import { FormworkError } from '@formwork/schema';

/** The place where tasks are kept, parsed from the name of a store. */
export type StorePlace =
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly file: string }
  /**
   * A schema of a PostgreSQL database. The URL usually contains a password and must never be
   * printed.
   */
  | {
      readonly kind: 'postgres';
      readonly url: string;
      readonly schema?: string;
      readonly isPooled: boolean;
    };

/** Thrown for a name that stands for no store. The message contains no password. */
export class StoreNameError extends FormworkError {
  readonly code = 'STORE_NAME';
}

/** The query parameter of a PostgreSQL URL that names the schema of the tables. */
const SCHEMA_PARAMETER = 'schema';

/**
 * The query parameter that is `true` if the URL leads to PgBouncer with `pool_mode = transaction`.
 */
const POOLER_PARAMETER = 'pgbouncer';

/**
 * Reads the name of a store: a path, `sqlite:` and a path, `postgres://...`, or `memory:`.
 *
 * @throws StoreNameError for the URL of anything else; the message shows no more than its protocol
 *
 * @example
 * ```ts
 * import { parseStore } from '@formwork/runtime/store';
 *
 * parseStore('postgres://db.internal/agents?schema=clerk');
 * // { kind: 'postgres', url: 'postgres://db.internal/agents', schema: 'clerk', isPooled: false }
 * ```
 */
export function parseStore(name: string): StorePlace {
  if (name === 'memory:') return { kind: 'memory' };
  if (/^postgres(?:ql)?:\/\//iu.test(name)) return parsePostgres(name);
  const [, path] = /^sqlite:(?:\/\/(?=\/))?(.+)$/iu.exec(name) ?? [];
  if (path !== undefined) return { kind: 'sqlite', file: path };
  const [, protocol] = /^([a-z][a-z\d+.-]+):/iu.exec(name) ?? [];
  if (protocol === undefined && name.trim() !== '') return { kind: 'sqlite', file: name };
  throw new StoreNameError(
    `Cannot open the store because it must be a path, sqlite:PATH or postgres://...: current value is ${protocol === undefined ? 'empty' : `${JSON.stringify(`${protocol}:`)} and more`}`,
  );
}

/**
 * Parses a PostgreSQL URL, and takes out the query parameters that are meant for the engine. It
 * only checks the rest by `URL`, which refuses the URLs of sockets, because they have no host.
 */
function parsePostgres(name: string): StorePlace {
  const [address = '', query = ''] = name.split(/\?(.*)/su);
  const given = new URLSearchParams(query);
  const schema = given.get(SCHEMA_PARAMETER);
  const isPooled = given.get(POOLER_PARAMETER) === 'true';
  const others = query
    .split('&')
    .filter((one) => one !== '' && !/^(?:schema|pgbouncer)=/u.test(one));
  const url = others.length === 0 ? address : `${address}?${others.join('&')}`;
  if (!URL.canParse(url.replace(/@(?=\/|\?|$)/u, '@localhost'))) {
    throw new StoreNameError(
      'Cannot open the store because its address must be postgres://USER:PASSWORD@HOST:PORT/DATABASE, with characters such as / # ? in the password written as %2F %23 %3F: current value is not shown, because it may contain a password',
    );
  }
  return { kind: 'postgres', url, ...(schema !== null && { schema }), isPooled };
}

/**
 * Describes a store to people, without its password.
 *
 * @throws StoreNameError for a name that stands for no store
 *
 * @example
 * ```ts
 * import { describeStore } from '@formwork/runtime/store';
 *
 * describeStore('postgres://ada:secret@db/agents'); // 'PostgreSQL at db/agents'
 * ```
 */
export function describeStore(name: string): string {
  const place = parseStore(name);
  if (place.kind === 'memory') return 'in memory: gone when the process ends';
  if (place.kind === 'sqlite') return place.file;
  const [, host = '', path = ''] =
    /^postgres(?:ql)?:\/\/(?:.*@)?([^/?#]*)([^?#]*)/isu.exec(place.url) ?? [];
  const schema = place.schema === undefined ? '' : `, schema ${place.schema}`;
  return `PostgreSQL at ${host === '' ? 'this machine' : host}${path}${schema}`;
}
