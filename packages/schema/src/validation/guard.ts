/** The outcome of work that ran under a time limit: its result, its error, or a timeout. */
export type GuardOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'threw'; readonly error: unknown };

/**
 * Runs synchronous work and reports how it ended; never throws.
 *
 * This is the variant for hosts that cannot interrupt running code, such as browsers: it never
 * reports a timeout. There the limits on schemas, patterns and data bound the work. Work that must
 * be interruptible there belongs in a worker.
 */
export function runGuarded<T>(work: () => T, _milliseconds: number): GuardOutcome<T> {
  try {
    return { kind: 'done', value: work() };
  } catch (error) {
    return { kind: 'threw', error };
  }
}
