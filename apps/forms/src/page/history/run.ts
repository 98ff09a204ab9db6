import type { Json } from '@formwork/schema';
import type { EndedEvent, ResultEvent, ThreadArtifact, ThreadTurn } from '@formwork/react';

/** The input. Secrets are left out before a run is kept. */
export type RunInput =
  | {
      readonly kind: 'input';
      readonly schema: string;
      /** Of the schema, when it was sent. */
      readonly fingerprint: string;
      readonly data: Json;
      /** Names of the files that were sent along: they themselves are not kept. */
      readonly files?: readonly string[];
    }
  | { readonly kind: 'text'; readonly text: string; readonly files?: readonly string[] };

/** How a run stands. `open` runs may go on: they are watched when they are looked at. */
export type RunState = 'open' | 'asking' | 'done' | 'failed' | 'canceled' | 'rejected' | 'broken';

/** One call of an agent, as the history keeps it. */
export interface Run {
  /** Of the message that began it. */
  readonly id: string;
  /** `''` if text was sent to no skill. */
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
  /** Questions that were answered. */
  readonly turns: readonly ThreadTurn[];
  /** The pieces that came while it went on, without files; kept together with the outcome. */
  readonly artifacts?: readonly ThreadArtifact[];
  /** The outcome; absent while it goes on, and if it was too long: then the agent is asked again. */
  readonly outcome?: ResultEvent | EndedEvent;
}
