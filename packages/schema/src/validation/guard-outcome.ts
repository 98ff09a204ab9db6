/** How guarded work ended. */
export type GuardOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'threw'; readonly error: unknown };
