import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Lists of packages that were read within this time are new enough, in milliseconds. */
const FRESH_MS = 3_600_000;

/**
 * The packages of Debian and its like. They are looked up in lists that tests read themselves into a
 * folder of theirs, so that it does not matter how old those of the system are, and no user needs
 * the rights of root.
 */
export class SystemPackages {
  readonly #folder: string;
  readonly #options: readonly string[];
  /** The failure of the last attempt to read the lists; `undefined` if they could be read. */
  #unread: Error | undefined;

  /** Works in a folder; `options` are more options of apt, such as another list of sources. */
  constructor(folder: string, options: readonly string[] = []) {
    this.#folder = folder;
    const places = ['State::lists=lists', 'Cache=cache'].map(
      (place) => `Dir::${place.replace('=', `=${folder}/`)}`,
    );
    // A user of apt without rights could not write into the folder.
    const all = [...places, 'APT::Sandbox::User=', 'Acquire::Retries=2'];
    this.#options = [...all.flatMap((option) => ['-o', option]), ...options];
  }

  /** True if the machine has apt. */
  static get areThere(): boolean {
    return spawnSync('apt-get', ['--version']).status === 0;
  }

  /** Lists the folders with the files of packages that were unpacked. */
  listUnpacked(): readonly string[] {
    return globSync('unpacked/*', { cwd: this.#folder }).map((path) => join(this.#folder, path));
  }

  /** Installs packages, which only root can do. */
  async install(packages: readonly string[]): Promise<void> {
    // Another process may install meanwhile, and what is installed need not be kept.
    const wait = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'APT::Keep-Downloaded-Packages=false'];
    const command = ['install', '-qq', '-y', '--no-install-recommends'];
    await this.#withLists('install', () => this.#apt([...wait, ...command, ...packages]));
  }

  /** Unpacks packages, and those that they depend on and the machine lacks, without installing. */
  async unpack(packages: readonly string[]): Promise<void> {
    const name = packages.join('+');
    await this.#withLists(name, async () => {
      const place = join(this.#folder, 'unpacked', name);
      if (existsSync(place)) return;
      const part = mkdtempSync(join(this.#folder, 'part-'));
      try {
        await this.#fetch(packages, part);
        mkdirSync(join(this.#folder, 'unpacked'), { recursive: true });
        renameSync(join(part, 'files'), place);
      } finally {
        rmSync(part, { recursive: true, force: true });
      }
    });
  }

  async #fetch(packages: readonly string[], part: string): Promise<void> {
    mkdirSync(join(part, 'archives/partial'), { recursive: true });
    mkdirSync(join(part, 'files'));
    const alone = ['-o', `Dir::Cache::archives=${part}/archives`, '-o', 'Debug::NoLocking=1'];
    const command = ['install', '-qq', '-y', '--download-only', '--no-install-recommends'];
    await this.#apt([...alone, ...command, ...packages]);
    for (const name of globSync('archives/*.deb', { cwd: part })) {
      await run('dpkg-deb', ['-x', join(part, name), join(part, 'files')]);
    }
    // Some programs run as another user.
    await run('chmod', ['-R', 'a+rX', join(part, 'files')]);
  }

  /**
   * Does work with lists that are new enough; no two processes do work of the same name at once. If
   * it fails, the lists are read anew, in case that the packages have moved on since, and the work is
   * done again.
   */
  async #withLists(name: string, work: () => Promise<void>): Promise<void> {
    const begun = Date.now();
    const read = await this.#readLists(begun - FRESH_MS);
    await withLock(join(this.#folder, `${name}.lock`), async () => {
      try {
        await work();
      } catch (error) {
        if ((await this.#readLists(begun)) === read) throw this.#toFault(error);
        await work().catch((last: unknown) => {
          throw this.#toFault(last);
        });
      }
    });
  }

  /** Names the lists as the cause of a failure if they could not be read, such as offline. */
  #toFault(error: unknown): unknown {
    if (this.#unread === undefined) return error;
    const { message } = this.#unread;
    return new Error(`Cannot get packages because their lists could not be read: ${message}`, {
      cause: this.#unread,
    });
  }

  /** Reads the lists, unless that was done after the given time; returns when it was done. */
  async #readLists(since: number): Promise<number> {
    mkdirSync(join(this.#folder, 'lists/partial'), { recursive: true });
    mkdirSync(join(this.#folder, 'cache/archives/partial'), { recursive: true });
    const marker = join(this.#folder, 'read');
    const isOld = (): boolean => !existsSync(marker) || statSync(marker).mtimeMs < since;
    await withLock(join(this.#folder, 'lists.lock'), async () => {
      if (!isOld()) return;
      // Without this option, lists that cannot be reached count as read.
      const isStrict = ['-o', 'APT::Update::Error-Mode=any'];
      this.#unread = await this.#apt([...isStrict, 'update', '-qq']).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error : new Error('apt-get failed')),
      );
      writeFileSync(marker, '');
    });
    return statSync(marker).mtimeMs;
  }

  #apt(args: readonly string[]): Promise<void> {
    return run('apt-get', [...this.#options, ...args]);
  }
}

/**
 * Makes the folder in which tests look for packages: a place that every user may pass through,
 * because servers of root run as another user.
 */
export function makePackageFolder(): string {
  const { getuid = () => 0 } = process;
  const isRoot = getuid() === 0;
  const place = isRoot ? '/var/tmp' : tmpdir();
  const folder = join(place, `formwork-packages-${getuid()}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (lstatSync(folder).uid !== getuid()) {
    throw new Error(`Cannot unpack packages because ${folder} must belong to this user.`);
  }
  return folder;
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };
  await promisify(execFile)(command, [...args], { env, maxBuffer: 2 ** 26 });
}

/**
 * Does work that one process at a time may do. The lock is held by a child process that ends with
 * this one, so no killed process leaves it behind.
 */
async function withLock(file: string, work: () => Promise<void>): Promise<void> {
  const holder = spawn('flock', [file, 'sh', '-c', 'echo held; exec cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit');
  await Promise.race([once(holder.stdout, 'data'), ended]);
  if (holder.exitCode !== null) throw new Error(`Cannot lock ${file} by flock.`);
  try {
    await work();
  } finally {
    holder.stdin.end();
    await ended;
  }
}
