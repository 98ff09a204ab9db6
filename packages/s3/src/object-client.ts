import { AwsV4Signer } from 'aws4fetch';
import { createHash, getFips } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createConnectionError,
  createCredentialsError,
  createRefusalError,
  createTimeoutError,
  type FailedCall,
} from './errors.ts';

/** The access keys that sign requests. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The session token of temporary access keys; absent for permanent ones. */
  readonly sessionToken?: string | undefined;
}

/** Stores, reads and deletes objects in a bucket; all methods reject with `S3Error`. */
interface ObjectClient {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Reads an object; returns `undefined` if there is none with this name. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Deletes an object; resolves also if there is none. */
  delete(name: string): Promise<void>;
}

/** Options of {@link createObjectClient}. */
export interface ObjectClientOptions {
  /** The URL of the bucket, with a slash at its end. */
  readonly base: URL;
  readonly bucket: string;
  /** The beginning of all keys, with a slash at its end unless it is empty. */
  readonly prefix: string;
  readonly region: string;
  readonly credentials: () => Promise<S3Credentials>;
  readonly timeoutMs: number;
  readonly retries: number;
}

/** A request for one object. */
interface ObjectRequest {
  readonly method: FailedCall['method'];
  readonly name: string;
  readonly bytes?: Uint8Array;
}

/** A complete answer of the server. */
interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
  /** The error code in the answer; empty for a success. */
  readonly reason: string;
  readonly region: string | undefined;
}

/** The longest first pause before a repetition, in milliseconds. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** The error codes for a request that was damaged or cut on its way. */
const DAMAGED: ReadonlySet<string> = new Set([
  'BadDigest',
  'IncompleteBody',
  'RequestTimeout',
  'XAmzContentSHA256Mismatch',
]);

/**
 * The largest number of derived signing keys that are kept: two for each pair of access keys around
 * midnight.
 */
const MAX_SIGNING_KEYS = 8;

/** Makes a client for the objects below a prefix. Failed requests are repeated until a deadline. */
export function createObjectClient(options: ObjectClientOptions): ObjectClient {
  const { base, bucket, prefix, region, timeoutMs, retries } = options;
  const signingKeys = new Map<string, ArrayBuffer>();

  function describe(method: FailedCall['method']): FailedCall {
    return { method, bucket, prefix, server: base.origin };
  }

  async function readCredentials(call: FailedCall, signal: AbortSignal): Promise<S3Credentials> {
    try {
      const found = await Promise.race([options.credentials(), rejectOnAbort(signal)]);
      if (isCredentials(found)) return found;
    } catch (cause) {
      if (signal.aborted) throw createTimeoutError(call, { timeoutMs, cause });
      throw createCredentialsError(call, cause);
    }
    throw createCredentialsError(call, undefined);
  }

  async function sendOnce(
    { method, name, bytes }: ObjectRequest,
    { keys, signal }: { readonly keys: S3Credentials; readonly signal: AbortSignal },
  ): Promise<Answer> {
    const { accessKeyId, secretAccessKey, sessionToken } = keys;
    if (signingKeys.size > MAX_SIGNING_KEYS) signingKeys.clear();
    const signer = new AwsV4Signer({
      method,
      url: new URL(prefix + name, base).href,
      headers: createHeaders(bytes),
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && sessionToken !== '' && { sessionToken }),
      service: 's3',
      region,
      cache: signingKeys,
    });
    const { url, headers } = await signer.sign();
    // It is never kept in memory that others share.
    const body = bytes as Uint8Array<ArrayBuffer> | undefined;
    const response = await fetch(url, {
      method,
      headers,
      signal,
      // Keys are for this server only.
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    return readAnswer(response);
  }

  /**
   * Sends a request until the answer is final, the repetitions are used up, or the time is over.
   */
  async function send(request: ObjectRequest): Promise<Answer> {
    const call = describe(request.method);
    const signal = AbortSignal.timeout(timeoutMs);
    for (let repetition = 0; ; repetition += 1) {
      const keys = await readCredentials(call, signal);
      let failure: unknown;
      try {
        const answer = await sendOnce(request, { keys, signal });
        if (!isPassing(answer) || repetition >= retries) return answer;
        failure = createRefusalError(call, answer);
      } catch (cause) {
        if (signal.aborted) throw createTimeoutError(call, { timeoutMs, cause });
        if (repetition >= retries) throw createConnectionError(call, cause);
        failure = cause;
      }
      await pause(repetition, signal).catch(() => {
        throw createTimeoutError(call, { timeoutMs, cause: failure });
      });
    }
  }

  return {
    async put(name, bytes) {
      const answer = await send({ method: 'PUT', name, bytes });
      if (answer.status !== 200) throw createRefusalError(describe('PUT'), answer);
    },

    async get(name) {
      const answer = await send({ method: 'GET', name });
      if (answer.status === 200) return answer.bytes;
      // Only this: a 404 of another server must not look like a lost blob.
      if (answer.reason === 'NoSuchKey') return undefined;
      throw createRefusalError(describe('GET'), answer);
    },

    async delete(name) {
      const answer = await send({ method: 'DELETE', name });
      if (answer.status === 200 || answer.status === 204 || answer.reason === 'NoSuchKey') return;
      throw createRefusalError(describe('DELETE'), answer);
    },
  };
}

/** Returns true for access keys that can sign. */
export function isCredentials(value: unknown): value is S3Credentials {
  if (typeof value !== 'object' || value === null) return false;
  const { accessKeyId, secretAccessKey, sessionToken }: Partial<Record<string, unknown>> =
    Object.fromEntries(Object.entries(value));
  return (
    [accessKeyId, secretAccessKey].every((key) => typeof key === 'string' && key !== '') &&
    (sessionToken === undefined || typeof sessionToken === 'string')
  );
}

/**
 * Returns the headers by which the server checks the bytes: SHA-256, which every server signs but
 * not every one compares with the bytes, and MD5 for the others.
 */
function createHeaders(bytes: Uint8Array | undefined): Record<string, string> {
  const sha256 = createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
  if (bytes === undefined) return { 'x-amz-content-sha256': sha256 };
  return {
    'x-amz-content-sha256': sha256,
    'content-type': 'application/octet-stream',
    // A Node in FIPS mode has no MD5.
    ...(getFips() === 0 && { 'content-md5': createHash('md5').update(bytes).digest('base64') }),
  };
}

/** Reads a complete answer; rejects if it is shorter than its header says. */
async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const length = headers.get('content-length');
  const isPlain = !headers.has('content-encoding');
  if (status === 200 && isPlain && length !== null && Number(length) !== bytes.length) {
    throw new Error(`The answer has ${bytes.length} bytes and not ${length}.`);
  }
  const text = status === 200 ? '' : new TextDecoder().decode(bytes.subarray(0, 10_000));
  return {
    status,
    bytes,
    reason: findElement(text, 'Code') ?? '',
    region: headers.get('x-amz-bucket-region') ?? findElement(text, 'Region'),
  };
}

/** Returns the text of an element in an S3 error, whose XML is flat. */
function findElement(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>\\s*([\\w.-]{1,64})\\s*</${name}>`, 'u').exec(xml)?.[1];
}

/** Returns true for an answer that another try may change. */
function isPassing({ status, reason }: Answer): boolean {
  return status === 429 || status >= 500 || DAMAGED.has(reason);
}

/**
 * Waits before a repetition; rejects when the deadline has passed. The time is random, so that
 * clients do not return all at once.
 */
async function pause(repetition: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** repetition, MAX_PAUSE_MS);
  await sleep(longest * (0.5 + Math.random() / 2), undefined, { signal });
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
