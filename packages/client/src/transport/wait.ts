/** Resolves after so many milliseconds; rejects with the reason as soon as the signal is aborted. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(toReason(signal));
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      if (signal !== undefined) reject(toReason(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Why a signal was aborted, as an error. */
export function toReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
