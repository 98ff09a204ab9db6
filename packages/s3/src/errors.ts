import { FormworkError } from '@formwork/schema';

/**
 * The causes of an {@link S3Error}:
 * - `S3_CREDENTIALS`: the server does not accept the keys, or there are none;
 * - `S3_DENIED`: the keys are good, but do not permit the operation;
 * - `S3_BUCKET`: there is no such bucket, or it is in another region;
 * - `S3_TIMEOUT`: the call took longer than `timeoutMs`;
 * - `S3_UNREACHABLE`: no connection, or one that broke;
 * - `S3_ANSWER`: any other answer, such as 503 after all repetitions.
 */
export type S3ErrorCode =
  | 'S3_CREDENTIALS'
  | 'S3_DENIED'
  | 'S3_BUCKET'
  | 'S3_TIMEOUT'
  | 'S3_UNREACHABLE'
  | 'S3_ANSWER';

/** Options of {@link S3Error}. */
interface S3ErrorOptions extends ErrorOptions {
  readonly code: S3ErrorCode;
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
}

/**
 * Thrown when a blob cannot be stored, read or deleted, or a bucket cannot be used. The message says what to do, and contains no
 * keys. Engines turn it into an `EngineStorageError` whose `cause` it is.
 */
export class S3Error extends FormworkError {
  readonly code: S3ErrorCode;
  /** The HTTP status of the server's answer; absent if there was no answer. */
  readonly status: number | undefined;
  /**
   * The server's own error code, such as `AccessDenied`, or the system's, such as `ECONNREFUSED`.
   */
  readonly reason: string | undefined;

  constructor(message: string, { code, status, reason, ...options }: S3ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.reason = reason;
  }
}

/** The operation that failed, and the bucket and server that it used, for the error message. */
export interface FailedCall {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** True if the call only finds out whether the bucket can be used. Default false. */
  readonly isCheck?: boolean;
  readonly bucket: string;
  /** The beginning of the keys of all objects, with a slash at its end unless it is empty. */
  readonly prefix: string;
  /** The origin of the server, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly server: string;
}

/** The values in an S3 server's answer that refuses a request. */
export interface Refusal {
  readonly status: number;
  /** The error code in the answer, the XML element `Code`; empty if there is none. */
  readonly reason: string;
  /** The region of the bucket, according to the server. */
  readonly region?: string | undefined;
}

const VERBS = { GET: 'read', PUT: 'store', DELETE: 'delete' } as const;

const PERMISSIONS = {
  GET: 's3:GetObject',
  PUT: 's3:PutObject',
  DELETE: 's3:DeleteObject',
} as const;

/** Advice for people, by the error code with which a server refuses the access keys. */
const KEY_ADVICE: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'the server does not know the access key id: check it',
  SignatureDoesNotMatch: 'the secret key does not belong to the access key id: check both',
  ExpiredToken: 'the session token has ended: give newer credentials',
  InvalidToken: 'the session token is not valid: give newer credentials',
  TokenRefreshRequired: 'the session token has ended: give newer credentials',
  RequestTimeTooSkewed: 'the clocks of this machine and of the server differ: set them right',
  RequestExpired: 'the clocks of this machine and of the server differ: set them right',
};

/** The error codes by which a server says that the bucket is in another region. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'PermanentRedirect',
  'TemporaryRedirect',
  'Redirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);

/** Makes the error to throw when the S3 server has refused a request. */
export function createRefusalError(call: FailedCall, refusal: Refusal): S3Error {
  const { status, reason, region } = refusal;
  const fields = { status, reason: reason === '' ? undefined : reason };
  const keyAdvice = KEY_ADVICE[reason];
  if (keyAdvice !== undefined) {
    return createError(call, keyAdvice, { ...fields, code: 'S3_CREDENTIALS' });
  }
  if (reason === 'NoSuchBucket' || reason === 'InvalidBucketName') {
    const advice = `${call.server} has no bucket "${call.bucket}": create it, or correct its name`;
    return createError(call, advice, { ...fields, code: 'S3_BUCKET' });
  }
  if (ELSEWHERE.has(reason) || (status >= 300 && status < 400)) {
    const regionHint = region === undefined ? '' : `, which the server says is ${region}`;
    const advice = `the bucket "${call.bucket}" is not in that region: set its region${regionHint}`;
    return createError(call, advice, { ...fields, code: 'S3_BUCKET' });
  }
  if (status === 401 || status === 403) {
    return createError(call, adviseOnDenial(call), { ...fields, code: 'S3_DENIED' });
  }
  const statusText = reason === '' ? String(status) : `${status} ${reason}`;
  const advice =
    status === 429 || status >= 500
      ? `${call.server} answers ${statusText}: try again later`
      : `${call.server} answers ${statusText}: check that the endpoint is that of an S3 server`;
  return createError(call, advice, { ...fields, code: 'S3_ANSWER' });
}

function adviseOnDenial({ method, bucket, prefix }: FailedCall): string {
  const advice = `the keys do not permit it: grant ${PERMISSIONS[method]} on "${bucket}/${prefix}*"`;
  // Without `s3:ListBucket`, S3 also answers with 403 when the object does not exist.
  return method === 'GET' ? `${advice}, and s3:ListBucket on "${bucket}"` : advice;
}

/** Makes the error for a call that got no answer; `cause` is the error of the last attempt. */
export function createConnectionError(call: FailedCall, cause: unknown): S3Error {
  const reason = findCode(cause);
  const reasonText = reason === undefined ? '' : ` (${reason})`;
  return createError(
    call,
    `${call.server} does not answer${reasonText}: check the endpoint, and that the server runs`,
    { code: 'S3_UNREACHABLE', reason, cause },
  );
}

/**
 * Makes the error for a call that took too long; its cause is the last failure, if there was one.
 */
export function createTimeoutError(
  call: FailedCall,
  { timeoutMs, cause }: { readonly timeoutMs: number; readonly cause: unknown },
): S3Error {
  return createError(
    call,
    `${call.server} did not answer within ${timeoutMs} ms: check the server, or set a longer timeoutMs`,
    { code: 'S3_TIMEOUT', cause },
  );
}

/** Makes the error for a call whose source of access keys threw, or returned no valid keys. */
export function createCredentialsError(call: FailedCall, cause: unknown): S3Error {
  return createError(
    call,
    'the source of the credentials gives no access key id and secret key: check it',
    { code: 'S3_CREDENTIALS', cause },
  );
}

function createError(call: FailedCall, advice: string, options: S3ErrorOptions): S3Error {
  const attempt =
    call.isCheck === true ? 'keep blobs in the bucket' : `${VERBS[call.method]} a blob`;
  return new S3Error(`Cannot ${attempt} because ${advice}.`, options);
}

/**
 * Returns the code of the innermost error that has one, such as `ECONNREFUSED`, because `fetch`
 * wraps the system's error.
 */
function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return findCode(error.cause) ?? code;
}
