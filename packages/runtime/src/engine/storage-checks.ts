/** The checks by which an engine finds out that what it has stored cannot be relied on. */
export interface StorageChecks {
  /**
   * Rejects with `EngineStorageError` (`BLOBS_ELSEWHERE`) if the blob store has none of some blobs of
   * tasks, because its place is wrong. Absent if there is no blob store.
   */
  checkBlobs?(): Promise<void>;

  /**
   * Compares every index with its table, in short steps, and rejects with `EngineStorageError`
   * (`SQLITE_CORRUPT_INDEX`) that names those that differ, because searches by them give wrong
   * answers; then the kept counts with the tasks (`SQLITE_CORRUPT_COUNTS`). Resolves early if the engine is closed. Absent if the storage has checks of its own.
   */
  checkIndexes?(): Promise<void>;
}
