export {
  describeBlobStore,
  type BlobStorage,
  type BlobStoreUnderTest,
} from './describe-blob-store.ts';
export { describeTaskEngine } from './describe-task-engine.ts';
export type { EngineStorage, EngineUnderTest } from './engine-storage.ts';
