import type { Problem } from '@formwork/schema';

/** What a worker is asked: both as JSON, which has no surprises on its way. */
export interface WorkerRequest {
  readonly schema: string;
  readonly value: string;
}

/** What it says: that it has started, or what is wrong with the value. */
export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'checked'; readonly problems: readonly Problem[] };
