import type { Json } from '@formwork/core';
import type { AgentDescription } from './agent-description.ts';
import type { SourceFile, TaskEvent } from './task-event.ts';

/** What is sent to an agent, as data. `messageId` is new for what is new, the same for a retry. */
export type SourceMessage = {
  readonly messageId: string;
  /** Goes on in a conversation. */
  readonly contextId?: string;
} & (
  | {
      readonly kind: 'input';
      readonly skillId: string;
      /** Name of the input schema; `''` if the skill has none. */
      readonly schema: string;
      readonly data: Json;
      /** Sent along. Default: none. */
      readonly files?: readonly SourceFile[];
    }
  | {
      readonly kind: 'text';
      /** Left out where it is empty and there are files. */
      readonly text: string;
      readonly skillId?: string;
      /** Sent along. Default: none. */
      readonly files?: readonly SourceFile[];
    }
  /** To a question: data if it has a form, else text. Never tagged (extension, section 3). */
  | {
      readonly kind: 'answer';
      readonly skillId?: string;
      readonly taskId: string;
      readonly answer: Json;
      /**
       * Number of the question that is meant. If the task asks another one by now, nothing is sent,
       * and the stream ends with that question.
       */
      readonly question?: number;
    }
  /** The consent that a task waited for was given, or refused: the agent looks itself. */
  | { readonly kind: 'proceed'; readonly skillId?: string; readonly taskId: string }
);

/** Options of the calls of an {@link AgentSource}. */
export interface SourceOptions {
  /** Ends the call; the task goes on. */
  readonly signal?: AbortSignal;
}

/** A task that was begun before. */
export interface SourceTask {
  readonly taskId: string;
  /** Lets its result be checked by the skill's output schemas. */
  readonly skillId?: string;
}

/**
 * An agent as data and events: what a page needs, whether it talks to the agent itself or is told by
 * a server. An implementation MUST end every stream with one of the last events that
 * {@link TaskEvent} names, MUST NOT throw what an agent or a network did (`describe` rejects with an
 * `Error` whose message is for people), and MUST NOT show credentials.
 */
export interface AgentSource {
  describe(options?: SourceOptions): Promise<AgentDescription>;
  send(message: SourceMessage, options?: SourceOptions): AsyncIterable<TaskEvent>;
  /** What the task has sent so far, then what follows, until it rests. */
  watch(task: SourceTask, options?: SourceOptions): AsyncIterable<TaskEvent>;
  /** Asks the agent to stop the task; gives what became of it. */
  cancel(task: SourceTask, options?: SourceOptions): AsyncIterable<TaskEvent>;
}
