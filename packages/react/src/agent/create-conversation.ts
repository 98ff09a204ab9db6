import { createId } from './create-id.ts';
import { followTask, type TaskRequest, toUnexpected } from './follow-task.ts';
import { createEntry, type EntryAction, reduceEntry, restoreEntry } from './reduce-entry.ts';
import {
  isGivenUp,
  isOver,
  isUnderWay,
  isWaiting,
  type StoredEntry,
  type ThreadEntry,
  type ThreadMessage,
} from './thread-entry.ts';
import { watchWaiting, type WatchWaitingOptions } from './watch-waiting.ts';
import type { AgentDescription, AgentSource, SourceTask, SourceEvent } from '@formwork/client';
import type { Json } from '@formwork/schema';

/**
 * The first and the longest pause between two attempts to reach an agent, in milliseconds. Each
 * pause is twice the one before.
 */
const PAUSE = { first: 1000, longest: 15_000 };

/** The state of a conversation: the description of the agent, and the thread of its tasks. */
export interface ConversationState {
  readonly loading: boolean;
  readonly description: AgentDescription | undefined;
  /**
   * The error because of which the agent could not be described; `undefined` while the request is
   * under way and after it succeeded.
   */
  readonly error: Error | undefined;
  /** The entries of the conversation, one for each task, oldest first. */
  readonly thread: readonly ThreadEntry[];
}

/** Options of {@link createConversation}. */
export interface ConversationOptions {
  /** Called with the entry of every task that has ended or begun to wait for somebody. */
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
 * The maximum time in milliseconds for which changes that need not be shown at once, such as
 * progress, are gathered before they are drawn.
 */
const FRAME = 50;

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
  const listeners = new Set<() => void>();
  const followed = new Map<string, AbortController>();
  const waiting = new Map<string, AbortController>();
  /** The answers that were sent last, by the id of the entry. */
  const answers = new Map<string, TaskRequest>();
  /** The pauses before the next attempts, by the id of the entry; a call ends the pause. */
  const pauses = new Map<string, () => void>();
  let state: ConversationState = {
    loading: true,
    description: undefined,
    error: undefined,
    thread: [],
  };
  let opened: AbortController | undefined;
  let contextId = options.contextId ?? '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const listener of listeners) listener();
  }

  function set(next: Partial<ConversationState>, isUrgent = true): void {
    state = { ...state, ...next };
    if (isUrgent) tell();
    else timer ??= setTimeout(tell, FRAME);
  }

  function find(id: string): ThreadEntry | undefined {
    return state.thread.find((entry) => entry.id === id || (id !== '' && entry.taskId === id));
  }

  function dispatch(id: string, action: EntryAction): void {
    const before = find(id);
    if (before === undefined) return;
    const after = reduceEntry(before, action);
    if (after === before) return;
    contextId = after.contextId === '' ? contextId : after.contextId;
    const thread = state.thread.map((entry) => (entry === before ? after : entry));
    // Hundreds of pieces may arrive in a row, so they are drawn together; a new state is drawn at
    // once.
    set({ thread }, after.state.kind !== before.state.kind || action.kind !== 'event');
    attend(before, after);
    const hasRested = after.restedAt !== undefined && after.restedAt !== before.restedAt;
    if (hasRested) options.onRest?.(after);
  }

  function start(id: string, request: TaskRequest): void {
    followed.get(id)?.abort();
    if (opened === undefined) return;
    const controller = new AbortController();
    followed.set(id, controller);
    const { signal } = controller;
    void followTask(request, {
      source,
      signal,
      task: () => {
        const entry = find(id);
        return entry === undefined ? undefined : toTask(entry);
      },
      onEvent: (event) => dispatch(id, { kind: 'event', event, at: Date.now() }),
      pause: (n) => pause(id, n, signal),
    }).finally(() => {
      if (followed.get(id) === controller) followed.delete(id);
    });
  }

  async function pause(id: string, n: number, signal: AbortSignal): Promise<void> {
    const delay = Math.min(PAUSE.longest, PAUSE.first * 2 ** (n - 1));
    dispatch(id, { kind: 'lost', retryAt: Date.now() + delay });
    const hurry = new AbortController();
    const end = (): void => hurry.abort();
    pauses.set(id, end);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    await waitForNetwork(delay, hurry.signal);
    if (pauses.get(id) === end) pauses.delete(id);
    if (!signal.aborted) dispatch(id, { kind: 'trying', at: Date.now() });
  }

  /** Watches a task while it waits for somebody, because another page may answer it. */
  function attend(before: ThreadEntry | undefined, after: ThreadEntry): void {
    const { id, state: now } = after;
    if (before?.state === now) return;
    waiting.get(id)?.abort();
    waiting.delete(id);
    const task = toTask(after);
    if (opened === undefined || task === undefined || !isWaiting(after)) return;
    const controller = new AbortController();
    waiting.set(id, controller);
    void move(id, { source, task, state: now, signal: controller.signal });
  }

  async function move(id: string, watched: WatchWaitingOptions): Promise<void> {
    const events = await watchWaiting(watched);
    if (watched.signal.aborted || events.length === 0) return;
    dispatch(id, { kind: 'moved', events, at: Date.now() });
    const entry = find(id);
    if (entry !== undefined && isUnderWay(entry)) begin(entry);
  }

  async function describe(signal: AbortSignal): Promise<void> {
    try {
      const description = await source.describe({ signal });
      if (!signal.aborted) set({ loading: false, description, error: undefined });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (!signal.aborted) set({ loading: false, error });
    }
  }

  async function stop(entry: ThreadEntry, task: SourceTask): Promise<void> {
    const { id } = entry;
    const signal = opened?.signal;
    let last: SourceEvent | undefined;
    try {
      for await (const event of source.cancel(task, signal === undefined ? {} : { signal })) {
        if (event.kind === 'exchange') dispatch(id, { kind: 'event', event, at: Date.now() });
        else last = event;
      }
    } catch (error) {
      last = toUnexpected(error);
    }
    if (signal?.aborted === true || last === undefined) return;
    const current = find(id);
    if (current === undefined || isOver(current)) return;
    if (last.kind === 'failure') {
      dispatch(id, { kind: 'cancel-failed', failure: last });
      return;
    }
    followed.get(id)?.abort();
    dispatch(id, { kind: 'event', event: last, at: Date.now() });
  }

  function begin(entry: ThreadEntry): void {
    const task = toTask(entry);
    const answer = entry.pending && answers.get(entry.id);
    if (task !== undefined) {
      start(entry.id, answer ?? { kind: 'watch', task });
      return;
    }
    const context = entry.contextId === '' ? {} : { contextId: entry.contextId };
    start(entry.id, {
      kind: 'send',
      message: { ...entry.sent, messageId: entry.id, ...context },
    });
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open() {
      if (opened !== undefined) return;
      opened = new AbortController();
      if (state.description === undefined) void describe(opened.signal);
      for (const entry of state.thread) {
        if (isUnderWay(entry)) begin(entry);
        else attend(undefined, entry);
        const task = entry.isCanceling ? toTask(entry) : undefined;
        if (task !== undefined) void stop(entry, task);
      }
    },
    close() {
      opened?.abort();
      opened = undefined;
      clearTimeout(timer);
      timer = undefined;
      for (const controller of [...followed.values(), ...waiting.values()]) controller.abort();
      followed.clear();
      waiting.clear();
    },
    send(sent) {
      const entry = {
        ...createEntry({ id: createId(), sent, at: Date.now() }),
        contextId,
      };
      set({ thread: [...state.thread, entry] });
      begin(entry);
      return entry.id;
    },
    answer(id, answer) {
      const entry = find(id);
      if (entry?.state.kind !== 'asking') return;
      dispatch(entry.id, { kind: 'answer', answer, at: Date.now() });
      const { number } = entry.state.question;
      const message = { kind: 'answer', messageId: createId(), answer } as const;
      const question = number === undefined ? {} : { question: number };
      const sent = { ...message, ...question, ...toSubject(entry) };
      answers.set(entry.id, { kind: 'send', message: sent });
      begin(find(entry.id) ?? entry);
    },
    proceed(id) {
      const entry = find(id);
      if (entry?.state.kind !== 'authorizing') return;
      dispatch(entry.id, { kind: 'proceed', at: Date.now() });
      const { number: question } = entry.state;
      const message = { kind: 'proceed', messageId: createId(), ...toSubject(entry) } as const;
      const named = question === undefined ? message : { ...message, question };
      start(entry.id, { kind: 'send', message: named });
    },
    cancel(id) {
      const entry = find(id);
      if (entry === undefined || isOver(entry) || entry.isCanceling) return;
      const task = toTask(entry);
      if (task === undefined) {
        // The id of the task is still unknown, so the agent cannot be asked to cancel it.
        followed.get(entry.id)?.abort();
        const event = { kind: 'ended', taskId: '', contextId: '', state: 'canceled' } as const;
        const at = Date.now();
        dispatch(entry.id, { kind: 'event', event: { ...event, text: '', problems: [] }, at });
        return;
      }
      dispatch(entry.id, { kind: 'cancel' });
      void stop(entry, task);
    },
    retry(id) {
      const entry = find(id);
      if (entry === undefined || (entry.state.kind !== 'failed' && !isGivenUp(entry))) return;
      dispatch(entry.id, { kind: 'retry', at: Date.now() });
      begin(entry);
    },
    tryNow(id) {
      const entry = find(id);
      if (entry !== undefined) pauses.get(entry.id)?.();
    },
    resume(stored) {
      if (find(stored.id) !== undefined || find(stored.taskId) !== undefined) return;
      const entry = restoreEntry(stored, Date.now());
      const thread = [...state.thread, entry].toSorted((one, other) => one.sentAt - other.sentAt);
      contextId = contextId === '' ? entry.contextId : contextId;
      set({ thread });
      if (isUnderWay(entry)) begin(entry);
    },
    remove(id) {
      const entry = find(id);
      if (entry === undefined) return;
      followed.get(entry.id)?.abort();
      waiting.get(entry.id)?.abort();
      set({ thread: state.thread.filter((one) => one !== entry) });
    },
    reload() {
      if (opened === undefined) return;
      set({ loading: true });
      void describe(opened.signal);
    },
  };
}

/**
 * Returns the ids of an entry's task for calls of the agent; `undefined` until the agent has sent
 * the task's id.
 */
function toTask({ taskId, sent }: ThreadEntry): SourceTask | undefined {
  if (taskId === '') return undefined;
  // Without a skill, the answer may be a text; a task that began with data must be answered with
  // data.
  return sent.kind === 'input' ? { taskId, skillId: sent.skillId } : { taskId };
}

function toSubject({ taskId, sent }: ThreadEntry): { taskId: string; skillId?: string } {
  return sent.kind === 'input' ? { taskId, skillId: sent.skillId } : { taskId };
}

/**
 * Waits for some milliseconds. Ends at once when the browser goes online or the signal is aborted.
 */
function waitForNetwork(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      globalThis.removeEventListener?.('online', end);
      resolve();
    };
    const timer = setTimeout(end, delay);
    signal.addEventListener('abort', end);
    // Node has no `addEventListener`.
    globalThis.addEventListener?.('online', end);
    if (signal.aborted) end();
  });
}
