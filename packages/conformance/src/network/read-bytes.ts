/** Thrown when an answer is larger than its limit. It never leaves this package. */
export class TooLarge extends Error {}

/**
 * Reads a body piece by piece; returns true if it came to its end.
 *
 * @throws TooLarge once there are more bytes than allowed
 */
export async function readBytes(
  { body }: Response,
  {
    maxBytes,
    onPiece,
  }: {
    readonly maxBytes: number;
    /** Called with every piece of text; returns true once it needs no more. */
    readonly onPiece: (text: string) => boolean;
  },
): Promise<boolean> {
  if (body === null) return true;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let count = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        onPiece(decoder.decode());
        return true;
      }
      const bytes = value as Uint8Array;
      count += bytes.byteLength;
      if (count > maxBytes) throw new TooLarge();
      if (onPiece(decoder.decode(bytes, { stream: true }))) return false;
    }
  } finally {
    // The connection is given up where the body has not been read to its end.
    void reader.cancel().catch(() => {});
  }
}

/** True for the error of a request whose time was up. */
export function isDeadline(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOwn = error.name === 'TimeoutError' || /timeout/iu.test(error.name);
  return isOwn || isDeadline(error.cause);
}
