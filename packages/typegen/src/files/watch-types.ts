import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { isAddress } from '../sources/read-type-source.ts';
import type { TypesFileOptions, TypesTarget } from './types-target.ts';
import { writeTypes, type WrittenTypes } from './write-types.ts';

/** Options of {@link watchTypes}. */
export interface WatchTypesOptions extends TypesFileOptions {
  /** Called after each target that was generated, the first time included. */
  readonly onWrite: (written: WrittenTypes) => void;
  /** Called when a target could not be generated; watching goes on. */
  readonly onError: (error: unknown, target: TypesTarget) => void;
  /** How long a source must be quiet before it is read. Default 100. */
  readonly debounceMs?: number;
}

/** Targets that are generated whenever their sources change. */
export interface TypesWatch {
  /** Stops watching; resolves when what is being generated is done. */
  close(): Promise<void>;
}

/**
 * Generates every target now, and again when its source changes: a file, any `.json` file of a
 * folder, or any module and `.json` file beside and below an agent's module. Agents and cards that
 * were fetched do not change.
 */
export async function watchTypes(
  targets: readonly TypesTarget[],
  options: WatchTypesOptions,
): Promise<TypesWatch> {
  const watches = await Promise.all(targets.map((target) => watchTarget(target, options)));
  return {
    async close() {
      await Promise.all(watches.map((watched) => watched.close()));
    },
  };
}

async function watchTarget(target: TypesTarget, options: WatchTypesOptions): Promise<TypesWatch> {
  const { debounceMs = 100, onWrite, onError } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  // Before the first run, so that no change falls between.
  const watcher = await createWatcher(target, () => {
    clearTimeout(timer);
    timer = setTimeout(generate, debounceMs);
  });
  watcher?.on('error', (error) => onError(error, target));
  generate();
  await running;
  return {
    async close() {
      watcher?.close();
      clearTimeout(timer);
      await running;
    },
  };

  function generate(): void {
    running = generateAfter(running);
  }

  async function generateAfter(before: Promise<void>): Promise<void> {
    await before;
    try {
      for (const written of await writeTypes([target], options)) onWrite(written);
    } catch (error) {
      onError(error, target);
    }
  }
}

async function createWatcher(
  { source, file }: TypesTarget,
  onChange: () => void,
): Promise<FSWatcher | undefined> {
  if (typeof source !== 'string' || isAddress(source)) return undefined;
  const isFolder = await stat(source).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  const isJson = extname(source).toLowerCase() === '.json';
  // Editors replace files, which ends a watch on the file itself; its folder stays.
  const folder = isFolder ? source : dirname(resolve(source));
  return watch(folder, { recursive: isFolder || !isJson }, (_event, name) => {
    if (name === null || resolve(folder, name) === resolve(file)) return;
    const relevant = isFolder
      ? name.endsWith('.json')
      : isJson
        ? name === basename(source)
        : /\.(?:json|[cm]?[jt]s)$/u.test(name) && !name.includes('node_modules');
    if (relevant) onChange();
  });
}
