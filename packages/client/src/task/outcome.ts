import type { Artifact } from '@a2a-js/sdk';
import type { ReceivedFile } from '../parts/read-parts.ts';
import type { CallEvent } from './call-event.ts';
import type { Question } from './question.ts';
import type { WaitOptions } from './wait-options.ts';

interface OutcomeBase {
  /** `''` if the agent answered without keeping a task. */
  readonly taskId: string;
  /** Of the conversation; pass it on to go on in it. */
  readonly contextId: string;
  /** What the agent says: the text of its artifacts, else that of its status. */
  readonly text: string;
  readonly files: readonly ReceivedFile[];
  readonly artifacts: readonly Artifact[];
}

/** The task is done. */
export interface CompletedOutcome<Data> extends OutcomeBase {
  readonly state: 'completed';
  /** The result, as the skill's types say. */
  readonly data: Data;
  /** What the agent says beside its artifacts, with the end; `''` if nothing. */
  readonly conclusion: string;
}

/** The task has ended without a result. */
export interface EndedOutcome extends OutcomeBase {
  readonly state: 'failed' | 'canceled' | 'rejected';
}

/** The task waits for an answer. */
export interface AskingOutcome<Data> extends OutcomeBase {
  readonly state: 'input-required';
  readonly question: Question<Data>;
}

/** The task waits until the caller has signed in or consented somewhere else; the text says why. */
export interface AuthOutcome<Data = unknown> extends OutcomeBase {
  readonly state: 'auth-required';
  /** Where: `http` or `https`. The agent's word for it; absent if it gave none. */
  readonly url: string | undefined;
  /** Says that it is done, and waits for what comes of it. The agent looks itself. */
  proceed(options?: WaitOptions): Promise<Outcome<Data>>;
  /** The same, event by event. */
  streamProceed(options?: WaitOptions): AsyncGenerator<CallEvent<Data>, void>;
}

/** How a call came out; `state` tells which. */
export type Outcome<Data> =
  | CompletedOutcome<Data>
  | EndedOutcome
  | AskingOutcome<Data>
  | AuthOutcome<Data>;
