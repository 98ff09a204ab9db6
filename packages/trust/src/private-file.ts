import { hasCode, isBusy } from '@formwork/schema/internal';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The permission bits of a file that belong to its group and to all others. */
const OF_OTHERS = 0o077;

/**
 * The result of reading a private file. `exposed`: others on this machine can read or write the
 * file.
 */
export type PrivateFile =
  | { readonly kind: 'missing' }
  | { readonly kind: 'exposed' }
  | { readonly kind: 'read'; readonly text: string };

/**
 * Reads a file that only its owner may read and write. A file that others can reach is not read,
 * because another person may know or have changed its content.
 *
 * @throws Error of the system, such as `EACCES`
 *
 * @example
 * ```ts
 * import { readPrivateFile } from '@formwork/trust/files';
 *
 * const found = readPrivateFile('secrets.json');
 * const text = found.kind === 'read' ? found.text : undefined;
 * ```
 */
export function readPrivateFile(file: string): PrivateFile {
  try {
    // Windows has no such modes.
    if (process.getuid !== undefined && (statSync(file).mode & OF_OTHERS) !== 0) {
      return { kind: 'exposed' };
    }
    return { kind: 'read', text: readFileSync(file, 'utf8') };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { kind: 'missing' };
    throw error;
  }
}

/**
 * Writes a file that only its owner can read and write (0600), in a folder that is made with 0700
 * if it is missing. Readers find the old text or the new one, also after a crash or a loss of
 * power.
 *
 * @throws Error of the system, such as `EROFS`
 *
 * @example
 * ```ts
 * import { writePrivateFile } from '@formwork/trust/files';
 *
 * writePrivateFile('secrets.json', JSON.stringify({ token: 'abc' }));
 * ```
 */
export function writePrivateFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    replaceSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

const PAUSE_MS = 10;
/** How often a file is renamed that another program has open. */
const ATTEMPTS = 100;

/** Options of {@link withFileLock}. */
export interface FileLockOptions {
  /**
   * The longest time that a process waits for another one, in milliseconds. Default: five seconds.
   */
  readonly patienceMs?: number;
  /**
   * The age at which a lock counts as left behind by a process that has ended, in milliseconds: more
   * than a change takes. Default: ten seconds.
   */
  readonly staleMs?: number;
}

/**
 * Runs a change of a private file while no other process changes it, so that neither loses what the
 * other has written. The lock is a file beside it, whose name ends in `.lock`.
 *
 * @throws Error when another process has the lock for too long, or of the system, such as `EROFS`
 *
 * @example
 * ```ts
 * import { readPrivateFile, withFileLock, writePrivateFile } from '@formwork/trust/files';
 *
 * await withFileLock('counts.json', () => {
 *   const found = readPrivateFile('counts.json');
 *   const count = found.kind === 'read' ? Number(found.text) : 0;
 *   writePrivateFile('counts.json', `${count + 1}`);
 * });
 * ```
 */
export async function withFileLock<Value>(
  file: string,
  change: () => Value | Promise<Value>,
  { patienceMs = 5_000, staleMs = 10_000 }: FileLockOptions = {},
): Promise<Value> {
  const lock = `${file}.lock`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const end = performance.now() + patienceMs;
  const owner = randomUUID();
  while (!takeLock(lock, owner)) {
    if (removeStale(lock, staleMs)) continue;
    if (performance.now() > end) {
      throw new Error(
        `Cannot change ${file} because another process has locked it for ${patienceMs / 1_000} s. If none runs, remove ${lock}.`,
      );
    }
    await sleep(PAUSE_MS);
  }
  try {
    return await change();
  } finally {
    // A change that took longer than `staleMs` has lost its lock, perhaps to another process.
    if (readOwner(lock) === owner) rmSync(lock, { force: true });
  }
}

/** Renames a file; on Windows also while another program has the replaced one open for a moment. */
function replaceSync(draft: string, file: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(draft, file);
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === ATTEMPTS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/**
 * Removes a lock that was left behind, and returns true if it did. One process at a time looks and
 * removes, because two that have seen the same lock would remove the new one of each other.
 */
function removeStale(lock: string, staleMs: number): boolean {
  if (!isStale(lock, staleMs)) return false;
  const guard = `${lock}.old`;
  if (!takeLock(guard, '')) {
    // The process that looked has ended before it removed the guard.
    if (isStale(guard, staleMs)) rmSync(guard, { force: true });
    return false;
  }
  try {
    const isLeft = isStale(lock, staleMs);
    if (isLeft) rmSync(lock, { force: true });
    return isLeft;
  } finally {
    rmSync(guard, { force: true });
  }
}

function isStale(lock: string, staleMs: number): boolean {
  const stats = statSync(lock, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > staleMs;
}

function readOwner(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}

function takeLock(lock: string, owner: string): boolean {
  try {
    writeFileSync(lock, owner, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    // Windows refuses a lock that is just being removed.
    if (hasCode(error, 'EEXIST') || isBusy(error)) return false;
    throw error;
  }
}
