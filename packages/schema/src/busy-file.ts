/** The errors by which Windows refuses to replace a file that another program has open. */
const BUSY: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** The pauses before each further attempt, in milliseconds: two seconds in all. */
const PAUSES_MS = [10, 20, 50, 100, 200, 400, 600, 620];

/**
 * Replaces a file by `rename`. On Windows it tries again for two seconds while another program, such
 * as a virus scanner, has the file open.
 *
 * @throws the last error of the system
 */
export async function replaceBusyFile(rename: () => Promise<void>): Promise<void> {
  for (const pause of process.platform === 'win32' ? PAUSES_MS : []) {
    try {
      return await rename();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
  return rename();
}

/** True for an error of Windows about a file that another program has open. */
export function isBusy(error: unknown): boolean {
  if (process.platform !== 'win32') return false;
  return error instanceof Error && 'code' in error && BUSY.has(error.code);
}

/** True for an error of a system or a library with a code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
