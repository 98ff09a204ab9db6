import { stat } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { isAddress } from '../sources/read-type-source.ts';
import { watchFolder, type FolderWatch } from './watch-folder.ts';
import {
  writeTypes,
  type TypesTarget,
  type WriteTypesOptions,
  type WrittenTypes,
} from './write-types.ts';

/**
 * Options of {@link watchTypes}: the functions that are called for written and failed targets, and
 * how long to wait.
 */
export interface WatchTypesOptions extends WriteTypesOptions {
  /** Called after a target was generated, the first time included. */
  readonly onWrite: (written: WrittenTypes) => void;
  /** Called when a target could not be generated; watching goes on. */
  readonly onError: (error: unknown, target: TypesTarget) => void;
  /**
   * The time without further changes before a source is read again, in milliseconds. Default 100.
   */
  readonly debounceMs?: number;
}

/** A watch that generates modules whenever their sources change, until it is closed. */
export interface TypesWatch {
  /** Stops watching the sources; resolves once running generations are done. */
  close(): Promise<void>;
}

/**
 * Generates every target now, and again when its source changes: a file, any `.json` file of a
 * folder, or any module and `.json` file beside and below an agent's module. Agents and cards that
 * were fetched do not change.
 *
 * @example
 * ```ts
 * import { watchTypes } from '@formwork/typegen';
 *
 * const watch = await watchTypes([{ file: 'src/types.ts', source: 'schemas' }], {
 *   onWrite: ({ file }) => console.log(file),
 *   onError: console.error,
 * });
 * ```
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
  const writer = new TypesWriter(target, options);
  // The watch begins before the first run, so that no change is missed between them.
  const watcher = await createWatcher(target, options, () => writer.write());
  writer.write();
  await writer.settled();
  return {
    async close() {
      watcher?.close();
      await writer.settled();
    },
  };
}

/** Writes the types of a target, one run after the other. */
class TypesWriter {
  readonly #target: TypesTarget;
  readonly #options: WatchTypesOptions;
  #running: Promise<void> = Promise.resolve();

  constructor(target: TypesTarget, options: WatchTypesOptions) {
    this.#target = target;
    this.#options = options;
  }

  /** Writes the types once the run before is over. */
  write(): void {
    this.#running = this.#writeAfter(this.#running);
  }

  /** Resolves once the run that was begun last is over. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #writeAfter(before: Promise<void>): Promise<void> {
    await before;
    try {
      for (const file of await writeTypes([this.#target], this.#options)) {
        this.#options.onWrite(file);
      }
    } catch (error) {
      this.#options.onError(error, this.#target);
    }
  }
}

async function createWatcher(
  target: TypesTarget,
  { debounceMs, onError }: WatchTypesOptions,
  onChange: () => void,
): Promise<FolderWatch | undefined> {
  const { source, file } = target;
  if (typeof source !== 'string' || isAddress(source)) return undefined;
  const isFolder = await stat(source).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  const isJson = extname(source).toLowerCase() === '.json';
  const folder = isFolder ? source : dirname(resolve(source));
  return watchFolder(folder, {
    recursive: isFolder || !isJson,
    isRelevant: (name) => {
      if (resolve(folder, name) === resolve(file)) return false;
      if (isFolder) return name.endsWith('.json');
      return isJson ? name === basename(source) : /\.(?:json|[cm]?[jt]s)$/u.test(name);
    },
    onChange,
    onError: (error) => onError(error, target),
    ...(debounceMs !== undefined && { debounceMs }),
  });
}
