import type { Problem } from '@formwork/schema';

/** A request to the worker: a schema and a value, both as JSON text, which arrives unchanged. */
export interface WorkerRequest {
  readonly schema: string;
  readonly value: string;
}

/**
 * A message from the worker: that it has started, or the problems of the value that it has checked.
 */
export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'checked'; readonly problems: readonly Problem[] };
