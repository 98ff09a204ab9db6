import { watch, type FSWatcher } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/**
 * Options of {@link watchFolder}: which files count, and the functions that are called on changes
 * and errors.
 */
export interface WatchFolderOptions {
  /** True if a change of the file counts; its path is relative to the folder. */
  readonly isRelevant: (path: string) => boolean;
  /** Called after relevant files have changed, were added or removed. */
  readonly onChange: () => void;
  /** Called when a folder cannot be watched; other folders are still watched. */
  readonly onError: (error: unknown) => void;
  /**
   * True watches the folders below as well, except `node_modules` and names that start with a dot.
   * Default `true`.
   */
  readonly recursive?: boolean;
  /** The time without further changes before `onChange` is called, in milliseconds. Default 100. */
  readonly debounceMs?: number;
}

/** A watch on the files of a folder, which goes on until it is closed. */
export interface FolderWatch {
  /** Stops watching the folder; nothing is called afterwards. */
  close(): void;
}

/**
 * Reports changes of the files of a folder, however they are saved: written in place, replaced by
 * another file, or removed and made again. The same holds for folders, the watched one included.
 *
 * Watches of the operating system only say that something may have changed; the changes are found
 * by comparing lists of the files. A folder is watched anew once its name belongs to another one,
 * because a system's watch follows the folder wherever it is moved.
 */
export async function watchFolder(
  folder: string,
  options: WatchFolderOptions,
): Promise<FolderWatch> {
  const watched = new WatchedFolder(folder, options);
  await watched.begin();
  return watched;
}

/** A folder and the folders in it, each with a watch of the operating system. */
class WatchedFolder implements FolderWatch {
  readonly #options: WatchFolderOptions;
  readonly #debounceMs: number;
  readonly #root: string;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #failed = new Set<string>();
  #isClosed = false;
  #isWoken = false;
  #isDirty = false;
  #timer: NodeJS.Timeout | undefined;
  /** The list of the files that was made last; `undefined` until the first. */
  #files: string | undefined;

  constructor(folder: string, options: WatchFolderOptions) {
    this.#options = options;
    this.#debounceMs = options.debounceMs ?? 100;
    this.#root = resolve(folder);
  }

  /** Makes the first list of the files, with which later ones are compared. */
  async begin(): Promise<void> {
    this.#files = await this.#list();
    if (this.#isWoken) this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #wake(): void {
    this.#isWoken = true;
    if (this.#isClosed || this.#files === undefined) return;
    // The first list is made soon, so that new folders are watched; the next one waits until
    // nothing changes.
    const delay = this.#isDirty ? this.#debounceMs : Math.min(20, this.#debounceMs);
    this.#timer ??= setTimeout(() => void this.#look(), delay);
  }

  #forget(path: string): void {
    for (const [watched, watcher] of this.#watchers) {
      if (watched !== path && !watched.startsWith(`${path}${sep}`)) continue;
      watcher.close();
      this.#watchers.delete(watched);
    }
  }

  /** Watches one folder; with `fileName`, just the entry of that name in it. */
  #watchOne(path: string, fileName?: string): void {
    if (this.#isClosed || this.#watchers.has(path)) return;
    try {
      const watcher = watch(path, (event, name) => {
        const isItself = name === null || (event === 'rename' && name === basename(path));
        if (fileName !== undefined && name !== fileName && !isItself) return;
        if (isItself) this.#forget(path);
        if (event === 'rename' && name !== null) this.#forget(join(path, name));
        this.#wake();
      });
      watcher.on('error', () => {
        this.#forget(path);
        this.#wake();
      });
      this.#watchers.set(path, watcher);
    } catch (error) {
      // A folder that has vanished again is not an error; any other error is reported once.
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (isGone || this.#failed.has(path)) return;
      this.#failed.add(path);
      this.#options.onError(error);
    }
  }

  async #look(): Promise<void> {
    this.#isWoken = false;
    const now = await this.#list();
    this.#timer = undefined;
    if (this.#isClosed) return;
    const isChanged = now !== this.#files;
    this.#files = now;
    this.#isDirty ||= isChanged;
    if (this.#isDirty && !isChanged) {
      this.#isDirty = false;
      this.#options.onChange();
    }
    if (this.#isDirty || this.#isWoken) this.#wake();
  }

  /**
   * Lists all relevant files, with their sizes and times, as one text that shows any change. Each
   * folder is watched before it is read.
   */
  async #list(): Promise<string> {
    const standing = await findStanding(dirname(this.#root));
    this.#watchOne(standing, relative(standing, this.#root).split(sep)[0]);
    const files: string[] = [];
    const waiting = [this.#root];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      this.#watchOne(path);
      for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
        const inner = join(path, entry.name);
        const isForeign = entry.name === 'node_modules' || entry.name.startsWith('.');
        if (entry.isDirectory()) {
          if (this.#options.recursive !== false && !isForeign) waiting.push(inner);
        } else if (this.#options.isRelevant(relative(this.#root, inner))) {
          const stats = await stat(inner, { bigint: true }).catch(() => undefined);
          if (stats === undefined) continue;
          files.push(`${inner}\0${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`);
        }
      }
    }
    return files.toSorted().join('\n');
  }
}

/** Returns the folder, or the nearest one above it that exists. */
async function findStanding(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  const above = dirname(folder);
  return isThere || above === folder ? folder : findStanding(above);
}
