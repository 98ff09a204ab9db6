import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { BlobStore } from '../../blobs/blob-store.ts';
import { BlobMissingError, EngineStorageError, TaskDamagedError } from '../../errors.ts';
import { fromBlobReference, toBlobReference } from './stored-text.ts';

/** Options of {@link LongTexts}. */
export interface LongTextsOptions {
  /** The store for long texts; `undefined` if rows hold all texts. */
  readonly blobStore: BlobStore | undefined;
  /**
   * The length of the longest text that a row holds, in characters; longer texts go to the blob
   * store.
   */
  readonly blobsAbove: number;
  readonly blobTable: BlobTable;
}

/** A blob whose id is in the database before its bytes are in the blob store. */
export interface ReservedBlob {
  readonly blobId: string;
  readonly bytes: Uint8Array;
}

/**
 * The table of blobs in the engine's database: each blob has a row from before its bytes are stored
 * until they are deleted. So a crash leaves no unknown blob, and no blob is deleted while an event
 * refers to it. Each method is one transaction.
 */
export interface BlobTable {
  /**
   * Adds the rows of blobs before their bytes are stored. The blobs belong to no task, and may be
   * deleted after `forMs` milliseconds.
   */
  reserve(blobs: readonly ReservedBlob[], forMs: number): Promise<void>;
  /**
   * Marks those of the given blobs that belong to no task, so that they can be deleted; returns
   * true if there was one.
   */
  dropUnkept(blobIds: readonly string[]): Promise<boolean>;
  /** Returns true if there may be blobs that belong to no task. */
  hasUnkept(): Promise<boolean>;
  /**
   * Returns the ids of up to `limit` blobs that belong to no task; the caller must now delete them.
   * No event can refer to them any more.
   */
  takeFree(limit: number): Promise<readonly string[]>;
  /** Removes the rows of blobs that were deleted from the blob store. */
  forget(blobIds: readonly string[]): Promise<void>;
  /** Returns the ids of up to `limit` blobs of tasks, the smallest first. */
  selectKept(limit: number): Promise<readonly string[]>;
}

/**
 * The longest time from adding the row of a blob to writing the event that refers to it, in
 * milliseconds. A slower blob store makes the write fail, and loses nothing.
 */
const RESERVATION_MS = 3_600_000;
const SWEEP_SIZE = 64;
/** The number of blobs of which a check looks for one. */
const CHECK_SIZE = 8;

/**
 * Stores the texts of events that are too long for rows in a blob store. Every write adds the
 * blobs' ids to their table, stores the blobs, and then commits the rows that refer to them.
 */
export class LongTexts {
  readonly #options: LongTextsOptions;
  /** The last unfinished write of long texts, by the id of its task. */
  readonly #writing = new Map<string, Promise<unknown>>();
  #sweeping: Promise<void> | undefined;
  /** Blobs that the store did not delete; others are deleted first, so that none keeps them. */
  #stuck = new Set<string>();

  constructor(options: LongTextsOptions) {
    this.#options = options;
  }

  /**
   * Deletes blobs that belong to no task. Rejects if the blob store fails; a later sweep then
   * deletes the rest.
   */
  async sweep(): Promise<void> {
    const { blobStore } = this.#options;
    if (blobStore === undefined) return;
    // Sweeps run one after the other: a blob that became free during one is deleted by the next.
    const before = this.#sweeping ?? Promise.resolve();
    const sweeping = before.catch(() => undefined).then(() => this.#sweepAll(blobStore));
    this.#sweeping = sweeping;
    await sweeping;
  }

  /**
   * Puts long texts into the blob store, then calls `commit` with the texts for the rows. Writes to
   * one task are committed in the order of the calls. A write without long texts costs only a check
   * of the lengths, unless an earlier write of its task is under way.
   */
  write<Value>(
    taskId: string,
    texts: readonly string[],
    commit: (stored: readonly string[]) => Promise<Value>,
  ): Promise<Value> {
    const { blobStore } = this.#options;
    const before = this.#writing.get(taskId);
    if (
      blobStore === undefined ||
      (before === undefined && !texts.some((text) => this.#isLong(text)))
    ) {
      return commit(texts);
    }
    const written = (before ?? Promise.resolve()).then(() =>
      texts.some((text) => this.#isLong(text))
        ? this.#writeLong(blobStore, texts, commit)
        : commit(texts),
    );
    const writeEnd = endOf(written).finally(() => {
      if (this.#writing.get(taskId) === writeEnd) {
        this.#writing.delete(taskId);
      }
    });
    this.#writing.set(taskId, writeEnd);
    return written;
  }

  /**
   * Returns the text that a row holds, or the text of the blob that the row refers to.
   *
   * @throws TaskDamagedError, of which `BlobMissingError` is one, and `EngineStorageError`
   */
  async load(taskId: string, stored: string): Promise<string> {
    const blob = fromBlobReference(stored);
    if (blob === undefined) {
      return stored;
    }
    const { blobId, checksum } = blob;
    const bytes = await callStore(blobId, async () => this.#options.blobStore?.get(blobId));
    if (bytes === undefined) {
      throw new BlobMissingError(taskId, blobId);
    }
    if (checksum !== undefined && crc32(bytes) !== checksum) {
      throw new TaskDamagedError(taskId, {
        message: `Cannot read task ${taskId} because its blob ${blobId} is damaged. Restore the blob from a copy, or delete the task.`,
        blobId,
      });
    }
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  }

  /** Rejects if the blob store has none of some blobs of tasks: see `TaskEngine.checkBlobs`. */
  async check(): Promise<void> {
    const ids = await this.#options.blobTable.selectKept(CHECK_SIZE);
    for (const id of ids) {
      if ((await callStore(id, async () => this.#options.blobStore?.get(id))) !== undefined) return;
    }
    // Blobs of a task that is deleted meanwhile say nothing.
    const blobIds = await this.#options.blobTable.selectKept(CHECK_SIZE);
    const blobId = blobIds.find((id) => ids.includes(id));
    if (blobId === undefined) return;
    throw new EngineStorageError('BLOBS_ELSEWHERE', {
      message: `Cannot use the storage of the task engine because its blob store has none of the ${ids.length} blobs of tasks that were looked for, such as ${blobId}: name the folder, or the bucket and prefix, that has them.`,
      blobId,
    });
  }

  /** Resolves when all earlier writes and sweeps are over. */
  async drain(): Promise<void> {
    while (this.#writing.size > 0) {
      await Promise.all(this.#writing.values());
    }
    await this.#sweeping?.catch(() => undefined);
  }

  #isLong(text: string): boolean {
    return text.length > this.#options.blobsAbove;
  }

  async #writeLong<Value>(
    store: BlobStore,
    texts: readonly string[],
    commit: (stored: readonly string[]) => Promise<Value>,
  ): Promise<Value> {
    const blobs = new Map(
      texts
        .filter((text) => this.#isLong(text))
        .map((text) => {
          const bytes = Buffer.from(text);
          return [text, { blobId: randomUUID(), bytes, checksum: crc32(bytes) }];
        }),
    );
    const ids = new Set([...blobs.values()].map(({ blobId }) => blobId));
    await this.#options.blobTable.reserve([...blobs.values()], RESERVATION_MS);
    try {
      for (const { blobId, bytes } of blobs.values()) {
        // A store that gave up may still get the bytes, so they are deleted when the time is over.
        ids.delete(blobId);
        await callStore(blobId, () => store.put(blobId, bytes));
        ids.add(blobId);
      }
      return await commit(
        texts.map((text) => {
          const blob = blobs.get(text);
          return blob === undefined ? text : toBlobReference(blob);
        }),
      );
    } finally {
      await this.#dropUnkept([...ids]).catch(() => undefined);
    }
  }

  /**
   * Deletes those blobs of a write that no task got, because the write was refused or repeated an
   * earlier one. If this fails, a later sweep deletes them.
   */
  async #dropUnkept(ids: readonly string[]): Promise<void> {
    if (await this.#options.blobTable.dropUnkept(ids)) await this.sweep();
  }

  async #sweepAll(store: BlobStore): Promise<void> {
    while (await this.#options.blobTable.hasUnkept()) {
      const ids = await this.#options.blobTable.takeFree(SWEEP_SIZE + this.#stuck.size);
      if (ids.length === 0) {
        return;
      }
      this.#stuck = new Set(ids.filter((id) => this.#stuck.has(id)));
      const deleted: string[] = [];
      try {
        for (const id of ids.toSorted(
          (a, b) => Number(this.#stuck.has(a)) - Number(this.#stuck.has(b)),
        )) {
          this.#stuck.add(id);
          await callStore(id, () => store.delete(id));
          this.#stuck.delete(id);
          deleted.push(id);
        }
      } finally {
        await this.#options.blobTable.forget(deleted);
      }
    }
  }
}

/** Resolves when a promise has settled, even if it rejects. */
async function endOf(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}

/** Calls the blob store for one blob, and converts its errors to `EngineStorageError`. */
async function callStore<Value>(blobId: string, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
    const code = hasCode ? String(error.code) : 'BLOB_STORE';
    throw new EngineStorageError(code, {
      message: `Cannot use the storage of the task engine because its blob store fails (${code}): ${error instanceof Error ? error.message : 'it gives no reason'}`,
      cause: error,
      blobId,
    });
  }
}
