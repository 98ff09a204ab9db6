import { existsSync, globSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** A program that tests need, and that is neither Node nor an npm package. */
export interface OutsideProgram {
  /** Its name for people. */
  readonly title: string;
  /** The names of its file, the preferred one first. */
  readonly names: readonly string[];
  /** The environment variable that names its file, which then is the only candidate. */
  readonly variable?: string;
  /**
   * Patterns of its folders besides those for all programs, such as `usr/lib/*` + `/bin`, below the
   * root of the system or of unpacked packages.
   */
  readonly folders?: readonly string[];
  /** Programs that must lie beside it. */
  readonly companions?: readonly string[];
  /** Lists more files to try, such as those that `download` makes. */
  readonly listFiles?: () => readonly string[];
  /** Returns true if the version of a file serves. Default: every version serves. */
  readonly serves?: (file: string) => boolean;
  /** The lists of system packages that have the program, in the order to try. */
  readonly packages: readonly (readonly string[])[];
  /** True if the program runs only where its packages are installed, which only root can do. */
  readonly isInstalled?: boolean;
  /** Gets the program where there is no package; absent if nothing else has it. */
  readonly download?: () => void;
  /** Says how a person gets the program. */
  readonly advice: string;
}

/** The file of a program, and the variables that it needs. */
export interface FoundProgram {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Finds a program on this machine: the one that its variable names, else the first on the `PATH` or
 * in other folders whose version serves, else one in a folder of unpacked packages.
 */
export function findProgram(
  program: OutsideProgram,
  unpacked: readonly string[] = [],
): FoundProgram | undefined {
  const { variable, listFiles = () => [] } = program;
  const named = variable === undefined ? '' : (process.env[variable] ?? '');
  if (named !== '') return { file: named, env: {} };
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const folders = [...path, '/usr/sbin', ...listOwnFolders(program, '/')];
  const file = chooseFile([...listCandidates(program, folders), ...listFiles()], program);
  if (file !== undefined) return { file, env: {} };
  for (const root of unpacked) {
    const found = findUnpacked(program, root);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findUnpacked(program: OutsideProgram, root: string): FoundProgram | undefined {
  const common = ['usr/bin', 'usr/sbin', 'bin', 'sbin'].map((folder) => join(root, folder));
  const folders = [...listOwnFolders(program, root), ...common];
  const file = chooseFile(listCandidates(program, folders), program);
  if (file === undefined) return undefined;
  const libraries = globSync(['usr/lib/*-linux-*', 'lib/*-linux-*'], { cwd: root });
  const path = libraries.map((folder) => join(root, folder)).join(delimiter);
  return { file, env: path === '' ? {} : { LD_LIBRARY_PATH: path } };
}

/** Lists the folders of a program below a root, those with the highest numbers first. */
function listOwnFolders({ folders = [] }: OutsideProgram, root: string): readonly string[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return globSync(folders, { cwd: root })
    .toSorted((one, other) => compare(other, one))
    .map((folder) => join(root, folder));
}

function listCandidates({ names }: OutsideProgram, folders: readonly string[]): readonly string[] {
  const ending = process.platform === 'win32' ? '.exe' : '';
  return names.flatMap((name) => folders.map((folder) => join(folder, name + ending)));
}

function chooseFile(
  candidates: readonly string[],
  { companions = [], serves = () => true }: OutsideProgram,
): string | undefined {
  for (const candidate of candidates) {
    if (!existsSync(candidate)) continue;
    // A file on the PATH may be a link to a folder that has the others.
    const file = companions.length === 0 ? candidate : realpathSync(candidate);
    const hasAll = companions.every((name) => existsSync(join(dirname(file), name)));
    if (hasAll && serves(file)) return file;
  }
  return undefined;
}
