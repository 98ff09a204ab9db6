import type { AgentSource } from '@formwork/client';
import type { Json } from '@formwork/schema';
import {
  type ConversationState,
  ConversationTasks,
  ConversationThread,
  toTask,
} from './conversation-tasks.ts';
import { createId } from './create-id.ts';
import { createEntry, restoreEntry } from './reduce-entry.ts';
import {
  isGivenUp,
  isOver,
  isUnderWay,
  type StoredEntry,
  type ThreadEntry,
  type ThreadMessage,
} from './thread-entry.ts';

/** Options of {@link createConversation}. */
export interface ConversationOptions {
  /** Called with the entry of every task that has ended or begun to wait for a person. */
  readonly onRest?: (entry: ThreadEntry) => void;
  /**
   * The id of an earlier conversation (a context of A2A) to go on with. Default: a new
   * conversation.
   */
  readonly contextId?: string;
}

/** The actions of a conversation. An entry is named by its own `id` or by the id of its task. */
export interface ConversationActions {
  /** Sends a message that begins a task, and returns the `id` of its new entry in the thread. */
  readonly send: (message: ThreadMessage) => string;
  /** Answers the question that a task asks; does nothing if it asks none. */
  readonly answer: (id: string, answer: Json) => void;
  /**
   * Tells a task that waits for a consent that the person has given or refused it on another site.
   */
  readonly proceed: (id: string) => void;
  /** Asks the agent to cancel a task. */
  readonly cancel: (id: string) => void;
  /**
   * Tries again after a failure: watches the task if it has an id, else sends its message anew under
   * the same id, such as one that was canceled before the agent acknowledged it.
   */
  readonly retry: (id: string) => void;
  /**
   * Ends the pause before the next attempt to reach the agent, for an entry whose connection is
   * lost.
   */
  readonly tryNow: (id: string) => void;
  /**
   * Puts an entry that was stored before a reload back into the thread, and follows its task if
   * that goes on. Does nothing for an entry that is in the thread already.
   */
  readonly resume: (stored: StoredEntry) => void;
  /** Removes an entry from the thread; its task goes on at the agent. */
  readonly remove: (id: string) => void;
  /** Asks the agent for its description again, such as after an `error`. */
  readonly reload: () => void;
}

/**
 * A conversation with an agent: its state, its actions, and a subscription for whatever draws it.
 */
export interface Conversation extends ConversationActions {
  readonly state: () => ConversationState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Opens the conversation: fetches the agent's description and follows the tasks of the thread.
   * Before that, it sends no requests. A conversation that was closed may be opened again.
   */
  readonly open: () => void;
  /** Ends all requests of the conversation; the tasks go on at the agent. */
  readonly close: () => void;
}

/**
 * Makes a conversation with an agent, independent of React; components use `useAgent`.
 *
 * @example
 * ```ts
 * import { createConversation, createGatewaySource } from '@formwork/react';
 *
 * const conversation = createConversation(createGatewaySource('/api', 'https://shop.example.com'));
 * const stop = conversation.subscribe(() => console.log(conversation.state().thread.length));
 * ```
 */
export function createConversation(
  source: AgentSource,
  options: ConversationOptions = {},
): Conversation {
  const { contextId = '', onRest } = options;
  const thread = new ConversationThread();
  const tasks = new ConversationTasks({ source, thread, contextId, onRest });
  return {
    state: () => thread.state,
    subscribe: (listener) => thread.subscribe(listener),
    open() {
      if (!tasks.isOpen) tasks.open();
    },
    close() {
      tasks.close();
      thread.stop();
    },
    send(message) {
      const created = createEntry({ id: createId(), sent: message, at: Date.now() });
      const entry = { ...created, contextId: tasks.contextId };
      thread.set({ thread: [...thread.state.thread, entry] });
      tasks.begin(entry);
      return entry.id;
    },
    answer(id, answer) {
      const entry = thread.find(id);
      if (entry?.state.kind !== 'asking') return;
      tasks.dispatch(entry.id, { kind: 'answer', answer, at: Date.now() });
      const { number } = entry.state.question;
      const message = { kind: 'answer', messageId: createId(), answer } as const;
      const question = number === undefined ? {} : { question: number };
      const reply = { ...message, ...question, ...toSubject(entry) };
      tasks.answer(entry, { kind: 'send', message: reply });
    },
    proceed(id) {
      const entry = thread.find(id);
      if (entry?.state.kind !== 'authorizing') return;
      tasks.dispatch(entry.id, { kind: 'proceed', at: Date.now() });
      const { number: question } = entry.state;
      const message = { kind: 'proceed', messageId: createId(), ...toSubject(entry) } as const;
      const named = question === undefined ? message : { ...message, question };
      tasks.start(entry.id, { kind: 'send', message: named });
    },
    cancel(id) {
      const entry = thread.find(id);
      if (entry === undefined || isOver(entry) || entry.isCanceling) return;
      const task = toTask(entry);
      if (task === undefined) {
        // The id of the task is still unknown, so the agent cannot be asked to cancel it.
        tasks.leave(entry.id);
        const event = { kind: 'ended', taskId: '', contextId: '', state: 'canceled' } as const;
        const at = Date.now();
        tasks.dispatch(entry.id, {
          kind: 'event',
          event: { ...event, text: '', problems: [] },
          at,
        });
        return;
      }
      tasks.dispatch(entry.id, { kind: 'cancel' });
      void tasks.cancel(entry, task);
    },
    retry(id) {
      const entry = thread.find(id);
      if (entry === undefined || (entry.state.kind !== 'failed' && !isGivenUp(entry))) return;
      tasks.dispatch(entry.id, { kind: 'retry', at: Date.now() });
      tasks.begin(entry);
    },
    tryNow(id) {
      const entry = thread.find(id);
      if (entry !== undefined) tasks.hurry(entry.id);
    },
    resume(stored) {
      if (thread.find(stored.id) !== undefined || thread.find(stored.taskId) !== undefined) return;
      const entry = restoreEntry(stored, Date.now());
      if (tasks.contextId === '') tasks.contextId = entry.contextId;
      thread.set({
        thread: [...thread.state.thread, entry].toSorted((a, b) => a.sentAt - b.sentAt),
      });
      if (isUnderWay(entry)) tasks.begin(entry);
    },
    remove(id) {
      const entry = thread.find(id);
      if (entry === undefined) return;
      tasks.forget(entry.id);
      thread.set({ thread: thread.state.thread.filter((each) => each !== entry) });
    },
    reload() {
      if (!tasks.isOpen) return;
      thread.set({ loading: true });
      void tasks.describe();
    },
  };
}

function toSubject({ taskId, sent: message }: ThreadEntry): { taskId: string; skillId?: string } {
  return message.kind === 'input' ? { taskId, skillId: message.skillId } : { taskId };
}
