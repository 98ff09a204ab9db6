/** A promise, and the function that resolves it. */
interface Signal {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/** Makes a signal by which the code of a test lets other code go on. */
export function createSignal(): Signal {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
