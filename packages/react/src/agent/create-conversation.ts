import { createId } from './create-id.ts';
import { followTask, type TaskRequest, toUnexpected } from './follow-task.ts';
import { createEntry, type EntryAction, reduceEntry, restoreEntry } from './reduce-entry.ts';
import {
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

/** First and longest pause between two attempts, in milliseconds; it doubles. */
const PAUSE = { first: 1000, longest: 15_000 };

/** The state of a conversation: the agent, and the entries that were sent. */
export interface ConversationState {
  readonly loading: boolean;
  readonly description: AgentDescription | undefined;
  /** Why there is no description. */
  readonly error: Error | undefined;
  /** The tasks and messages of the conversation, oldest first. */
  readonly thread: readonly ThreadEntry[];
}

/** Options of {@link createConversation}. */
export interface ConversationOptions {
  /** Told of every task that came to rest: it has ended, or waits for somebody. */
  readonly onRest?: (entry: ThreadEntry) => void;
  /** Conversation to go on with. Default: a new one. */
  readonly contextId?: string;
}

/** The actions of a conversation. Entries are named by their `id` or by their task's. */
export interface ConversationActions {
  /** Sends, and gives the `id` of the new entry. */
  readonly send: (message: ThreadMessage) => string;
  /** Answers the question of a task; does nothing if it asks none. */
  readonly answer: (id: string, answer: Json) => void;
  /** Says that the consent was given, or refused. */
  readonly proceed: (id: string) => void;
  /** Asks the agent to stop. */
  readonly cancel: (id: string) => void;
  /** Does again what failed: watches a task that is known, sends anew what was not heard of. */
  readonly retry: (id: string) => void;
  /** Takes up what was begun before. Entries that are in the thread already stay as they are. */
  readonly resume: (stored: StoredEntry) => void;
  /** Takes an entry out of the thread; the task goes on. */
  readonly remove: (id: string) => void;
  /** Asks for the description again. */
  readonly reload: () => void;
}

/** A conversation, for whatever draws it. */
export interface Conversation extends ConversationActions {
  readonly state: () => ConversationState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks the agent for what is missing; nothing is sent before. May be opened again. */
  readonly open: () => void;
  /** Ends all requests; the tasks go on. */
  readonly close: () => void;
}

/** Changes that are not shown at once wait so long, in milliseconds. */
const FRAME = 50;

/**
 * Makes a conversation with an agent; see `useAgent` for React.
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
    // Pieces may come by the hundred; what a person waits for is shown at once.
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
      onLost: () => dispatch(id, { kind: 'lost' }),
      pause: waitForNetwork,
    }).finally(() => {
      if (followed.get(id) === controller) followed.delete(id);
    });
  }

  /** Looks whether others answer, while a task waits. */
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
    if (task !== undefined) {
      start(entry.id, { kind: 'watch', task });
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
      start(entry.id, {
        kind: 'send',
        message: { ...message, ...question, ...toSubject(entry) },
      });
    },
    proceed(id) {
      const entry = find(id);
      if (entry?.state.kind !== 'authorizing') return;
      dispatch(entry.id, { kind: 'proceed', at: Date.now() });
      const message = { kind: 'proceed', messageId: createId() } as const;
      start(entry.id, { kind: 'send', message: { ...message, ...toSubject(entry) } });
    },
    cancel(id) {
      const entry = find(id);
      if (entry === undefined || isOver(entry) || entry.isCanceling) return;
      const task = toTask(entry);
      if (task === undefined) {
        // Nobody knows of it, so there is nobody to ask.
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
      if (entry?.state.kind !== 'failed') return;
      dispatch(entry.id, { kind: 'retry', at: Date.now() });
      begin(entry);
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

/** The task as the source knows it; `undefined` until it has an id. */
function toTask({ taskId, sent }: ThreadEntry): SourceTask | undefined {
  if (taskId === '') return undefined;
  // Text may be answered with text: only what was sent as data has to be answered with data.
  return sent.kind === 'input' ? { taskId, skillId: sent.skillId } : { taskId };
}

function toSubject({ taskId, sent }: ThreadEntry): { taskId: string; skillId?: string } {
  return sent.kind === 'input' ? { taskId, skillId: sent.skillId } : { taskId };
}

/** Waits before attempt `n`, from 1; ends at once when the browser is online again. */
function waitForNetwork(n: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const delay = Math.min(PAUSE.longest, PAUSE.first * 2 ** (n - 1));
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      globalThis.removeEventListener?.('online', end);
      resolve();
    };
    const timer = setTimeout(end, delay);
    signal.addEventListener('abort', end);
    // Not in Node.
    globalThis.addEventListener?.('online', end);
    if (signal.aborted) end();
  });
}
