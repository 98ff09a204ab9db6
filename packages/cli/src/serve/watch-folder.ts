import { watch } from 'node:fs';
import { resolve, sep } from 'node:path';

/** Options of {@link watchFolder}. */
export interface WatchFolderOptions {
  /** Files that are written by ourselves. */
  readonly ignored: readonly string[];
  readonly onChange: () => void;
  /** How long it must be quiet. Default 100. */
  readonly debounceMs?: number;
}

/** Tells when modules or `.json` files in or below a folder have changed. Returns what ends it. */
export function watchFolder(
  folder: string,
  { ignored, onChange, debounceMs = 100 }: WatchFolderOptions,
): () => void {
  const own = new Set(ignored.map((file) => resolve(file)));
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, (_event, name) => {
    if (name === null || !/\.(?:[cm]?[jt]s|json)$/u.test(name)) return;
    const isForeign = name
      .split(sep)
      .some((part) => part === 'node_modules' || part.startsWith('.'));
    if (isForeign || own.has(resolve(folder, name))) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, debounceMs);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
