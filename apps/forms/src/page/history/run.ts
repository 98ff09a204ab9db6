import type { EndedEvent, ResultEvent, ThreadArtifact, ThreadTurn } from '@formwork/react';
import type { Json } from '@formwork/schema';

/** The input of a run: data for a schema, with secrets removed, or a text. */
export type RunInput =
  | {
      readonly kind: 'input';
      readonly schema: string;
      /** The fingerprint of the schema at the time when the input was sent. */
      readonly fingerprint: string;
      readonly data: Json;
      /** The names of the files that were sent; the files are not kept. */
      readonly files?: readonly string[];
    }
  | { readonly kind: 'text'; readonly text: string; readonly files?: readonly string[] };

/**
 * The state of a run. The task of an `open` run may still go on at the agent, so the page watches
 * it when the person opens the run. An `unsent` run has not been acknowledged by the agent, so it
 * may have no task. One in the state `others` asks people who were given its
 * question.
 */
export type RunState =
  | 'unsent'
  | 'open'
  | 'asking'
  | 'others'
  | 'done'
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'broken';

/** A run: one call of an agent, as the history of the browser keeps it. */
export interface Run {
  /** The id of the message that began the run. */
  readonly id: string;
  /** The id of the skill that was called; `''` for a text that names no skill. */
  readonly skillId: string;
  readonly skillName: string;
  /**
   * The mark of the person who filled it in, in whose name alone it is sent; absent without a
   * sign-in.
   */
  readonly owner?: string;
  readonly input: RunInput;
  /** The id of the task at the agent; `''` until the agent says it. */
  readonly taskId: string;
  readonly contextId: string;
  /** The time when the run was sent, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The time of the attempt by which it reached the agent; absent if that was the first one. */
  readonly begunAt?: number;
  readonly endedAt?: number;
  readonly state: RunState;
  /** The questions of the task that were answered, with their answers. */
  readonly turns: readonly ThreadTurn[];
  /** The answer that was on its way when it was stored, so that the agent may lack it. */
  readonly pending?: ThreadTurn;
  /** The artifacts of the task, without files; kept together with the outcome. */
  readonly artifacts?: readonly ThreadArtifact[];
  /**
   * The event that ended the task; absent while the task goes on, and if it is too long to store,
   * so that the page asks the agent again.
   */
  readonly outcome?: ResultEvent | EndedEvent;
}

/**
 * True for a run that may never have reached the agent. The page sends it again only if the person
 * asks for that.
 */
export function isUnsent(run: Run): boolean {
  return run.taskId === '' && run.outcome === undefined;
}

/** True for a run with a message or an answer that the agent may lack. */
export function isUnsure({ state, pending }: Run): boolean {
  return state === 'unsent' || pending !== undefined;
}

/** Returns the beginning of the keys under which the browser's storage holds the runs of an agent. */
export function toHistoryKey(agent: string): string {
  return `formwork.runs:${agent}`;
}

/** Returns the beginning of the keys under which the browser's storage holds the tables of an agent. */
export function toBatchKey(agent: string): string {
  return `formwork.batches:${agent}`;
}

/** Returns the beginning of the names of the locks by which a tab claims the runs that it sends. */
export function toRunClaim(agent: string): string {
  return `formwork run ${agent} `;
}
