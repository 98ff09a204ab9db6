import S3rver from '@20minutes/s3rver';
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js';
import type { S3BlobStoreOptions } from '@formwork/s3';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

const BUCKET = 'agents';

/** The access keys that the test S3 server accepts. */
const KEYS = { accessKeyId: `AKIA${randomUUID()}`, secretAccessKey: `secret/${randomUUID()}+` };
DUMMY_ACCOUNT.createKeyPair(KEYS.accessKeyId, KEYS.secretAccessKey);

/** An S3 server for tests, with one bucket; it checks signatures and digests. */
export interface TestS3 {
  readonly endpoint: string;
  readonly bucket: string;
  /** Returns the options of a blob store with a prefix in the bucket that nothing else uses. */
  createPlace(): S3BlobStoreOptions & { readonly prefix: string };
  /** The environment variables by which a `formwork` command uses this server. */
  readonly env: Readonly<Record<string, string>>;
  /** Lists the ids of the blobs below a prefix. */
  list(prefix: string): readonly string[];
  /** Returns the path of the file in which the server keeps an object. */
  pathOf(prefix: string, id: string): string;
  /** Stops the server as a crash would; its objects stay. */
  stop(): Promise<void>;
  /** Starts the server again, at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an S3 server on this machine. */
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

let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs changes of objects one after the other, because the package `s3rver` removes an empty folder
 * together with any object that is put into it at that moment.
 */
function inTurn(change: () => Promise<unknown>): Promise<unknown> {
  turn = turn.catch(() => undefined).then(change);
  return turn;
}

/**
 * Accepts objects as S3 does: whole, and only if their digests match the announced ones. Without
 * this, the package keeps partial objects and checks signatures only.
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
  await (context.method === 'GET' || context.method === 'HEAD' ? next() : inTurn(next));
};
