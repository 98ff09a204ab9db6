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

/** The access keys by which a client signs its requests to S3. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The session token of temporary access keys; absent for permanent ones. */
  readonly sessionToken?: string | undefined;
}

/** Options of {@link ObjectClient}. */
export interface ObjectClientOptions {
  /** The URL of the bucket, with a slash at its end. */
  readonly base: URL;
  readonly bucket: string;
  /** The beginning of the keys of all objects, with a slash at its end unless it is empty. */
  readonly prefix: string;
  readonly region: string;
  readonly credentials: () => Promise<S3Credentials>;
  readonly timeoutMs: number;
  readonly retries: number;
}

/** A request to read, store or delete one object. */
interface ObjectRequest {
  readonly method: FailedCall['method'];
  readonly name: string;
  readonly bytes?: Uint8Array;
  readonly isCheck?: boolean;
}

/** The server's answer to a request, with its whole body. */
interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
  /** The server's error code, such as `NoSuchKey`; empty for a success. */
  readonly reason: string;
  readonly region: string | undefined;
}

/**
 * The longest pause before the first repetition of a request, in milliseconds; later ones double.
 */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** The error codes by which a server says that a request arrived damaged or incomplete. */
const DAMAGED: ReadonlySet<string> = new Set([
  'BadDigest',
  'IncompleteBody',
  'RequestTimeout',
  'XAmzContentSHA256Mismatch',
]);

/**
 * The largest number of derived signing keys that stay in memory: around midnight, each pair of
 * access keys needs two.
 */
const MAX_SIGNING_KEYS = 8;

/** Stores, reads and deletes objects in a bucket. All methods reject with `S3Error`. */
export class ObjectClient {
  readonly #options: ObjectClientOptions;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(options: ObjectClientOptions) {
    this.#options = options;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const answer = await this.#send({ method: 'PUT', name, bytes });
    if (answer.status !== 200) throw createRefusalError(this.#describe('PUT'), answer);
  }

  /** Reads an object; returns `undefined` if no object has this name. */
  async get(name: string): Promise<Uint8Array | undefined> {
    const answer = await this.#send({ method: 'GET', name });
    if (answer.status === 200) return answer.bytes;
    // Other 404s count as errors: one from a wrong server must not look like a missing blob.
    if (answer.reason === 'NoSuchKey') return undefined;
    throw createRefusalError(this.#describe('GET'), answer);
  }

  /** Resolves if the bucket exists and the keys may read it; looks for an object that is absent. */
  async check(name: string): Promise<void> {
    const answer = await this.#send({ method: 'GET', name, isCheck: true });
    if (answer.status === 200 || answer.reason === 'NoSuchKey') return;
    throw createRefusalError(this.#describe('GET', true), answer);
  }

  /** Deletes an object; resolves also if the object does not exist. */
  async delete(name: string): Promise<void> {
    const answer = await this.#send({ method: 'DELETE', name });
    if (answer.status === 200 || answer.status === 204 || answer.reason === 'NoSuchKey') return;
    throw createRefusalError(this.#describe('DELETE'), answer);
  }

  #describe(method: FailedCall['method'], isCheck = false): FailedCall {
    const { bucket, prefix, base } = this.#options;
    return { method, isCheck, bucket, prefix, server: base.origin };
  }

  async #readCredentials(call: FailedCall, signal: AbortSignal): Promise<S3Credentials> {
    try {
      const keys = await Promise.race([this.#options.credentials(), rejectOnAbort(signal)]);
      if (isCredentials(keys)) return keys;
    } catch (cause) {
      if (signal.aborted)
        throw createTimeoutError(call, { timeoutMs: this.#options.timeoutMs, cause });
      throw createCredentialsError(call, cause);
    }
    throw createCredentialsError(call, undefined);
  }

  async #sendOnce(
    { method, name, bytes }: ObjectRequest,
    { keys, signal }: { readonly keys: S3Credentials; readonly signal: AbortSignal },
  ): Promise<Answer> {
    const { base, prefix, region } = this.#options;
    const { accessKeyId, secretAccessKey, sessionToken } = keys;
    if (this.#signingKeys.size > MAX_SIGNING_KEYS) this.#signingKeys.clear();
    const signer = new AwsV4Signer({
      method,
      url: new URL(prefix + name, base).href,
      headers: createHeaders(bytes),
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && sessionToken !== '' && { sessionToken }),
      service: 's3',
      region,
      cache: this.#signingKeys,
    });
    const { url, headers } = await signer.sign();
    // The bytes are never in a `SharedArrayBuffer`, which the type would allow but `fetch` would
    // not.
    const body = bytes as Uint8Array<ArrayBuffer> | undefined;
    const response = await fetch(url, {
      method,
      headers,
      signal,
      // The signature and keys are for this server only, so no redirect is followed.
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    return readAnswer(response);
  }

  /**
   * Sends a request, and repeats it until the answer is final, the repetitions are used up, or the
   * time is over.
   */
  async #send(request: ObjectRequest): Promise<Answer> {
    const { timeoutMs, retries } = this.#options;
    const call = this.#describe(request.method, request.isCheck);
    const signal = AbortSignal.timeout(timeoutMs);
    let failure: unknown;
    for (let repetition = 0; ; repetition += 1) {
      const keys = await this.#readCredentials(call, signal);
      try {
        const answer = await this.#sendOnce(request, { keys, signal });
        if (!isPassing(answer) || repetition >= retries) return answer;
        failure = createRefusalError(call, answer);
      } catch (cause) {
        // What an earlier attempt was answered says more than that the time is over.
        if (signal.aborted) throw createTimeoutError(call, { timeoutMs, cause: failure ?? cause });
        if (repetition >= retries) throw createConnectionError(call, cause);
        failure = cause;
      }
      await pause(repetition, signal).catch(() => {
        throw createTimeoutError(call, { timeoutMs, cause: failure });
      });
    }
  }
}

/** Returns true for a value that has the form of access keys. */
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
 * Returns the headers by which the server checks that it received the bytes undamaged: SHA-256,
 * which some servers do not compare with the bytes, and MD5 for those.
 */
function createHeaders(bytes: Uint8Array | undefined): Record<string, string> {
  const sha256 = createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
  if (bytes === undefined) return { 'x-amz-content-sha256': sha256 };
  return {
    'x-amz-content-sha256': sha256,
    'content-type': 'application/octet-stream',
    // In FIPS mode, Node has no MD5.
    ...(getFips() === 0 && { 'content-md5': createHash('md5').update(bytes).digest('base64') }),
  };
}

/** Reads the whole body of an answer; rejects if it is shorter than its `Content-Length` says. */
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

/** Returns the text of an XML element in an error of S3; `undefined` if the error has none. */
function findElement(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>\\s*([\\w.-]{1,64})\\s*</${name}>`, 'u').exec(xml)?.[1];
}

/** Returns true for an answer that may be different when the request is repeated. */
function isPassing({ status, reason }: Answer): boolean {
  return status === 429 || status >= 500 || DAMAGED.has(reason);
}

/**
 * Waits before a request is repeated; rejects when the deadline has passed. The time is random, so
 * that clients do not all repeat at the same moment.
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
