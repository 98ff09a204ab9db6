import { chmodSync, existsSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CliError } from '../errors/errors.ts';

/**
 * Makes a folder and the missing ones above it, with a mode; other processes may do the same. It
 * makes them one by one, because the `recursive` option of `mkdir` never ends inside a folder of
 * the system such as `/proc`.
 */
export async function makeFolder(
  folder: string,
  { mode = 0o777 }: { readonly mode?: number } = {},
): Promise<void> {
  const missing: string[] = [];
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.push(path);
  for (const path of missing.toReversed()) await makeMissingFolder(path, mode);
  if (!(await stat(folder)).isDirectory()) throw new Error('it is a file');
}

/**
 * Makes the folder of a file, closed to others where it is missing.
 *
 * @throws CliError that names the folder if it cannot be made
 */
export async function makeFolderOf(file: string): Promise<void> {
  const folder = dirname(resolve(file));
  try {
    await makeFolder(folder, { mode: 0o700 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(
      `Cannot open ${JSON.stringify(file)} because its folder must be one that can be made: ${reason}. Name another file.`,
      { cause },
    );
  }
}

async function makeMissingFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Another process, started at the same time, was faster.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the folder in which this command keeps its own files, such as `~/.config/formwork`. */
export function findConfigFolder(env: Environment = process.env): string {
  const { XDG_CONFIG_HOME: config = '', APPDATA: data = '' } = env;
  const roaming = process.platform === 'win32' ? data : '';
  const base = [config, roaming].find((folder) => folder !== '') ?? join(homedir(), '.config');
  return join(base, 'formwork');
}

/** The permission bits of a mode that belong to the group and to others. */
const OF_OTHERS = 0o077;

/**
 * Removes the permissions that others have on the folder of a file, if it is the folder in which
 * this command keeps its own files and belongs to its user. Any other folder was named by the user,
 * and is not changed.
 */
export function tightenConfigFolder(file: string, env: Environment = process.env): void {
  const folder = dirname(resolve(file));
  if (process.getuid === undefined || folder !== resolve(findConfigFolder(env))) return;
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || stats.uid !== process.getuid()) return;
  if ((stats.mode & OF_OTHERS) !== 0) chmodSync(folder, stats.mode & 0o700);
}
