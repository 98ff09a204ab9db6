import type { Problem } from '@formwork/schema';

/** A request to a worker: both as JSON, which has no surprises on its way. */
export interface WorkerRequest {
  readonly schema: string;
  readonly value: string;
}

/** A message of the worker: it has started, or the faults of the value. */
export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'checked'; readonly problems: readonly Problem[] };
