/** The codes of SQLite and of the system for a disk without room, also by a quota. */
const FULL: ReadonlySet<string> = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG']);

/** The codes of a database with pages that are missing or make no sense. */
const DAMAGED = /^SQLITE_(?:CORRUPT(?:_\w+)?|IOERR_SHORT_READ)$/u;

/** True for the code of a disk without room. */
export function isDiskFull(code: string): boolean {
  return FULL.has(code);
}

/** Says why a file of SQLite cannot be used, and what to do: the words after "because". */
export function describeRefusedFile({
  file,
  code,
  fault = 'it is not an SQLite database',
}: {
  readonly file: string;
  readonly code: string;
  /** What is wrong with a file on a disk with room. Default: it is not an SQLite database. */
  readonly fault?: string;
}): string {
  if (DAMAGED.test(code)) {
    return `the file is damaged: ${file} (${code}). Restore a backup of it, or name another file.`;
  }
  return isDiskFull(code)
    ? `there is no room on the disk for ${file} (${code}). Make room there, or name another file.`
    : `${fault} that can be read and written: ${file} (${code})`;
}

/** True for the error of SQLite that another connection holds the lock. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
