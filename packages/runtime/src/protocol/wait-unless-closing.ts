import { UnavailableError } from '../errors/unavailable-error.ts';

/** The outcome of what is waited for, or `UnavailableError` as soon as the signal aborts. */
export async function waitUnlessClosing<Result>(
  waiting: Promise<Result>,
  closing: AbortSignal,
): Promise<Result> {
  let release: (() => void) | undefined;
  const closed = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(new UnavailableError());
    closing.addEventListener('abort', stop, { once: true });
    release = () => closing.removeEventListener('abort', stop);
    if (closing.aborted) stop();
  });
  try {
    return await Promise.race([waiting, closed]);
  } finally {
    release?.();
  }
}
