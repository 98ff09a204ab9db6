import S3rver from '@20minutes/s3rver';
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js';
import type { S3BlobStoreOptions } from '@formwork/s3';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

const BUCKET = 'agents';

/** The keys that the server knows. */
const KEYS = { accessKeyId: `AKIA${randomUUID()}`, secretAccessKey: `secret/${randomUUID()}+` };
DUMMY_ACCOUNT.createKeyPair(KEYS.accessKeyId, KEYS.secretAccessKey);

/** An S3 server with one bucket, which checks signatures and digests. */
export interface TestS3 {
  readonly endpoint: string;
  readonly bucket: string;
  /** A place in the bucket that nothing else uses, as options of a blob store. */
  createPlace(): S3BlobStoreOptions & { readonly prefix: string };
  /** The environment that has a command use the server. */
  readonly env: Readonly<Record<string, string>>;
  /** The ids of the blobs below a prefix. */
  list(prefix: string): readonly string[];
  /** The path of the file that has an object. */
  pathOf(prefix: string, id: string): string;
  /** Stops the server as a crash does; its objects stay. */
  stop(): Promise<void>;
  /** Starts the server again, at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server on this machine. */
export async function startS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-'));
  let server: S3rver | undefined;
  let port = 0;

  async function start(): Promise<void> {
    server = new S3rver({
      address: '127.0.0.1',
      port,
      directory,
      silent: true,
      vhostBuckets: false,
      configureBuckets: [{ name: BUCKET }],
    });
    server.middleware.unshift(takeWhole);
    ({ port } = await server.run());
  }

  async function stop(): Promise<void> {
    const stopped = server?.close();
    server?.httpServer.closeAllConnections();
    server = undefined;
    await stopped;
  }

  await start();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    bucket: BUCKET,
    env: {
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    },
    createPlace: () => ({ bucket: BUCKET, prefix: randomUUID(), endpoint, credentials: KEYS }),
    list(prefix) {
      const folder = join(directory, BUCKET, prefix);
      const names = existsSync(folder) ? readdirSync(folder) : [];
      return names.flatMap((name) => /^(.*)\._S3rver_object$/u.exec(name)?.[1] ?? []);
    },
    pathOf: (prefix, id) => join(directory, BUCKET, prefix, `${id}._S3rver_object`),
    start,
    stop,
    async close() {
      await stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/**
 * Takes objects as S3 does: whole or not at all, and only with the digests that were announced. The
 * package itself writes what has come so far, and checks signatures alone.
 */
const takeWhole: S3rver['middleware'][number] = async (context, next) => {
  if (context.method === 'PUT') {
    const pieces: Uint8Array[] = [];
    for await (const piece of context.request.req) pieces.push(piece as Uint8Array);
    const bytes = Buffer.concat(pieces);
    const md5 = createHash('md5').update(bytes).digest('base64');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (context.get('content-md5') !== md5 || context.get('x-amz-content-sha256') !== sha256) {
      context.status = 400;
      context.body = '<?xml version="1.0"?><Error><Code>BadDigest</Code></Error>';
      return;
    }
    context.req = Readable.from([bytes]);
  }
  await next();
};
