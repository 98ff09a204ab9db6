import type { Artifact } from '@a2a-js/sdk';
import type { ReceivedFile } from '../parts/read-parts.ts';
import type { Question } from './question.ts';
import type { AuthOutcome } from './outcome.ts';

/**
 * The task is known, or goes on, and says nothing of it. Comes first, unless the agent begins with
 * words of its own.
 */
export interface WorkingEvent {
  readonly kind: 'working';
  readonly taskId: string;
}

/** The task goes on, and says what it does or how far it is. */
export interface ProgressEvent {
  readonly kind: 'progress';
  readonly taskId: string;
  /** What the agent says of it; `''` if it says a fraction alone. */
  readonly text: string;
  /** How much is done, from 0 to 1; `undefined` if the agent does not say. */
  readonly fraction: number | undefined;
}

/** An artifact, or a piece of one. */
export interface ArtifactEvent {
  readonly kind: 'artifact';
  readonly taskId: string;
  readonly artifactId: string;
  readonly name: string;
  /** The text of this piece. */
  readonly text: string;
  /** The data in this piece, unchecked. */
  readonly data: readonly unknown[];
  readonly files: readonly ReceivedFile[];
  /** True if the piece goes on from those before; else it replaces them. */
  readonly append: boolean;
  /** True if the agent says that no piece follows. */
  readonly last: boolean;
  /** As it came. */
  readonly artifact: Artifact;
}

/** The task waits for an answer; the stream ends here unless `onQuestion` answers. */
export interface QuestionEvent<Data> {
  readonly kind: 'question';
  readonly taskId: string;
  readonly question: Question<Data>;
}

/** The task waits for authentication somewhere else; the stream ends here. */
export interface AuthEvent<Data> {
  readonly kind: 'auth';
  readonly taskId: string;
  readonly outcome: AuthOutcome<Data>;
}

/** The result, checked; the stream ends here. */
export interface ResultEvent<Data> {
  readonly kind: 'result';
  readonly taskId: string;
  /** Of the conversation; pass it on to go on in it. */
  readonly contextId: string;
  readonly data: Data;
  readonly text: string;
  /** What the agent says beside its artifacts, with the end; `''` if nothing. */
  readonly conclusion: string;
  readonly files: readonly ReceivedFile[];
}

/** What a stream gives; `kind` tells which. */
export type CallEvent<Data> =
  | WorkingEvent
  | ProgressEvent
  | ArtifactEvent
  | QuestionEvent<Data>
  | AuthEvent<Data>
  | ResultEvent<Data>;
