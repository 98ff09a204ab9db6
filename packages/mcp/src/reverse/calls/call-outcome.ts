import type { InputRequest } from './input-request.ts';

/** A result of a tool, as far as it is the same in every revision. */
export interface ToolResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

/** Where a call is that is not over. JSON: it is remembered with the task. */
export type Suspended =
  /** The call is repeated with the answers (2026-07-28). */
  | {
      readonly kind: 'repeat';
      readonly requests: readonly InputRequest[];
      readonly state?: string;
    }
  /** The server keeps a task that is looked at until it is over (2026-07-28). */
  | {
      readonly kind: 'task';
      readonly requests: readonly InputRequest[];
      readonly taskId: string;
      readonly pollMs: number;
    }
  /** The call is still open at the server (up to 2025-11-25), and held in memory. */
  | { readonly kind: 'open'; readonly requests: readonly InputRequest[] };

/** What a round of a call came to. */
export type CallOutcome = { readonly kind: 'complete'; readonly result: ToolResult } | Suspended;
