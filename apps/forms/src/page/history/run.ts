import type { Json } from '@formwork/core';

/** What was sent. Secrets are left out before a run is kept. */
export type RunInput =
  | {
      readonly kind: 'input';
      readonly schema: string;
      /** Of the schema, when it was sent. */
      readonly fingerprint: string;
      readonly data: Json;
    }
  | { readonly kind: 'text'; readonly text: string };

/** How a run stands. `open` runs may go on: they are watched when they are looked at. */
export type RunState = 'open' | 'asking' | 'done' | 'failed' | 'canceled' | 'rejected' | 'broken';

/** What came back, as far as it is kept. */
export interface RunResult {
  /** Of the output; `''` for none. */
  readonly schema: string;
  readonly data?: Json;
  readonly text: string;
  /** How many problems it had with its schema. */
  readonly problems: number;
  /** True if it was too long to be kept; it can be asked for again. */
  readonly isCut: boolean;
}

/** One call of an agent, as the history keeps it. */
export interface Run {
  /** Of the message that began it. */
  readonly id: string;
  readonly skillId: string;
  readonly skillName: string;
  readonly input: RunInput;
  /** `''` until the agent has named it. */
  readonly taskId: string;
  readonly contextId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly state: RunState;
  readonly result?: RunResult;
}
