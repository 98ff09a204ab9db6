import { EngineStorageError } from '@formwork/runtime';
import { FormworkError } from '@formwork/schema';
import pg from 'pg';

/** Describes what went wrong between an engine and its database. */
export interface ConnectionFaults {
  /** Names the host, the port and the database, never the password, as "PostgreSQL at ...". */
  readonly label: string;
  /** Makes the error of a refusal that a question has found, with the code that a statement has. */
  readonly refuse: (code: string) => EngineStorageError;
  /** Makes the error of a connection that could not be opened. */
  toConnectError(error: unknown): EngineStorageError;
  /**
   * Makes the error of a statement that failed; returns errors that are not of the database as they
   * are.
   */
  toStorageError(error: unknown): unknown;
}

/**
 * The error codes after which a call tries again to connect: the server takes no connections for
 * the moment, because it starts, stops, or has none left.
 */
const UNREACHABLE: ReadonlySet<string> = new Set(
  '57P01 57P02 57P03 53300 ECONNREFUSED ECONNRESET ENOENT ETIMEDOUT EPIPE EHOSTUNREACH'.split(' '),
);

/** True if the server takes no connections for the moment, so that another attempt may succeed. */
export function isUnreachable(error: unknown): boolean {
  return UNREACHABLE.has(codeOf(error));
}

/** The messages with which the driver gives a connection up, in errors that have no code. */
const LOST = /timeout|connection terminated|not queryable/iu;

/** True if the driver gave a connection up, because the server did not answer or was gone. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && !('code' in error) && LOST.test(error.message);
}

/**
 * The codes of errors that last until an operator corrects the user, the password, the name of the
 * database or the rights of the user.
 */
const LASTING: ReadonlySet<string> = new Set(['28P01', '28000', '3D000', '3F000', '42501']);

/** The codes of certificates that are not trusted. */
const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME/u;

/** True if waiting does not help, because the address, the user or its rights must change. */
function isLasting(error: unknown): boolean {
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : '';
  return (
    LASTING.has(code) ||
    CERTIFICATE.test(code) ||
    MISCONFIGURED.some(([pattern]) => pattern.test(text))
  );
}

/**
 * True if the error was reported by a pooler that has lost the server (class 08), or by a server
 * that does not know what became of a statement, so that a commit may count.
 */
function isLostAnswer(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('08') || code === '40003';
}

/**
 * Makes the descriptions for a database. The client is never connected: it only knows the address
 * that settings, environment and defaults lead to.
 */
export function createConnectionFaults(client: pg.Client, schema: string): ConnectionFaults {
  const { host, port, database = '', user = '' } = client;
  const at = host.startsWith('/') ? `the socket in ${host}, port ${port}` : `${host}:${port}`;
  const label = `PostgreSQL at ${at}, database ${JSON.stringify(database)}`;

  function describe(error: unknown): string {
    const code = codeOf(error);
    const { reason, advice } = explain(error, { database, user, schema });
    return `Cannot use ${label}, because ${reason} (${code})${advice === '' ? '' : `: ${advice}`}`;
  }

  return {
    label,
    refuse(storageCode) {
      const error = Object.assign(new Error('refused'), { code: storageCode });
      return new EngineStorageError(storageCode, {
        message: describe(error),
        isLasting: isLasting(error),
      });
    },
    toConnectError: (error) =>
      new EngineStorageError(codeOf(error), {
        cause: error,
        message: describe(error),
        isAway: true,
        isLasting: isLasting(error),
      }),
    toStorageError(error) {
      if (isOwn(error)) return error;
      const isAnswer =
        error instanceof pg.DatabaseError && !isUnreachable(error) && !isLostAnswer(error);
      // If the answer to a commit was lost, only another read can tell whether the commit counts.
      return new EngineStorageError(codeOf(error), {
        cause: error,
        message: describe(error),
        mayBeStored: !isAnswer,
        isAway: !isAnswer,
        isLasting: isLasting(error),
      });
    },
  };
}

function isOwn(error: unknown): boolean {
  return (
    error instanceof FormworkError || error instanceof TypeError || error instanceof RangeError
  );
}

/**
 * Returns the error code of PostgreSQL or the system; `CONNECTION_LOST` for an error without one.
 */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return hasCode ? String(error.code) : 'CONNECTION_LOST';
}

/** The fault of a connection in words, and the advice for it. */
interface Explanation {
  readonly reason: string;
  /** The next step; empty if there is none. */
  readonly advice: string;
}

const CHECK_ADDRESS = 'start PostgreSQL, or correct the host and the port';

/** The explanations of error codes that mean the same for every database. */
const EXPLANATIONS: ReadonlyMap<string, readonly [reason: string, advice: string]> = new Map([
  ['ECONNREFUSED', ['nothing listens there', CHECK_ADDRESS]],
  ['ENOENT', ['there is no such socket', CHECK_ADDRESS]],
  ['ENOTFOUND', ['no host has this name', 'correct the name of the host']],
  ['EAI_AGAIN', ['the name of the host cannot be looked up now', 'check the network']],
  ['ETIMEDOUT', ['the host does not answer', 'check the host and the network']],
  ['EHOSTUNREACH', ['no way leads to the host', 'check the host and the network']],
  ['ENETUNREACH', ['no way leads to the host', 'check the host and the network']],
  ['53300', ['it has no connection left', 'raise its max_connections, or lower poolSize']],
  ['57P01', ['it is being shut down', 'it is used again once it is back']],
  ['57P02', ['it has crashed', 'it is used again once it is back']],
  ['57P03', ['it is starting or stopping', 'it is used again once it is back']],
  ['57014', ['a statement took too long', 'look at its load, or raise statementTimeoutMs']],
  ['53100', ['its disk is full', 'make room on it']],
  ['25006', ['it only takes reads', 'name the primary server, not a standby']],
]);

/** Messages of errors without a code of their own, which last until the address is corrected. */
const MISCONFIGURED: readonly (readonly [RegExp, reason: string, advice: string])[] = [
  [
    /unsupported startup parameter/iu,
    'it looks like PgBouncer, which is used without pgbouncer=true',
    'add ?pgbouncer=true to the URL (isPooled: true in code)',
  ],
  [
    /does not support SSL/iu,
    'it does not speak TLS',
    'leave sslmode out of the URL, or turn TLS on at the server',
  ],
  [
    /client password must be/iu,
    'it asks for a password and none is given',
    'put one into the URL, PGPASSWORD or ~/.pgpass',
  ],
];

/** Messages of errors that have no code, or one that says too little. */
const BY_MESSAGE: typeof MISCONFIGURED = [
  ...MISCONFIGURED,
  [
    /timeout expired|connection timeout|timeout exceeded/iu,
    'it gave no connection in time',
    'check the host, the port and the load of the server',
  ],
  [/read timeout/iu, 'it does not answer', 'check the server and the network'],
];

/** Who uses what: the names that an address and its options lead to. */
interface Names {
  readonly database: string;
  readonly user: string;
  readonly schema: string;
}

function explain(error: unknown, names: Names): Explanation {
  if (error instanceof AggregateError) return explain(error.errors[0], names);
  const { database, user } = names;
  const text = error instanceof Error ? error.message : '';
  const entry = BY_MESSAGE.find(([pattern]) => pattern.test(text));
  if (entry !== undefined) return { reason: entry[1], advice: entry[2] };
  const code = codeOf(error);
  if (code === '28P01') {
    return {
      reason: `the password of user ${JSON.stringify(user)} was refused`,
      advice: 'correct the user or the password in the URL, in PGPASSWORD or in ~/.pgpass',
    };
  }
  if (code === '28000') {
    return {
      reason: `user ${JSON.stringify(user)} may not log in`,
      advice: 'correct the user, create the role, or allow it in pg_hba.conf',
    };
  }
  if (code === '3D000') {
    return {
      reason: 'the database does not exist',
      advice: `correct its name, or create it: createdb ${database}`,
    };
  }
  if (code === '42501') return explainRefusal(text, names);
  const [reason, advice] = EXPLANATIONS.get(code) ?? [];
  if (reason !== undefined && advice !== undefined) return { reason, advice };
  if (CERTIFICATE.test(code)) {
    return {
      reason: 'its certificate is not trusted',
      advice: 'name its authority with sslrootcert in the URL',
    };
  }
  if (code === 'CONNECTION_LOST' || code === 'ECONNRESET' || code === 'EPIPE') {
    return { reason: 'the connection was lost', advice: 'check the server and the network' };
  }
  return { reason: 'it does not take reads and writes', advice: '' };
}

/**
 * Explains that the user may not do something, and what to grant. Where the server writes in another
 * language than English, it says what the user needs in all.
 */
function explainRefusal(text: string, { database, user, schema }: Names): Explanation {
  const [role, quotedSchema] = [quote(user), quote(schema)];
  const on = (reason: string, grant: string): Explanation => ({
    reason: `user ${role} ${reason}`,
    advice: `grant ${grant} to ${role}`,
  });
  if (text.startsWith('permission denied for database')) {
    return on(
      `may not connect to the database, or make schema ${quotedSchema} in it`,
      `connect, create on database ${quote(database)}`,
    );
  }
  if (text.startsWith('permission denied for schema')) {
    return on(`may not use schema ${quotedSchema}`, `usage, create on schema ${quotedSchema}`);
  }
  if (text.startsWith('must be owner')) {
    return {
      reason: `user ${role} does not own the tables in schema ${quotedSchema}, which this version changes`,
      advice: 'start this version once as their owner',
    };
  }
  return on(
    `may not read and write all tables in schema ${quotedSchema}`,
    `usage on schema ${quotedSchema} and select, insert, update, delete on all its tables`,
  );
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
