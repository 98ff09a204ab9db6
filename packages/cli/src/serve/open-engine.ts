import type * as Postgres from '@formwork/postgres';
import type { TaskEngine } from '@formwork/runtime';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError, UsageError } from '../errors/errors.ts';
import { makeFolder } from '../save/folders.ts';
import { openBlobs } from './open-blobs.ts';

/** The place where tasks are kept, parsed from the name of a store on the command line. */
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

/** The package of the PostgreSQL engine, an optional peer. */
const POSTGRES_PACKAGE = '@formwork/postgres';

/** The query parameter of a PostgreSQL URL that names the schema of the tables. */
const SCHEMA_PARAMETER = 'schema';

/**
 * The query parameter that is `true` if the URL leads to PgBouncer with `pool_mode = transaction`.
 */
const POOLER_PARAMETER = 'pgbouncer';

/**
 * Reads the name of a store: a path, `sqlite:` and a path, `postgres://...`, or `memory:`.
 *
 * @throws UsageError for the URL of anything else; the message shows no more than its protocol
 */
export function parseStore(name: string): StorePlace {
  if (name === 'memory:') return { kind: 'memory' };
  if (/^postgres(?:ql)?:\/\//iu.test(name)) return parsePostgres(name);
  const [, path] = /^sqlite:(?:\/\/(?=\/))?(.+)$/iu.exec(name) ?? [];
  if (path !== undefined) return { kind: 'sqlite', file: path };
  const [, protocol] = /^([a-z][a-z\d+.-]+):/iu.exec(name) ?? [];
  if (protocol === undefined && name.trim() !== '') return { kind: 'sqlite', file: name };
  throw new UsageError(
    `Cannot open the store because it must be a path, sqlite:PATH or postgres://...: current value is ${protocol === undefined ? 'empty' : `${JSON.stringify(`${protocol}:`)} and more`}`,
  );
}

/**
 * Parses a PostgreSQL URL, and takes out the query parameters that are meant for the engine. It
 * does not use `URL`, which refuses the URLs of sockets, because they have no host.
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
  return { kind: 'postgres', url, ...(schema !== null && { schema }), isPooled };
}

/** Describes a store to people, without its password. */
export function describeStore(name: string): string {
  const place = parseStore(name);
  if (place.kind === 'memory') return 'in memory: gone when the process ends';
  if (place.kind === 'sqlite') return place.file;
  const [, host = '', path = ''] =
    /^postgres(?:ql)?:\/\/(?:.*@)?([^/?#]*)([^?#]*)/isu.exec(place.url) ?? [];
  const schema = place.schema === undefined ? '' : `, schema ${place.schema}`;
  return `PostgreSQL at ${host === '' ? 'this machine' : host}${path}${schema}`;
}

/** Options of {@link openEngine}. */
export interface OpenEngineOptions {
  /** True throws for a store that does not exist. Default false: the store is created. */
  readonly mustExist?: boolean;
  /** The highest number of connections to a database. Default: that of a server. */
  readonly poolSize?: number;
  /** The bucket for long data, as `s3://bucket/prefix`. Default: they are stored with the tasks. */
  readonly blobs?: string;
  /** True asks the server of `blobs` whether the bucket can be used. Default false. */
  readonly checksBlobs?: boolean;
}

/**
 * Opens the engine of a store; `undefined` for `memory:`.
 *
 * @throws UsageError, EngineStorageError, EngineSchemaUnknownError, and S3Error for a bucket that is
 *   checked
 */
export async function openEngine(
  name: string,
  { mustExist = false, poolSize, blobs, checksBlobs: isChecked = false }: OpenEngineOptions = {},
): Promise<TaskEngine | undefined> {
  const place = parseStore(name);
  if (place.kind === 'memory') {
    if (blobs === undefined) return undefined;
    throw new UsageError(
      'Cannot keep long data in a bucket because the tasks are in memory: name their store, such as --store data/tasks.sqlite.',
    );
  }
  if (place.kind === 'postgres') {
    const { createPostgresEngine } = await loadPostgres();
    const { url, schema, isPooled } = place;
    const blobStore = blobs === undefined ? undefined : await openBlobs(blobs, { isChecked });
    return createPostgresEngine({
      url,
      isPooled,
      ...(blobStore && { blobStore }),
      ...(schema !== undefined && { schema }),
      ...(poolSize !== undefined && { poolSize }),
    });
  }
  if (mustExist && !existsSync(place.file)) {
    throw new UsageError(
      `Cannot open the store because there is no such file: ${JSON.stringify(place.file)}`,
    );
  }
  const blobStore =
    blobs === undefined
      ? undefined
      : await openBlobs(blobs, { folder: `${place.file}-blobs`, isChecked });
  if (!mustExist) await makeFolder(dirname(place.file), { mode: 0o700 });
  const { createSqliteEngine } = await import('@formwork/runtime/sqlite');
  return createSqliteEngine({ file: place.file, mustExist, ...(blobStore && { blobStore }) });
}

/** Loads the package of the PostgreSQL engine. @throws CliError when it is not installed */
export async function loadPostgres(): Promise<typeof Postgres> {
  return import('@formwork/postgres').catch((cause: unknown) => {
    throw new CliError(
      `Cannot open a PostgreSQL store because its package is not installed. Install it with: npm install ${POSTGRES_PACKAGE}. To keep tasks elsewhere, name a file with --store, or memory:.`,
      { cause },
    );
  });
}

/** Returns the store that `DATABASE_URL` names, if that is a PostgreSQL database. */
export function readDatabaseUrl(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { DATABASE_URL: url = '' } = env;
  return /^postgres(?:ql)?:\/\//iu.test(url) ? url : undefined;
}
