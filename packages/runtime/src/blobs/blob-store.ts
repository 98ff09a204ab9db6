import { hasCode, replaceBusyFile } from '@formwork/schema/internal';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { bindMethods } from '../bound-methods.ts';
import { tightenOwnFolder } from '../private-file.ts';

/**
 * Keeps bytes that are too big for the rows of an engine, each under an id that the engine makes up.
 *
 * Every blob store MUST pass `describeBlobStore` (see `@formwork/runtime/testing`). The engine
 * writes down which ids it is about to use before it puts, so a store need not list what it has:
 * whatever a crash leaves behind is deleted by its id. In all methods:
 * - an id is 1 to 128 of the characters `A-Z a-z 0-9 _ -`; any other MUST be refused with a
 *   `TypeError`, and MUST NOT reach beyond the store (`..`, `/`);
 * - a failure of the storage MUST reject; the engine turns it into `EngineStorageError`;
 * - all processes that share the rows MUST share the blobs.
 */
export interface BlobStore {
  /**
   * Keeps the bytes under the id. Once the promise has resolved they MUST be as durable as the rows
   * that will refer to them. If it rejects or the process dies, a later {@link get} MUST give all of
   * the bytes or none. Putting the same bytes again MUST do no harm. The engine neither puts other
   * bytes under an id, nor twice at once. MUST NOT keep or change `bytes` afterwards.
   */
  put(id: string, bytes: Uint8Array): Promise<void>;

  /** Reads a blob; returns `undefined` if no blob has this id. */
  get(id: string): Promise<Uint8Array | undefined>;

  /**
   * Deletes the bytes under an id, and whatever an unfinished {@link put} has left there. MUST
   * resolve if there is nothing to delete.
   */
  delete(id: string): Promise<void>;
}

/** Options of {@link createFileBlobStore}. */
export interface FileBlobStoreOptions {
  /**
   * The path of the folder, on a local disk. The folder is made with the first blob, for its owner
   * only, inside a folder that exists. An existing folder keeps its permissions, unless its name
   * ends in `-blobs`.
   */
  readonly folder: string;
}

/** The ending of the name of a blob's file while it is being written; ids contain no dot. */
const UNFINISHED = '.part';

/**
 * Keeps each blob in a file of its own, named after its id and readable by its owner only. A blob
 * is written to another name, synced, renamed, and the folder synced: after a crash, or loss of
 * power, it is there whole or not at all.
 *
 * Methods reject with what the system says.
 *
 * @throws TypeError when the folder's path is empty
 *
 * @example
 * ```ts
 * import { createFileBlobStore } from '@formwork/runtime';
 * import { createSqliteEngine } from '@formwork/runtime/sqlite';
 *
 * const blobStore = createFileBlobStore({ folder: 'data/blobs' });
 * const engine = createSqliteEngine({ file: 'data/tasks.sqlite', blobStore });
 * ```
 */
export function createFileBlobStore({ folder }: FileBlobStoreOptions): BlobStore {
  if (folder.trim() === '') {
    throw new TypeError(
      `Cannot create a file blob store because folder must be a path: current value is ${JSON.stringify(folder)}`,
    );
  }
  return bindMethods(new FileBlobStore(folder));
}

class FileBlobStore implements BlobStore {
  readonly #folder: string;
  #creation: Promise<void> | undefined;

  constructor(folder: string) {
    // The path is made absolute, because the process may change its working directory later.
    this.#folder = resolve(folder);
  }

  async put(id: string, bytes: Uint8Array): Promise<void> {
    const path = this.#toPath(id);
    try {
      await this.#makeFolder();
      await write(path, bytes);
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Another program has removed the folder.
      this.#creation = undefined;
      await this.#makeFolder();
      await write(path, bytes);
    }
    await syncFolder(this.#folder);
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(this.#toPath(id));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(id: string): Promise<void> {
    const path = this.#toPath(id);
    await rm(path, { force: true });
    await rm(`${path}${UNFINISHED}`, { force: true });
  }

  #toPath(id: string): string {
    checkBlobId(id);
    return join(this.#folder, id);
  }

  /**
   * Creates the folder for the blobs before the first write; after a failure, the next write tries
   * again.
   */
  async #makeFolder(): Promise<void> {
    this.#creation ??= createFolder(this.#folder);
    try {
      await this.#creation;
    } catch (error) {
      this.#creation = undefined;
      throw error;
    }
  }
}

async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    tightenOwnFolder(folder);
  }
  // A folder that another process has just made is synced, too: it must survive a loss of power.
  await syncFolder(dirname(folder));
}

/** Writes a file so that a crash leaves either the whole file or none. */
async function write(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  try {
    await writeDurably(unfinished, bytes);
    await replaceBusyFile(() => rename(unfinished, path));
  } catch (error) {
    // On a full disk, the space of the unfinished file is needed at once. If removing it fails,
    // too, the first error is still the one to report.
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Syncs a folder to the disk, so that names of new files survive a crash. Windows cannot open
 * folders, and keeps names by itself.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

const ID = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Checks that the id of a blob is a plain name, which cannot contain a path.
 *
 * @throws TypeError for any other id
 */
export function checkBlobId(id: string): void {
  if (!ID.test(id)) {
    throw new TypeError(
      `Cannot use the blob store because an id must be 1 to 128 letters, digits, "_" or "-": current value is ${JSON.stringify(id)}`,
    );
  }
}
