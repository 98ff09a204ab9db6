/** A file of SQLite that cannot be used, by the code of the error, such as `SQLITE_FULL`. */
interface RefusedFile {
  readonly file: string;
  readonly code: string;
  /** What is wrong with a file on a disk with room. Default: it is not an SQLite database. */
  readonly fault?: string;
}

/** The codes of SQLite and of the system for a disk without room, also by a quota. */
const FULL: ReadonlySet<string> = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG']);

/** Says why a file of SQLite cannot be used, and what to do: the words after "because". */
export function describeRefusedFile({
  file,
  code,
  fault = 'it is not an SQLite database',
}: RefusedFile): string {
  return FULL.has(code)
    ? `there is no room on the disk for ${file} (${code}). Make room there, or name another file.`
    : `${fault} that can be read and written: ${file} (${code})`;
}
