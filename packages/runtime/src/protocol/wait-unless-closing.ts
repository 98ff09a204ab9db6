import { UnavailableError } from '../errors.ts';
import type { Closing } from './closing.ts';

/** The outcome of what is waited for, or `UnavailableError` as soon as the handler closes. */
export async function waitUnlessClosing<Result>(
  waiting: Promise<Result>,
  closing: Closing,
): Promise<Result> {
  let release: (() => void) | undefined;
  const closed = new Promise<never>((_resolve, reject) => {
    release = closing.listen(() => reject(new UnavailableError()));
  });
  try {
    return await Promise.race([waiting, closed]);
  } finally {
    release?.();
  }
}
