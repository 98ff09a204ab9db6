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
  const { onChange, onError, debounceMs = 100 } = options;
  const root = resolve(folder);
  const watchers = new Map<string, FSWatcher>();
  const failed = new Set<string>();
  let isReady = false;
  let isClosed = false;
  let isWoken = false;
  let isDirty = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    isWoken = true;
    if (isClosed || !isReady) return;
    // The first list is made soon, so that new folders are watched; the next one waits until
    // nothing changes.
    const delay = isDirty ? debounceMs : Math.min(20, debounceMs);
    timer ??= setTimeout(() => void look(), delay);
  }

  function forget(path: string): void {
    for (const [watched, watcher] of watchers) {
      if (watched !== path && !watched.startsWith(`${path}${sep}`)) continue;
      watcher.close();
      watchers.delete(watched);
    }
  }

  /** Watches one folder; with `only`, just the entry of that name in it. */
  function watchOne(path: string, only?: string): void {
    if (isClosed || watchers.has(path)) return;
    try {
      const watcher = watch(path, (event, name) => {
        const isItself = name === null || (event === 'rename' && name === basename(path));
        if (only !== undefined && name !== only && !isItself) return;
        if (isItself) forget(path);
        if (event === 'rename' && name !== null) forget(join(path, name));
        wake();
      });
      watcher.on('error', () => {
        forget(path);
        wake();
      });
      watchers.set(path, watcher);
    } catch (error) {
      // A folder that has vanished again is not an error; any other error is reported once.
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (isGone || failed.has(path)) return;
      failed.add(path);
      onError(error);
    }
  }

  let known = await list();
  isReady = true;
  if (isWoken) wake();

  async function look(): Promise<void> {
    isWoken = false;
    const now = await list();
    timer = undefined;
    if (isClosed) return;
    const isChanged = now !== known;
    known = now;
    isDirty ||= isChanged;
    if (isDirty && !isChanged) {
      isDirty = false;
      onChange();
    }
    if (isDirty || isWoken) wake();
  }

  /**
   * Lists all relevant files, with their sizes and times, as one text that shows any change. Each
   * folder is watched before it is read.
   */
  async function list(): Promise<string> {
    const standing = await findStanding(dirname(root));
    watchOne(standing, relative(standing, root).split(sep)[0]);
    const files: string[] = [];
    const waiting = [root];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      watchOne(path);
      for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
        const inner = join(path, entry.name);
        const isForeign = entry.name === 'node_modules' || entry.name.startsWith('.');
        if (entry.isDirectory()) {
          if (options.recursive !== false && !isForeign) waiting.push(inner);
        } else if (options.isRelevant(relative(root, inner))) {
          const stats = await stat(inner, { bigint: true }).catch(() => undefined);
          if (stats === undefined) continue;
          files.push(`${inner}\0${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`);
        }
      }
    }
    return files.toSorted().join('\n');
  }

  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
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
