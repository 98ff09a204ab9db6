import { publishNewFile, replaceBusyFile } from '@formwork/schema/internal';
import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyFile, type FileIdentity } from './file-guard.ts';
import { FolderLock } from './folder-lock.ts';

/** The ending of the folder beside a copy in which backups work until the copy is complete. */
const UNFINISHED = '.part';

/** The beginning of the name of the folder of one backup inside of it. */
const RUN = 'run-';

/** The name of the file that says which files a backup is about to give their names. */
const NOTE = 'publishing.json';

/**
 * The age at which the folder of a backup of another name may be removed, in milliseconds. A file
 * system that two machines share may keep locks for each machine alone.
 */
const LEFT_AFTER_MS = 3_600_000;

/** How often a backup tries to get its folder, which another one may just be cleaning. */
const ATTEMPTS = 10;
const PAUSE_MS = 20;

/** The files of a copy that a backup has begun to publish, by path. */
type Published = Readonly<Record<string, FileIdentity>>;

/**
 * The names of a copy, and the folder where it is made. One backup at a time has a name, also
 * among processes; the operating system frees it however the process ends.
 * A backup that has it removes what those before it have left there, and nothing else.
 */
export class BackupTarget {
  /** The paths at which the parts of the copy are made. */
  readonly tasks: string;
  readonly records: string;
  readonly blobs: string;
  readonly #to: string;
  readonly #run: string;
  readonly #lock: FolderLock;

  private constructor(to: string, lock: FolderLock) {
    this.#to = to;
    this.#lock = lock;
    this.#run = join(toFolder(to), `${RUN}${randomUUID()}`);
    this.tasks = join(this.#run, 'tasks.sqlite');
    this.records = join(this.#run, 'records.sqlite');
    this.blobs = join(this.#run, 'blobs');
  }

  /**
   * @throws TypeError when the name or that of the folder is taken, or another backup is making a copy
   * of this name; the error of the system or of SQLite when the folder of the copy refuses
   */
  static async take(path: string): Promise<BackupTarget> {
    const to = resolve(path);
    await sweep(dirname(to), to);
    if (existsSync(to)) throw createTargetError(to);
    checkFolder(to);
    const lock = await lockFolder(to);
    try {
      await clear(to);
      // Without the lock, records or blobs may be those of a backup that publishes its copy now.
      checkNames(to);
      const target = new BackupTarget(to, lock);
      await files.mkdir(target.#run, { mode: 0o700 });
      return target;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /**
   * Gives the finished parts their names, that of the tasks last, so that a copy with a name is
   * complete. Either all get their names or none.
   *
   * @throws TypeError when another program has taken one of the names meanwhile
   */
  async publish(): Promise<void> {
    const { tasks, records, blobs } = this;
    const names = toNames(this.#to);
    const parts = [
      { part: records, name: names.records },
      { part: blobs, name: names.blobs },
      { part: tasks, name: this.#to },
    ].filter(({ part }) => existsSync(part));
    const published = parts.map(({ part, name }) => [name, identifyFile(part)]);
    await writeSynced(join(this.#run, NOTE), JSON.stringify(Object.fromEntries(published)));
    await syncFolder(this.#run);
    for (const { part, name } of parts) {
      const isNew =
        part === blobs ? await publishFolder(part, name) : await publishNewFile(part, name, files);
      if (!isNew) throw createTargetError(name);
    }
    await syncFolder(dirname(this.#to));
  }

  /**
   * Removes what this backup has made and not published, and frees the name. Never rejects:
   * the next backup removes what cannot be removed now.
   */
  async release(): Promise<void> {
    await clear(this.#to).catch(() => undefined);
    await this.#lock.release();
  }
}

function toFolder(to: string): string {
  return `${to}${UNFINISHED}`;
}

/** The names of the parts of a copy that stand beside its tasks. */
function toNames(to: string): { readonly records: string; readonly blobs: string } {
  return { records: `${to}-records`, blobs: `${to}-blobs` };
}

/** @throws TypeError when one of the names of a copy is taken */
function checkNames(to: string): void {
  if (existsSync(to)) throw createTargetError(to);
  const { blobs, records } = toNames(to);
  for (const path of [blobs, records]) {
    if (!existsSync(path)) continue;
    throw new TypeError(
      `Cannot back up tasks because there is ${JSON.stringify(path)} without the copy that it belongs to. Remove it if nothing needs it, or name another copy than ${JSON.stringify(to)}.`,
    );
  }
}

/** @throws TypeError when a file has the name of the folder in which a copy is made */
function checkFolder(to: string): void {
  const folder = toFolder(to);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== false) return;
  throw new TypeError(
    `Cannot back up tasks because the copy is made in ${JSON.stringify(folder)}, which must be a folder or nothing: it is a file. Remove it if nothing needs it, or name another copy than ${JSON.stringify(to)}.`,
  );
}

function createTargetError(path: string): TypeError {
  return new TypeError(
    `Cannot back up tasks because the copy must be a new file: current value is ${JSON.stringify(path)}`,
  );
}

async function lockFolder(to: string): Promise<FolderLock> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const lock = await FolderLock.take(toFolder(to));
    if (lock !== undefined) return lock;
    await sleep(PAUSE_MS);
  }
  throw new TypeError(
    `Cannot back up tasks because only one backup at a time may make a copy of this name: current value is ${JSON.stringify(to)}, which another one is making`,
  );
}

/** Removes what killed backups have left in a folder; those of `to` at once. */
async function sweep(folder: string, to: string): Promise<void> {
  // What a missing or closed folder means is said when the backup writes to it.
  const names = await files.readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.endsWith(UNFINISHED)) continue;
    const path = join(folder, name.slice(0, -UNFINISHED.length));
    if (!FolderLock.isIn(toFolder(path))) {
      // A backup that was killed at its very end has left an empty folder.
      if (path === to) await files.rmdir(toFolder(to)).catch(() => undefined);
      continue;
    }
    // A folder that goes at this moment belongs to a backup that ends.
    if (path !== to && !(await isAbandoned(toFolder(path)).catch(() => false))) continue;
    // What belongs to another user stays.
    await sweepFolder(path).catch(() => undefined);
  }
}

async function sweepFolder(to: string): Promise<void> {
  const lock = await FolderLock.take(toFolder(to));
  if (lock === undefined) return;
  try {
    await clear(to);
  } finally {
    await lock.release();
  }
}

/** True if nothing has changed in the folder of a backup for an hour. */
async function isAbandoned(folder: string): Promise<boolean> {
  const paths = await files.readdir(folder, { recursive: true });
  const times = [folder, ...paths.map((path) => join(folder, path))].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Date.now() - Math.max(...times) > LEFT_AFTER_MS;
}

/**
 * Removes what backups that have ended left in the folder of a name, and those files that they had
 * published of a copy that was never complete. The caller has the lock.
 */
async function clear(to: string): Promise<void> {
  const folder = toFolder(to);
  for (const name of await files.readdir(folder)) {
    if (!name.startsWith(RUN)) continue;
    const run = join(folder, name);
    const published = await readNote(join(run, NOTE));
    // With its tasks, which come last, a copy is complete.
    if (published[to] === undefined || published[to] !== identifyFile(to)) {
      for (const path of Object.values(toNames(to))) {
        if (published[path] !== undefined && published[path] === identifyFile(path)) {
          await files.rm(path, { recursive: true });
        }
      }
    }
    await files.rm(run, { recursive: true, force: true });
  }
}

async function readNote(path: string): Promise<Published> {
  try {
    return JSON.parse(await files.readFile(path, 'utf8'));
  } catch {
    // Without a whole note, nothing was published.
    return {};
  }
}

/** Gives a folder its name, and returns false if the name is taken. */
async function publishFolder(part: string, name: string): Promise<boolean> {
  if (existsSync(name)) return false;
  try {
    await replaceBusyFile(() => files.rename(part, name));
    return true;
  } catch (error) {
    if (existsSync(name)) return false;
    throw error;
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  await files.writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });
}

/** Syncs a folder. Windows cannot open folders, and stores file names by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await files.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
