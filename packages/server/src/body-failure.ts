/** Why a request body could not be read. The message is for the caller. */
export interface BodyFailure {
  readonly kind: 'too-large' | 'not-json' | 'media-type' | 'unreadable';
  readonly message: string;
}

/** What the errors of the body parser carry, some of it in their prototypes. */
interface HttpError extends Error {
  readonly status?: unknown;
  readonly type?: unknown;
  readonly limit?: unknown;
}

/** What an error of the body parser, or of express before it, means; `undefined` for other errors. */
export function toBodyFailure(error: unknown): BodyFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { status, type, limit }: HttpError = error;
  switch (type) {
    case 'entity.too.large':
      return {
        kind: 'too-large',
        message: `Cannot read the request as its body must have at most ${String(limit)} bytes: current value is larger`,
      };
    case 'entity.parse.failed':
      return {
        kind: 'not-json',
        message: `Cannot read the request as its body must be JSON: ${error.message}`,
      };
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return {
        kind: 'media-type',
        message: `Cannot read the request as its body must be UTF-8, plain or compressed with gzip, deflate or br: ${error.message}`,
      };
    default:
      return typeof status === 'number' && status >= 400 && status < 500
        ? { kind: 'unreadable', message: `Cannot read the request: ${error.message}` }
        : undefined;
  }
}
