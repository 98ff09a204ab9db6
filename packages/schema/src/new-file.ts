import { hasCode } from './busy-file.ts';
/** The functions of `node:fs/promises` that {@link publishNewFile} calls. */
export interface FileCalls {
  link(from: string, to: string): Promise<void>;
  lstat(path: string): Promise<{ readonly ino: number | bigint; readonly nlink: number | bigint }>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { readonly force: boolean }): Promise<void>;
}

/**
 * The errors of file systems that have no links, such as those of memory cards. The last is that of
 * Windows.
 */
const WITHOUT_LINKS: ReadonlySet<unknown> = new Set([
  'EPERM',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EISDIR',
]);

/**
 * Gives a finished draft its name at once, and never replaces what has the name already: of several
 * programs that publish under one name, one succeeds. A file system without links has no such
 * step: there the name is looked up first, and a program that takes it at that moment is replaced.
 *
 * @returns false if the name is taken; the draft is there as before
 * @throws the error of the system for anything else
 */
export async function publishNewFile(
  draft: string,
  path: string,
  files: FileCalls,
): Promise<boolean> {
  try {
    await files.link(draft, path);
  } catch (error) {
    // A server of files that restarts makes the link and says that it failed (link(2), for NFS).
    if (await isLinked(draft, path, files)) {
      await files.rm(draft, { force: true });
      return true;
    }
    if (hasCode(error, 'EEXIST')) return false;
    if (!(error instanceof Error && 'code' in error && WITHOUT_LINKS.has(error.code))) throw error;
    if (await isThere(path, files)) return false;
    await files.rename(draft, path);
    return true;
  }
  await files.rm(draft, { force: true });
  return true;
}

/** True if the path is a second name of the draft. */
async function isLinked(draft: string, path: string, files: FileCalls): Promise<boolean> {
  try {
    const [draftStats, there] = await Promise.all([files.lstat(draft), files.lstat(path)]);
    return draftStats.nlink > 1 && draftStats.ino === there.ino;
  } catch {
    return false;
  }
}

async function isThere(path: string, files: FileCalls): Promise<boolean> {
  try {
    await files.lstat(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
