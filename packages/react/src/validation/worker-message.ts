import type { Problem } from '@formwork/schema';

/** A request to a worker: a schema and a value, both as text of JSON, which arrives unchanged. */
export interface WorkerRequest {
  readonly schema: string;
  readonly value: string;
}

/** A message from the worker: that it has started, or the problems of the checked value. */
export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'checked'; readonly problems: readonly Problem[] };
