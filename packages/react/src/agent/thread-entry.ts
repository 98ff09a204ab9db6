import type {
  ExchangeEvent,
  SourceFile,
  SourceMessage,
  SourceQuestion,
  SourceEvent,
} from '@formwork/client';
import type { Answerer } from '@formwork/core';
import type { Json } from '@formwork/schema';
import type { GatewayErrorData } from './gateway-error.ts';

/**
 * The message that begins a task: data for an input schema, or a text. Its files are not kept over a
 * reload.
 */
export type ThreadMessage = WithoutIds<Extract<SourceMessage, { readonly kind: 'input' | 'text' }>>;

type WithoutIds<Message> = Message extends unknown
  ? Omit<Message, 'messageId' | 'contextId'>
  : never;

/** An artifact of a task, with all parts that the agent has sent so far under its id. */
export interface ThreadArtifact {
  readonly artifactId: string;
  readonly name: string;
  readonly text: string;
  /** The data parts of the artifact, in order, not checked against any schema. */
  readonly data: readonly Json[];
  readonly files: readonly SourceFile[];
  /** True once the agent has said that the artifact is complete. */
  readonly isComplete: boolean;
}

/** A question of a task that was answered, with the answer. */
export interface ThreadTurn {
  readonly question: SourceQuestion;
  /**
   * The answer to the question; `null` if another page or program gave it, because agents do not
   * pass on such answers.
   */
  readonly answer: Json;
  /** True if another page or program answered the question. */
  readonly isElsewhere?: boolean;
  /** Who answered the question elsewhere, as far as the agent says. */
  readonly answeredBy?: Answerer;
  /** The time of the answer, in milliseconds since 1970, as for all times of an entry. */
  readonly answeredAt: number;
}

type Of<Kind extends SourceEvent['kind']> = Extract<SourceEvent, { readonly kind: Kind }>;

/** The event that says why a task has failed, or why the agent could not be reached. */
export type FailureEvent = Of<'failure'>;
export type EndedEvent = Of<'ended'>;
/** The event that holds the result of a task. */
export type ResultEvent = Of<'result'>;

/** The state of a task in the thread; `kind` says which. */
export type EntryState =
  /** The message was sent, and the agent has not yet responded. */
  | { readonly kind: 'sending' }
  | {
      readonly kind: 'working';
      /** The text with which the agent describes its progress; `''` if there is none. */
      readonly text: string;
      /** The fraction of the work that is done, from 0 to 1; absent if the agent does not say. */
      readonly fraction?: number;
    }
  | {
      readonly kind: 'asking';
      readonly question: SourceQuestion;
      /** True if the question was answered before and is asked again; `text` says why. */
      readonly isAgain?: boolean;
      /** An answer that an earlier page has sent, perhaps in vain; the form begins with it. */
      readonly unsure?: Json;
      /** The answer that the agent refused last, and its reason; absent if it has refused none. */
      readonly refusal?: { readonly answer: Json; readonly failure: FailureEvent };
    }
  /**
   * The task waits until the person has given or refused a consent on another site, such as at
   * `url`.
   */
  | {
      readonly kind: 'authorizing';
      readonly text: string;
      readonly url: string | undefined;
      readonly number?: number;
    }
  | { readonly kind: 'done'; readonly result: ResultEvent }
  | { readonly kind: 'ended'; readonly end: EndedEvent }
  | { readonly kind: 'failed'; readonly failure: FailureEvent };

/**
 * One task of a thread: the message that began it, its state, and everything that the agent has
 * sent.
 */
export interface ThreadEntry {
  /**
   * The id of the message that began the task. It names the entry, because it is known before the
   * task has an id.
   */
  readonly id: string;
  readonly sent: ThreadMessage;
  readonly sentAt: number;
  /**
   * The time of the attempt by which the message was sent last, in milliseconds since 1970, from
   * which its work is timed; absent if that was the first one, at `sentAt`.
   */
  readonly begunAt?: number;
  /**
   * The id of the task at the agent; `''` until the agent says it, and for agents that keep no
   * tasks.
   */
  readonly taskId: string;
  readonly contextId: string;
  readonly state: EntryState;
  readonly artifacts: readonly ThreadArtifact[];
  readonly turns: readonly ThreadTurn[];
  /**
   * The HTTP messages that were sent and received for the task, if the agent source reports them.
   */
  readonly exchanges: readonly ExchangeEvent[];
  /** The time of the agent's last event, in milliseconds since 1970. */
  readonly heardAt: number;
  /**
   * The time when the task ended or began to wait for a person, in milliseconds since 1970; absent
   * while it goes on.
   */
  readonly restedAt?: number;
  /**
   * The time when the task ended, in milliseconds since 1970, if it was known before the page heard
   * of its outcome; such as for a task of another device.
   */
  readonly endedAt?: number;
  /** True while the connection to the task is lost and being restored. */
  readonly isReconnecting: boolean;
  /**
   * The time of the next attempt to reach the agent, in milliseconds since 1970; absent while an
   * attempt is under way, and while the connection is not lost.
   */
  readonly retryAt?: number;
  /** True from the request to cancel the task until the agent has responded to it. */
  readonly isCanceling: boolean;
  /** The failure of the last request to cancel the task; absent if none failed. */
  readonly cancelFailure?: FailureEvent;
  /**
   * The question that the person has answered, with the answer that is on its way; absent if there
   * is none.
   */
  readonly pending?: ThreadTurn;
  /**
   * The answer that was on its way when an earlier page was closed; absent if there is none. The page
   * begins the form with it if the task still asks that question.
   */
  readonly left?: ThreadTurn;
}

/**
 * The part of an entry that a page stores, so that it can show the entry again after a reload: see
 * `resume` of `useAgent`.
 */
export interface StoredEntry {
  readonly id: string;
  readonly taskId: string;
  readonly sent: ThreadMessage;
  readonly sentAt: number;
  readonly begunAt?: number;
  readonly contextId?: string;
  readonly turns?: readonly ThreadTurn[];
  /** The answer that was on its way, so that the agent may lack it. */
  readonly pending?: ThreadTurn;
  /** The artifacts of the task, without their files; stored only together with an outcome. */
  readonly artifacts?: readonly ThreadArtifact[];
  /**
   * The event that ended the task; absent if the task goes on or waits, so that the page asks the
   * agent for it after a reload.
   */
  readonly outcome?: SourceEvent;
  /** The time when the task ended; it can be known without the outcome. */
  readonly restedAt?: number;
}

/** True for an entry whose task the agent is working on, so that no person has to act. */
export function isUnderWay({ state }: ThreadEntry): boolean {
  return state.kind === 'sending' || state.kind === 'working';
}

/**
 * True for an entry with a message or an answer that the agent has not acknowledged yet. It may be
 * lost when the page is closed.
 */
export function isUnacknowledged({ state, pending }: ThreadEntry): boolean {
  return state.kind === 'sending' || pending !== undefined;
}

/**
 * True for an entry that the person canceled before the agent acknowledged it. The agent may have it
 * anyway, so it is sent again under the same id.
 */
export function isGivenUp({ state, taskId }: Pick<ThreadEntry, 'state' | 'taskId'>): boolean {
  return state.kind === 'ended' && state.end.state === 'canceled' && taskId === '';
}

/** True for an entry whose task waits for a person's answer or consent. */
export function isWaiting({ state }: ThreadEntry): boolean {
  return state.kind === 'asking' || state.kind === 'authorizing';
}

/** True for an entry whose task has ended. */
export function isOver({ state }: ThreadEntry): boolean {
  return state.kind === 'done' || state.kind === 'ended' || state.kind === 'failed';
}

/**
 * Picks the part of an entry that is worth storing, to bring it back after a reload.
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
  const { id, taskId, sent, sentAt, begunAt, contextId, turns, artifacts, state, restedAt } = entry;
  const outcome =
    state.kind === 'done' ? state.result : state.kind === 'ended' ? state.end : undefined;
  const pending = entry.pending ?? entry.left;
  return {
    id,
    taskId,
    sent,
    sentAt,
    ...(begunAt !== undefined && { begunAt }),
    contextId,
    turns,
    ...(outcome === undefined && pending !== undefined && { pending }),
    ...(outcome !== undefined && { outcome }),
    ...(outcome !== undefined &&
      artifacts.length > 0 && { artifacts: artifacts.map(withoutFiles) }),
    ...(outcome !== undefined && restedAt !== undefined && { restedAt }),
  };
}

/** Returns an artifact without its files, which the agent keeps. */
function withoutFiles(artifact: ThreadArtifact): ThreadArtifact {
  return { ...artifact, files: [] };
}

/** The ids of a task and its context, each `''` while it is not known. */
export type TaskIds = Pick<FailureEvent, 'taskId' | 'contextId'>;

/** Makes the event that reports why a call has failed. */
export function toFailure(fault: GatewayErrorData, ids?: TaskIds): FailureEvent {
  return { kind: 'failure', taskId: '', contextId: '', ...ids, ...fault, problems: [] };
}
