import type { AgentSource } from '@formwork/client';
import {
  createConversation,
  type Conversation,
  type StoredEntry,
  type ThreadEntry,
  type ThreadMessage,
} from '@formwork/react';
import { isGivenUp } from '@formwork/react/internal';
import type { Json } from '@formwork/schema';
import type { Run } from '../history/run.ts';

/**
 * The tasks of one agent in all their conversations. The store follows every task, also while the
 * person looks at another one.
 */
export interface ThreadStore {
  /** Returns the entries of all tasks by id. The map is the same object until an entry changes. */
  readonly read: () => ReadonlyMap<string, ThreadEntry>;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Sends a message in a conversation, or in a new one if `contextId` is `''`. Returns the id of
   * its entry.
   */
  readonly begin: (message: ThreadMessage, contextId: string) => string;
  /** Adds a stored entry, and follows its task if the task may still go on. */
  readonly open: (stored: StoredEntry) => void;
  readonly answer: (id: string, answer: Json) => void;
  readonly proceed: (id: string) => void;
  readonly cancel: (id: string) => void;
  readonly retry: (id: string) => void;
  readonly tryNow: (id: string) => void;
  /**
   * Sends a message and resolves with its entry when the task ends or waits for a person. An abort
   * of the signal cancels the task.
   */
  readonly call: (message: ThreadMessage, options: QuietOptions) => Promise<ThreadEntry>;
  /** Stops following all tasks; they go on at the agent. */
  readonly close: () => void;
}

/** Options of `call` of a {@link ThreadStore}. */
export interface QuietOptions {
  readonly signal: AbortSignal;
  /**
   * The id of the message, and that of its task if the agent has named it; `''` if it has not. An
   * agent that has the message does not do it twice. Default: a new message.
   */
  readonly earlierCall?: { readonly id: string; readonly taskId: string } | undefined;
  /** Called with the id of the task once the agent says it. */
  readonly onTask?: ((taskId: string) => void) | undefined;
}

/** The store of a page, which also takes runs that were begun on another device. */
export interface WorkStore extends ThreadStore {
  /** Stores a run in the history, so that its address leads to it. */
  readonly adopt: (run: Run) => void;
}

/** Makes the store that follows the tasks of an agent. */
export function createThreadStore({
  source,
  onChange,
}: {
  readonly source: AgentSource;
  /**
   * Called when an entry changes in a way that is worth storing: its ids, its state or its answers.
   */
  readonly onChange: (entry: ThreadEntry) => void;
}): ThreadStore {
  const conversations = new Set<Conversation>();
  const entries = new ThreadEntries(onChange);
  // Conversations do not request the description of the agent, because the page has it.
  const quiet: AgentSource = { ...source, describe: () => new Promise(() => undefined) };

  function create(contextId: string): Conversation {
    return createConversation(quiet, contextId === '' ? {} : { contextId });
  }

  function add(contextId: string): Conversation {
    const conversation = create(contextId);
    conversations.add(conversation);
    conversation.subscribe(() => entries.take(conversation.state().thread));
    conversation.open();
    return conversation;
  }

  /** Finds the conversation that contains an entry, by the entry's id. */
  function find(id: string): Conversation | undefined {
    return [...conversations].find((conversation) =>
      conversation.state().thread.some((entry) => entry.id === id),
    );
  }

  function findContext(contextId: string): Conversation | undefined {
    if (contextId === '') return undefined;
    return [...conversations].find((conversation) =>
      conversation.state().thread.some((entry) => entry.contextId === contextId),
    );
  }

  return {
    read: entries.read,
    subscribe: entries.subscribe,
    begin: (message, contextId) => (findContext(contextId) ?? add(contextId)).send(message),
    open(stored) {
      if (entries.read().has(stored.id)) return;
      const { contextId = '' } = stored;
      (findContext(contextId) ?? add(contextId)).resume(stored);
    },
    answer: (id, answer) => find(id)?.answer(id, answer),
    proceed: (id) => find(id)?.proceed(id),
    cancel: (id) => find(id)?.cancel(id),
    retry: (id) => find(id)?.retry(id),
    tryNow: (id) => find(id)?.tryNow(id),
    call: (message, options) => new QuietCall(create(''), options).run(message),
    close() {
      for (const conversation of conversations) conversation.close();
    },
  };
}

/** The entries of all conversations of a store, by their ids. */
class ThreadEntries {
  readonly #onChange: (entry: ThreadEntry) => void;
  readonly #listeners = new Set<() => void>();
  #entries: ReadonlyMap<string, ThreadEntry> = new Map();

  constructor(onChange: (entry: ThreadEntry) => void) {
    this.#onChange = onChange;
  }

  readonly read = (): ReadonlyMap<string, ThreadEntry> => this.#entries;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes over the entries of a conversation, after one of them has changed. */
  take(thread: readonly ThreadEntry[]): void {
    const before = this.#entries;
    const changed = thread.filter((entry) => before.get(entry.id) !== entry);
    const news = changed.filter((entry) => isNews(before.get(entry.id), entry));
    this.#entries = new Map([...before, ...changed.map((entry) => [entry.id, entry] as const)]);
    for (const entry of news) this.#onChange(entry);
    for (const listener of this.#listeners) listener();
  }
}

/** A message in a conversation of its own, until its task ends or waits for a person. */
class QuietCall {
  readonly #conversation: Conversation;
  readonly #options: QuietOptions;
  #taskId: string;

  constructor(conversation: Conversation, options: QuietOptions) {
    this.#conversation = conversation;
    this.#options = options;
    this.#taskId = options.earlierCall?.taskId ?? '';
  }

  run(message: ThreadMessage): Promise<ThreadEntry> {
    const conversation = this.#conversation;
    const { signal, earlierCall } = this.#options;
    return new Promise((resolve) => {
      // What is canceled already is not sent.
      if (!signal.aborted) conversation.open();
      if (earlierCall !== undefined)
        conversation.resume({ ...earlierCall, sent: message, sentAt: Date.now() });
      const id = earlierCall?.id ?? conversation.send(message);
      const stop = (): void => conversation.cancel(id);
      const look = (): void => {
        const entry = conversation.state().thread.find((item) => item.id === id);
        if (entry !== undefined) this.#note(entry);
        if (entry?.restedAt === undefined) return;
        signal.removeEventListener('abort', stop);
        conversation.close();
        resolve(entry);
      };
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      conversation.subscribe(look);
      look();
    });
  }

  /** Reports the id of the task once the agent has said it. */
  #note({ taskId }: ThreadEntry): void {
    if (taskId === this.#taskId) return;
    this.#taskId = taskId;
    this.#options.onTask?.(taskId);
  }
}

function isNews(before: ThreadEntry | undefined, after: ThreadEntry): boolean {
  if (before === undefined) return after.state.kind === 'sending';
  return (
    before.state.kind !== after.state.kind ||
    before.taskId !== after.taskId ||
    before.contextId !== after.contextId ||
    before.turns !== after.turns
  );
}

/**
 * Returns the ids by which a call that broke off, or was canceled, goes on: those of its message if
 * the agent may have it although it named no task, and those of a task that may go on at the agent.
 * `undefined` for one that is over, and for another message.
 */
export function findEarlierCall(
  before: ThreadEntry,
  message: ThreadMessage,
): QuietOptions['earlierCall'] {
  const { id, taskId, state } = before;
  const isBroken = state.kind === 'failed';
  const isGone = isBroken && taskId !== '' && state.failure.reason === 'TASK_NOT_FOUND';
  const isOpen = isGivenUp(before) || (isBroken && !isGone);
  return isOpen && JSON.stringify(before.sent) === JSON.stringify(message)
    ? { id, taskId }
    : undefined;
}
