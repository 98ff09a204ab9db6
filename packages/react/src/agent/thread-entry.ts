import type { ExchangeEvent, SourceFile, SourceQuestion, SourceEvent } from '@formwork/client';
import type { Json } from '@formwork/schema';

/** The message that began a task. */
export type ThreadMessage =
  | {
      readonly kind: 'input';
      readonly skillId: string;
      /** Name of the input schema; `''` if the skill has none. */
      readonly schema: string;
      readonly data: Json;
      /** Sent along; not kept over a reload. */
      readonly files?: readonly SourceFile[];
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly skillId?: string;
      readonly files?: readonly SourceFile[];
    };

/** The parts that a task has sent so far under one name. */
export interface ThreadArtifact {
  readonly artifactId: string;
  readonly name: string;
  readonly text: string;
  /** Unchecked; one entry for each part. */
  readonly data: readonly Json[];
  readonly files: readonly SourceFile[];
  /** True if the agent says that no piece follows. */
  readonly isComplete: boolean;
}

/** A question that was answered. */
export interface ThreadTurn {
  readonly question: SourceQuestion;
  /** `null` if it was answered elsewhere: agents do not tell what others said. */
  readonly answer: Json;
  /** True if it was answered by another page or program. */
  readonly isElsewhere?: boolean;
  /** Milliseconds since 1970, as all times here. */
  readonly answeredAt: number;
}

type Of<Kind extends SourceEvent['kind']> = Extract<SourceEvent, { readonly kind: Kind }>;

/** The events that say why there is no result. */
export type FailureEvent = Of<'failure'>;
export type EndedEvent = Of<'ended'>;
/** The event that holds a result. */
export type ResultEvent = Of<'result'>;

/** How far a task is; `kind` tells. */
export type EntryState =
  /** Nothing is known of the task yet. */
  | { readonly kind: 'sending' }
  | {
      readonly kind: 'working';
      /** The agent's word for its progress; `''` if there is none. */
      readonly text: string;
      /** From 0 to 1; absent if the agent does not say. */
      readonly fraction?: number;
    }
  | {
      readonly kind: 'asking';
      readonly question: SourceQuestion;
      /** True if it was answered before, and is asked again: the text says why. */
      readonly isAgain?: boolean;
      /** Why the last answer was not taken. */
      readonly refusal?: { readonly answer: Json; readonly failure: FailureEvent };
    }
  /** Waits for a consent at another place. */
  | { readonly kind: 'authorizing'; readonly text: string; readonly url: string | undefined }
  | { readonly kind: 'done'; readonly result: ResultEvent }
  | { readonly kind: 'ended'; readonly end: EndedEvent }
  | { readonly kind: 'failed'; readonly failure: FailureEvent };

/** One task of a thread: what was sent, and all that came of it. */
export interface ThreadEntry {
  /** Of the message that began it: known before the task has an id. */
  readonly id: string;
  readonly sent: ThreadMessage;
  readonly sentAt: number;
  /** `''` until it is known, and for agents that keep no task. */
  readonly taskId: string;
  readonly contextId: string;
  readonly state: EntryState;
  readonly artifacts: readonly ThreadArtifact[];
  readonly turns: readonly ThreadTurn[];
  /** The messages that were sent and received, as far as the source tells. */
  readonly exchanges: readonly ExchangeEvent[];
  /** When the agent was last heard of. */
  readonly heardAt: number;
  /** When the task came to rest; absent while it goes on. */
  readonly restedAt?: number;
  /** True while the connection is lost and found again. */
  readonly isReconnecting: boolean;
  /** True from when the agent is asked to stop the task until there is an answer. */
  readonly isCanceling: boolean;
  /** Why the agent did not stop. */
  readonly cancelFailure?: FailureEvent;
  /** The answer that is under way, and what it is for. */
  readonly pending?: ThreadTurn;
}

/** The part of an entry that brings it back after a reload: see `resume` of `useAgent`. */
export interface StoredEntry {
  readonly id: string;
  readonly taskId: string;
  readonly sent: ThreadMessage;
  readonly sentAt: number;
  readonly contextId?: string;
  readonly turns?: readonly ThreadTurn[];
  /** The parts that were sent besides the outcome, without files; only with an outcome. */
  readonly artifacts?: readonly ThreadArtifact[];
  /** How it came to rest; without it the agent is asked. */
  readonly outcome?: SourceEvent;
  readonly restedAt?: number;
}

/** True for a task that goes on by itself. */
export function isUnderWay({ state }: ThreadEntry): boolean {
  return state.kind === 'sending' || state.kind === 'working';
}

/** True for a task that goes on once somebody has said something. */
export function isWaiting({ state }: ThreadEntry): boolean {
  return state.kind === 'asking' || state.kind === 'authorizing';
}

/** True for a task that will not go on. */
export function isOver({ state }: ThreadEntry): boolean {
  return state.kind === 'done' || state.kind === 'ended' || state.kind === 'failed';
}

/**
 * Picks what is worth keeping of an entry.
 *
 * @example
 * ```ts
 * import { toStoredEntry, type ThreadEntry } from '@formwork/react';
 *
 * function keep(entry: ThreadEntry): void {
 *   localStorage.setItem(entry.id, JSON.stringify(toStoredEntry(entry)));
 * }
 * ```
 */
export function toStoredEntry(entry: ThreadEntry): StoredEntry {
  const { id, taskId, sent, sentAt, contextId, turns, artifacts, state, restedAt } = entry;
  const outcome =
    state.kind === 'done' ? state.result : state.kind === 'ended' ? state.end : undefined;
  return {
    id,
    taskId,
    sent,
    sentAt,
    contextId,
    turns,
    ...(outcome !== undefined && { outcome }),
    ...(outcome !== undefined &&
      artifacts.length > 0 && { artifacts: artifacts.map(withoutFiles) }),
    ...(outcome !== undefined && restedAt !== undefined && { restedAt }),
  };
}

/** Files are the agent's to keep. */
function withoutFiles(artifact: ThreadArtifact): ThreadArtifact {
  return { ...artifact, files: [] };
}
