// Only the names that are exported here are public.
export {
  createS3BlobStore,
  type S3BlobStore,
  type S3BlobStoreOptions,
} from './create-s3-blob-store.ts';
export { S3Error, type S3ErrorCode } from './errors.ts';
export type { S3Credentials } from './object-client.ts';
