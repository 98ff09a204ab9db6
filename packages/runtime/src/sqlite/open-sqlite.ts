import { EngineStorageError } from '../errors.ts';
import { loadNodeSqlite } from './node-sqlite.ts';
import type { SqliteDatabase, SqliteDriver, SqliteOptions } from './sqlite-database.ts';

/** The environment variable that names the driver, for measurements and where one is at fault. */
const VARIABLE = 'FORMWORK_SQLITE';

/**
 * The first minor version of Node 24 whose SQLite is used before that of the package. Earlier ones
 * cut texts at a NUL, so that such texts are refused, and print a warning.
 */
const TRUSTED_MINOR = 16;

/** The code of the error that neither Node nor a package can open SQLite files. */
const MISSING = 'SQLITE_DRIVER_MISSING';

/** The class of the package, whose connections are what an engine needs as they are. */
type BetterSqlite = new (
  file: string,
  options: {
    readonly readonly?: boolean;
    readonly fileMustExist?: boolean;
    readonly timeout?: number;
  },
) => SqliteDatabase;

/**
 * The driver of this process. It has only one, because POSIX takes all locks on a file from a
 * process that closes it once: with two copies of SQLite, each would lose the locks of the other.
 */
const chosen: { driver?: SqliteDriver } = {};

/**
 * Opens a database file, or `:memory:`, with the driver of this process: Node's own SQLite from Node
 * 24.16 on; before, `better-sqlite3`, or Node's own if that is not installed.
 *
 * @throws SqliteError, or EngineStorageError if there is no driver
 */
export function openSqlite(file: string, options?: SqliteOptions): SqliteDatabase {
  chosen.driver ??= chooseDriver(process.env[VARIABLE] ?? '');
  return chosen.driver(file, options);
}

/**
 * Returns the driver that an operator has named, or the one that the version of Node gets.
 *
 * @throws EngineStorageError (`SQLITE_DRIVER_MISSING`)
 */
export function chooseDriver(name: string, version: string = process.versions.node): SqliteDriver {
  if (!isDriverName(name)) {
    throw new EngineStorageError(MISSING, {
      message: `Cannot open an SQLite file because ${VARIABLE} must be "node:sqlite" or "better-sqlite3": current value is ${JSON.stringify(name)}`,
    });
  }
  const driver = findDriver(name, version);
  if (driver !== undefined) return driver;
  throw new EngineStorageError(MISSING, {
    message: `Cannot open an SQLite file because ${NEEDS[name]}`,
  });
}

/** What must be so for a driver to be there, by its name; `''` if the operator names none. */
const NEEDS = {
  '': `Node must be 22.16 or newer, or better-sqlite3 installed: current value is ${process.version}. Install it with: npm install better-sqlite3`,
  'node:sqlite': `Node must be 22.16 or newer where ${VARIABLE} names its driver: current value is ${process.version}`,
  'better-sqlite3': `better-sqlite3 must be installed where ${VARIABLE} names it. Install it with: npm install better-sqlite3`,
} as const;

function isDriverName(name: string): name is keyof typeof NEEDS {
  return Object.hasOwn(NEEDS, name);
}

function findDriver(name: keyof typeof NEEDS, version: string): SqliteDriver | undefined {
  if (name === 'node:sqlite') return loadNodeSqlite();
  if (name === 'better-sqlite3') return loadBetterSqlite();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isTrusted = major > 25 || (major === 24 && minor >= TRUSTED_MINOR);
  return isTrusted
    ? (loadNodeSqlite() ?? loadBetterSqlite())
    : (loadBetterSqlite() ?? loadNodeSqlite());
}

/** Makes the driver on the package `better-sqlite3`; `undefined` where it is not installed. */
export function loadBetterSqlite(): SqliteDriver | undefined {
  try {
    // Bundlers would look for the package, which may be absent, and take a URL beside it for a file.
    const { createRequire } = process.getBuiltinModule('node:module');
    const Database = createRequire(import.meta.url)('better-sqlite3') as BetterSqlite;
    return (file, { readonly = false, timeout = 5_000 } = {}) =>
      new Database(file, { readonly, fileMustExist: readonly, timeout });
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
    if (isMissing) return undefined;
    throw error;
  }
}
