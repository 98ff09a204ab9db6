import { dirname, resolve, sep } from 'node:path';
import { EngineStorageError } from '../../errors.ts';
import { describeRefusedFile, isDiskFull } from '../../file-refusal.ts';
import { isSqliteError } from '../../sqlite/sqlite-error.ts';
import { toStorageError } from './statements.ts';

/** The faults of the folder of a copy, by the code of the system. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'which is missing',
  ENOTDIR: 'which is no folder',
  EACCES: 'which this user may not write to',
  EPERM: 'which this user may not write to',
  EROFS: 'whose file system is read-only',
};

/** Converts an error of taking the name of a copy: only the copy's folder can be at fault. */
export function toTargetError(error: unknown, to: string): unknown {
  const code = findCode(error);
  return code === undefined ? error : createRefusal(code, { to, cause: error });
}

/**
 * Converts an error of filling or publishing a copy: one of the system about a path of the copy says
 * so, and one of SQLite is one of the storage.
 */
export function toBackupError(error: unknown, to: string): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  const path = isOfSystem && 'path' in error ? error.path : undefined;
  if (typeof path !== 'string' || !resolve(path).startsWith(toFolder(to))) {
    return toStorageError(error);
  }
  return toTargetError(error, to);
}

function createRefusal(
  code: string,
  { to, cause }: { readonly to: string; readonly cause: unknown },
): EngineStorageError {
  const message = isDiskFull(code)
    ? `Cannot back up tasks because ${describeRefusedFile({ file: to, code })}`
    : `Cannot back up tasks because the folder of the copy must be one that can be written to: current value is ${JSON.stringify(dirname(resolve(to)))}, ${FAULTS[code] ?? 'which the system refuses'} (${code})`;
  return new EngineStorageError(code, { message, cause });
}

function toFolder(to: string): string {
  const folder = dirname(resolve(to));
  return folder.endsWith(sep) ? folder : `${folder}${sep}`;
}

/** Returns the code of an error of the system or of SQLite. */
function findCode(error: unknown): string | undefined {
  if (isSqliteError(error)) return error.code;
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
