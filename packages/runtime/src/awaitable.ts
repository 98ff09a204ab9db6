/** A value that is known at once, or the promise of one. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Calls a function whose result may be known at once; if it throws, the result is a rejection. */
export function attempt<Value>(begin: () => Promise<Value>): Promise<Value>;
export function attempt<Value>(begin: () => Awaitable<Value>): Awaitable<Value>;
export function attempt<Value>(begin: () => Awaitable<Value>): Awaitable<Value> {
  try {
    return begin();
  } catch (error) {
    return Promise.reject(error);
  }
}
