import type { BlobStore } from '@formwork/runtime';
import type { S3BlobStore, S3BlobStoreOptions } from '@formwork/s3';
import { existsSync, readdirSync } from 'node:fs';
import { CliError, UsageError } from '../errors/errors.ts';

/**
 * Opens the bucket for long data: `s3://bucket/prefix`. The address of the server and the keys come
 * from `S3_ENDPOINT`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and
 * `AWS_SESSION_TOKEN`.
 *
 * @throws UsageError for another place, and when keys are missing; CliError without the package;
 *   S3Error for a bucket that is checked and cannot be used
 */
export async function openBlobs(
  name: string,
  {
    folder,
    isChecked = false,
    env = process.env,
  }: {
    /**
     * The folder in which the store keeps long data without a bucket. It must be empty or absent,
     * because those data would be out of reach. Default: no folder is checked.
     */
    readonly folder?: string;
    /** True asks the server whether the bucket can be used. Default false. */
    readonly isChecked?: boolean;
    /** The environment with the address of the server and the keys. Default: that of the process. */
    readonly env?: Readonly<Record<string, string | undefined>>;
  } = {},
): Promise<BlobStore> {
  const options = readOptions(name, env);
  if (folder !== undefined && existsSync(folder) && readdirSync(folder).length > 0) {
    throw new UsageError(
      `Cannot keep long data in a bucket because the store has some in ${folder}: move the tasks to a new store with formwork migrate-store --to-blobs ${name}.`,
    );
  }
  const { createS3BlobStore } = await import('@formwork/s3').catch(async (cause: unknown) => {
    const { findInstallCommand } = await import('@formwork/runtime/internal');
    throw new CliError(
      `Cannot keep long data in a bucket because its package is not installed. Install it with: ${findInstallCommand('@formwork/s3')}.`,
      { cause },
    );
  });
  const store = create();
  if (isChecked) await store.check();
  return store;

  function create(): S3BlobStore {
    try {
      return createS3BlobStore(options);
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      throw new UsageError(
        `${cause.message} The options come from --blobs, S3_ENDPOINT, AWS_REGION and S3_ALLOW_INSECURE=true.`,
        { cause },
      );
    }
  }
}

function readOptions(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): S3BlobStoreOptions {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/@:]+)(?:\/(.*?))?\/?$/iu.exec(name) ?? [];
  if (bucket === undefined) {
    throw new UsageError(
      'Cannot keep long data because their place must be s3://BUCKET or s3://BUCKET/PREFIX, without keys: current value is not shown',
    );
  }
  // Empty variables count as absent, as everywhere.
  const read = (variable: string): string | undefined => env[variable] || undefined;
  const accessKeyId = read('AWS_ACCESS_KEY_ID');
  const secretAccessKey = read('AWS_SECRET_ACCESS_KEY');
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new UsageError(
      'Cannot keep long data in a bucket because AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must both be set.',
    );
  }
  const endpoint = read('S3_ENDPOINT');
  const region = read('AWS_REGION') ?? read('AWS_DEFAULT_REGION');
  return {
    bucket,
    prefix,
    credentials: { accessKeyId, secretAccessKey, sessionToken: read('AWS_SESSION_TOKEN') },
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    allowInsecure: /^(?:true|1)$/u.test(env['S3_ALLOW_INSECURE'] ?? ''),
  };
}
