/** The names of SQLite's result codes, by their lowest eight bits. */
const NAMES: readonly string[] = [
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL',
  'CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB',
].flatMap((line) => line.split(' '));

/** What the extended codes add to a name: the entry at 1 belongs to the code plus 256. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  BUSY: '- RECOVERY SNAPSHOT TIMEOUT'.split(' '),
  CANTOPEN: '- NOTEMPDIR ISDIR FULLPATH CONVPATH DIRTYWAL SYMLINK'.split(' '),
  CONSTRAINT:
    '- CHECK COMMITHOOK FOREIGNKEY FUNCTION NOTNULL PRIMARYKEY TRIGGER UNIQUE VTAB ROWID PINNED DATATYPE'.split(
      ' ',
    ),
  CORRUPT: '- VTAB SEQUENCE INDEX'.split(' '),
  IOERR:
    '- READ SHORT_READ WRITE FSYNC DIR_FSYNC TRUNCATE FSTAT UNLOCK RDLOCK DELETE BLOCKED NOMEM ACCESS CHECKRESERVEDLOCK LOCK CLOSE DIR_CLOSE SHMOPEN SHMSIZE SHMLOCK SHMMAP SEEK DELETE_NOENT MMAP GETTEMPPATH CONVPATH VNODE AUTH BEGIN_ATOMIC COMMIT_ATOMIC ROLLBACK_ATOMIC DATA CORRUPTFS IN_PAGE'.split(
      ' ',
    ),
  LOCKED: '- SHAREDCACHE VTAB'.split(' '),
  READONLY: '- RECOVERY CANTLOCK ROLLBACK DBMOVED CANTINIT DIRECTORY'.split(' '),
};

/** An error of SQLite. Its code is the name of the extended result code, such as `SQLITE_BUSY`. */
export interface SqliteError extends Error {
  readonly name: 'SqliteError';
  readonly code: string;
}

/** True for the errors of SQLite, whichever driver threw them. */
export function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && error.name === 'SqliteError' && 'code' in error;
}

/** Returns the name of an extended result code of SQLite: `SQLITE_BUSY_SNAPSHOT` for 517. */
export function toCodeName(code: number): string {
  const name = NAMES[code % 256];
  if (name === undefined) return `SQLITE_UNKNOWN_${code}`;
  const extension = code < 256 ? undefined : EXTENSIONS[name]?.[Math.floor(code / 256)];
  return extension === undefined ? `SQLITE_${name}` : `SQLITE_${name}_${extension}`;
}
