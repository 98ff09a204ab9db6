import { expect, test } from 'vitest';
import { createS3BlobStore, toBucketUrl, type S3BlobStoreOptions } from './create-s3-blob-store.ts';

const KEYS = { accessKeyId: 'AKIA', secretAccessKey: 'hidden' };
const GOOD: S3BlobStoreOptions = { bucket: 'agents', region: 'eu-1', credentials: KEYS };

test.each([
  [{}],
  [{ prefix: '' }],
  [{ prefix: 'one/two.three-4_5' }],
  [{ endpoint: 'https://minio.internal:9000/base' }],
  [{ endpoint: 'http://127.0.0.1:9000' }],
  [{ endpoint: 'http://[::1]:9000' }],
  [{ endpoint: 'http://minio.internal', allowInsecure: true }],
  [{ credentials: async () => KEYS }],
  [{ timeoutMs: 1, retries: 0 }],
] as const)('takes %j', (change) => {
  expect(createS3BlobStore({ ...GOOD, ...change })).toBeDefined();
});

test.each([
  [{ bucket: '' }, TypeError, 'bucket must be the name of a bucket'],
  [{ bucket: 'a/b' }, TypeError, 'bucket must be the name of a bucket'],
  [{ bucket: '..' }, TypeError, 'bucket must be the name of a bucket'],
  [{ bucket: undefined }, TypeError, 'bucket must be given'],
  [{ prefix: '/x' }, TypeError, 'prefix must be names of letters'],
  [{ prefix: 'x/' }, TypeError, 'prefix must be names of letters'],
  [{ prefix: 'x/../y' }, TypeError, 'prefix must be names of letters'],
  [{ prefix: 'ü' }, TypeError, 'prefix must be names of letters'],
  [{ prefix: 'x'.repeat(513) }, TypeError, 'of up to 512 characters'],
  [{ endpoint: 'minio:9000' }, TypeError, 'endpoint must be an http or https URL'],
  [{ endpoint: 'https://ada:hidden@minio' }, TypeError, 'current value is not shown'],
  [{ endpoint: 'https://minio/?x=hidden' }, TypeError, 'current value is not shown'],
  [
    { endpoint: 'http://minio.internal:9000/x' },
    TypeError,
    'endpoint must be https, or allowInsecure be true: current value is "http://minio.internal:9000"',
  ],
  [{ region: undefined }, TypeError, 'region must be given for AWS, or the endpoint of a server'],
  [{ region: '' }, TypeError, 'region must be a text'],
  [{ credentials: { ...KEYS, accessKeyId: '' } }, TypeError, 'credentials must be an access key'],
  [{ credentials: { secretAccessKey: 'hidden' } }, TypeError, 'current value is not shown'],
  [{ credentials: 'hidden' }, TypeError, 'current value is not shown'],
  [{ credentials: undefined }, TypeError, 'credentials must be given'],
  [{ timeoutMs: 0 }, RangeError, 'timeoutMs must be an integer from 1'],
  [{ retries: 21 }, RangeError, 'retries must be an integer from 0 to 20'],
  [{ forcePathStyle: 1 }, RangeError, 'forcePathStyle must be true or false'],
  [{ buckett: 'x' }, TypeError, 'did you mean "bucket"?'],
])('refuses %j and keeps the secret', (change, kind, text) => {
  const options = { ...GOOD, ...change } as S3BlobStoreOptions;
  const create = (): unknown => createS3BlobStore(options);
  expect(create).toThrow(kind);
  expect(create).toThrow(text);
  expect(create).not.toThrow('hidden');
});

test.each([
  [{}, 'https://agents.s3.eu-1.amazonaws.com/'],
  [{ bucket: 'my.agents' }, 'https://s3.eu-1.amazonaws.com/my.agents/'],
  [{ forcePathStyle: true }, 'https://s3.eu-1.amazonaws.com/agents/'],
  [{ endpoint: 'https://minio:9000' }, 'https://minio:9000/agents/'],
  [{ endpoint: 'https://minio:9000/base/' }, 'https://minio:9000/base/agents/'],
  [
    { endpoint: 'https://fra1.digitaloceanspaces.com', forcePathStyle: false },
    'https://agents.fra1.digitaloceanspaces.com/',
  ],
])('the bucket of %j is at %s', (change, url) => {
  expect(toBucketUrl({ ...GOOD, ...change }, 'eu-1').href).toBe(url);
});
