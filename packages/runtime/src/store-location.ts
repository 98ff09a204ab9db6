import { ESCAPED_PASSWORD, hasSplitPassword, toShownAddress } from '@formwork/schema/internal';
import { readStoreParameters, StoreNameError } from './store-parameters.ts';

/** The place where tasks are kept, parsed from the name of a store. */
export type StoreLocation =
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
export function parseStore(name: string): StoreLocation {
  if (name === 'memory:') return { kind: 'memory' };
  if (/^postgres(?:ql)?:\/\//iu.test(name)) return parsePostgres(name);
  const [, path] = /^sqlite:(?:\/\/(?=\/))?(.+)$/iu.exec(name) ?? [];
  if (path !== undefined) return { kind: 'sqlite', file: path };
  const [, protocol] = /^([a-z][a-z\d+.-]+):/iu.exec(name) ?? [];
  const isPath = protocol === undefined && name.trim() !== '' && !mayHoldPassword(name);
  if (isPath) return { kind: 'sqlite', file: name };
  throw new StoreNameError(
    `Cannot open the store because it must be a path, sqlite:PATH or postgres://...: current value is ${describeProtocol(name, protocol)}`,
  );
}

/** True for a misspelt URL, whose password must not be printed as a path. */
function mayHoldPassword(name: string): boolean {
  if (/\bpassword\s*=/iu.test(name)) return true;
  const [host = ''] = name.split(/[/\\]/u, 1);
  const colon = host.indexOf(':');
  if (colon > 0 && host.includes('@', colon)) return true;
  const parts = name.split('/');
  return parts.some((part, index) => index > 1 && parts[index - 1] === '' && part.includes('@'));
}

function describeProtocol(name: string, protocol: string | undefined): string {
  if (protocol !== undefined) return `${JSON.stringify(`${protocol}:`)} and more`;
  return name.trim() === '' ? 'empty' : 'not shown';
}

/**
 * Parses a PostgreSQL URL, and takes out the query parameters that are meant for the engine. It
 * only checks the rest by `URL`, which refuses the URLs of sockets, because they have no host.
 */
function parsePostgres(name: string): StoreLocation {
  if (hasSplitPassword(name)) throw createAddressError();
  const [address = '', query = ''] = name.split(/\?(.*)/su);
  const { connectionQuery, ...read } = readStoreParameters(query);
  const url = connectionQuery === '' ? address : `${address}?${connectionQuery}`;
  if (!URL.canParse(url.replace(/@(?=\/|\?|$)/u, '@localhost'))) throw createAddressError();
  return { kind: 'postgres', url, ...read };
}

function createAddressError(): StoreNameError {
  return new StoreNameError(
    `Cannot open the store because its address must be postgres://USER:PASSWORD@HOST:PORT/DATABASE, ${ESCAPED_PASSWORD}: current value is not shown, because it may contain a password`,
  );
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
  const store = parseStore(name);
  if (store.kind === 'memory') return 'in memory: gone when the process ends';
  if (store.kind === 'sqlite') return store.file;
  const schema = store.schema === undefined ? '' : `, schema ${store.schema}`;
  const shownAddress = toShownAddress(store.url);
  if (shownAddress === undefined) return `PostgreSQL at an address that is not shown${schema}`;
  const at = shownAddress.replace(/^\w+:\/\//u, '');
  return `PostgreSQL at ${at === '' || at.startsWith('/') ? 'this machine' : ''}${at}${schema}`;
}
