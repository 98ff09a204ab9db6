export {
  describeBlobStore,
  type BlobStorage,
  type BlobStoreUnderTest,
} from './describe-blob-store.ts';
export { describeDispatcher, type DispatcherUnderTest } from './describe-dispatcher.ts';
export { describeTaskArchive } from './describe-task-archive.ts';
export { describeTaskEngine } from './describe-task-engine.ts';
export {
  describeSharedRecords,
  type RecordsStorage,
  type RecordsUnderTest,
} from './describe-shared-records.ts';
export type { EngineStorage, EngineUnderTest } from './engine-storage.ts';
