import { isLoopbackHost } from '@formwork/network';
import type { BlobStore } from '@formwork/runtime';
import { checkBlobId } from '@formwork/runtime/internal';
import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from '@formwork/schema/options';
import { ObjectClient, isCredentials, type S3Credentials } from './object-client.ts';

/** Options of {@link createS3BlobStore}. */
export interface S3BlobStoreOptions {
  /** The name of the bucket, which must exist. */
  readonly bucket: string;
  /**
   * The beginning of the keys of all objects, without slashes at its ends, such as
   * `formwork/blobs`. Default: none, so the ids of blobs are the keys.
   */
  readonly prefix?: string;
  /**
   * The address of the server, such as `https://minio.internal:9000`. It must be https unless the
   * server runs on this machine. Default: the address of AWS for the region.
   */
  readonly endpoint?: string;
  /** The region of the bucket. Default `us-east-1` for an endpoint; AWS needs one. */
  readonly region?: string;
  /**
   * The access keys, or a function that is called for them before every request, such as a provider
   * of `@aws-sdk/credential-providers`. The function should remember the keys while they are valid.
   */
  readonly credentials: S3Credentials | (() => Promise<S3Credentials>);
  /**
   * True if the bucket's name stands in the path of URLs, false if it is a part of the host name.
   * Default: true for an endpoint and for a bucket whose name has a dot.
   */
  readonly forcePathStyle?: boolean;
  /** True allows `http:` beyond this machine: blobs then travel unencrypted. Default false. */
  readonly allowInsecure?: boolean;
  /**
   * The longest time that one call may take, its repeated requests included, in milliseconds.
   * Default 30,000. It must be longer than the transfer of the largest blob takes.
   */
  readonly timeoutMs?: number;
  /**
   * How often a request is repeated after a broken connection, a 429 or a 5xx, with pauses that
   * double from about 100 ms. Default 3.
   */
  readonly retries?: number;
}

/** A blob store in a bucket, which can say whether the bucket can be used. */
export interface S3BlobStore extends BlobStore {
  /**
   * Resolves if the server answers, has the bucket, and lets the keys read from it. A program
   * should call it when it starts, because blobs are rare and a wrong name is noticed late.
   * Rejects with {@link S3Error}.
   */
  check(): Promise<void>;
}

const SUBJECT = 'Cannot create an S3 blob store';

/** Matches names of buckets that need no escapes in a URL. */
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/u;
const SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/u;
const MAX_PREFIX_LENGTH = 512;
/** The id for which a check asks; no blob has it. */
const CHECKED_ID = 'formwork-check';

const TEXT_RULE: OptionRule = {
  expected: 'a text',
  isValid: (value) => typeof value === 'string' && value !== '',
};

const RULES: { readonly [Name in keyof Required<S3BlobStoreOptions>]: OptionRule } = {
  bucket: {
    expected: 'the name of a bucket: 2 to 63 letters, digits, ".", "_" or "-"',
    isValid: (value) => typeof value === 'string' && BUCKET.test(value),
  },
  prefix: {
    expected: `names of letters, digits, ".", "_" or "-" with "/" between them, of up to ${MAX_PREFIX_LENGTH} characters`,
    isValid: (value) =>
      value === '' ||
      (typeof value === 'string' &&
        value.length <= MAX_PREFIX_LENGTH &&
        value.split('/').every((segment) => SEGMENT.test(segment))),
  },
  endpoint: {
    expected: 'an http or https URL without user, query and fragment',
    isValid: isEndpoint,
    // A wrong endpoint may contain a password, so the error does not show it.
    describe: () => 'not shown',
  },
  region: TEXT_RULE,
  credentials: {
    expected: 'an access key id and a secret key, or a function that gives them',
    isValid: (value) => typeof value === 'function' || isCredentials(value),
    describe: () => 'not shown',
  },
  forcePathStyle: BOOLEAN_RULE,
  allowInsecure: BOOLEAN_RULE,
  timeoutMs: createTimerRule(1),
  retries: createIntegerRule(0, 20),
};

/**
 * Keeps each blob as an object in a bucket of S3, or of a server that speaks its protocol (MinIO,
 * Ceph, Cloudflare R2 and others). The key is the prefix, a slash, and the id.
 *
 * `put` resolves when the server has confirmed the object, which has then passed the server's check
 * of its SHA-256 and MD5. Methods reject with {@link S3Error} in no more than `timeoutMs`.
 *
 * The bucket MUST NOT have a lifecycle rule that expires objects below the prefix: their tasks
 * could not be read any more. The keys need `s3:GetObject`, `s3:PutObject` and `s3:DeleteObject`
 * below the prefix, and `s3:ListBucket`, without which S3 calls a missing object forbidden.
 *
 * @throws TypeError or RangeError that names the option
 *
 * @example
 * ```ts
 * import { createS3BlobStore } from '@formwork/s3';
 * import { createSqliteEngine } from '@formwork/runtime/sqlite';
 *
 * const blobStore = createS3BlobStore({
 *   bucket: 'my-agents',
 *   prefix: 'clerk',
 *   region: 'eu-central-1',
 *   credentials: { accessKeyId: 'AKIA...', secretAccessKey: '...' },
 * });
 * const engine = createSqliteEngine({ file: 'data/tasks.sqlite', blobStore });
 * ```
 */
export function createS3BlobStore(options: S3BlobStoreOptions): S3BlobStore {
  checkOptions(options, { subject: SUBJECT, rules: RULES });
  const { bucket, prefix = '', credentials, timeoutMs = 30_000, retries = 3 } = options;
  checkRequiredOptions(options);
  const region = options.region ?? 'us-east-1';
  const source = typeof credentials === 'function' ? credentials : async () => credentials;
  const client = new ObjectClient({
    base: toBucketUrl(options, region),
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    credentials: source,
    timeoutMs,
    retries,
  });
  return {
    async put(id, bytes) {
      checkBlobId(id);
      await client.put(id, bytes);
    },
    async get(id) {
      checkBlobId(id);
      return client.get(id);
    },
    async delete(id) {
      checkBlobId(id);
      await client.delete(id);
    },
    check: () => client.check(CHECKED_ID),
  };
}

function isEndpoint(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/u.test(protocol) && [username, password, search, hash].join('') === '';
}

/** Checks that the required options are given, and that the endpoint is https where it must be. */
function checkRequiredOptions({
  bucket,
  credentials,
  endpoint,
  region,
  allowInsecure,
}: Partial<S3BlobStoreOptions>): void {
  for (const [name, value] of Object.entries({ bucket, credentials })) {
    if (value === undefined) throw new TypeError(`${SUBJECT} because ${name} must be given.`);
  }
  if (endpoint === undefined && region === undefined) {
    throw new TypeError(
      `${SUBJECT} because region must be given for AWS, or the endpoint of a server.`,
    );
  }
  if (endpoint === undefined) return;
  const { protocol, hostname, origin } = new URL(endpoint);
  if (protocol === 'https:' || allowInsecure === true || isLoopbackHost(hostname)) return;
  throw new TypeError(
    `${SUBJECT} because endpoint must be https, or allowInsecure be true: current value is ${JSON.stringify(origin)}`,
  );
}

/**
 * Returns the URL of the bucket. The URL ends with a slash, so that object keys can be appended.
 */
export function toBucketUrl(
  { bucket, endpoint, forcePathStyle }: S3BlobStoreOptions,
  region: string,
): URL {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const isInPath = forcePathStyle ?? (endpoint !== undefined || bucket.includes('.'));
  const path = url.pathname.replace(/(?<!\/)\/+$/u, '');
  if (!isInPath) url.host = `${bucket}.${url.host}`;
  url.pathname = isInPath ? `${path}/${bucket}/` : `${path}/`;
  return url;
}
