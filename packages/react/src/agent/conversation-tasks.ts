import type { AgentDescription, AgentSource, SourceEvent, SourceTask } from '@formwork/client';
import { followTask, type TaskRequest, toUnexpected } from './follow-task.ts';
import { type EntryAction, reduceEntry } from './reduce-entry.ts';
import { isOver, isUnderWay, isWaiting, type ThreadEntry } from './thread-entry.ts';
import { watchWaiting, type WatchWaitingOptions } from './watch-waiting.ts';

/**
 * The first and the longest pause between two attempts to reach an agent, in milliseconds. Each
 * pause is twice the one before.
 */
const PAUSE = { first: 1000, longest: 15_000 };

/**
 * The maximum time in milliseconds for which changes that need not be shown at once, such as
 * progress, are gathered before they are drawn.
 */
const FRAME = 50;

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

/** The thread of a conversation, and the listeners that draw it. */
export class ConversationThread {
  readonly #listeners = new Set<() => void>();
  #state: ConversationState = {
    loading: true,
    description: undefined,
    error: undefined,
    thread: [],
  };
  #timer: ReturnType<typeof setTimeout> | undefined;

  get state(): ConversationState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes the state, and tells the listeners: at once, or together with later changes. */
  set(next: Partial<ConversationState>, isUrgent = true): void {
    this.#state = { ...this.#state, ...next };
    if (isUrgent) this.#tell();
    else this.#timer ??= setTimeout(() => this.#tell(), FRAME);
  }

  /** Finds an entry by its own id or by that of its task. */
  find(id: string): ThreadEntry | undefined {
    return this.#state.thread.find(
      (entry) => entry.id === id || (id !== '' && entry.taskId === id),
    );
  }

  /** Drops the changes that no listener has got yet, once nothing is drawn any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tell(): void {
    this.stop();
    for (const listener of this.#listeners) listener();
  }
}

/** Options of {@link ConversationTasks}. */
export interface ConversationTasksOptions {
  readonly source: AgentSource;
  readonly thread: ConversationThread;
  /** The id of an earlier conversation to go on with; `''` for a new one. */
  readonly contextId: string;
  readonly onRest: ((entry: ThreadEntry) => void) | undefined;
}

/**
 * The tasks of a conversation that are followed at the agent, and those that wait for a person. All
 * requests end when the conversation is closed.
 */
export class ConversationTasks {
  contextId: string;
  readonly #options: ConversationTasksOptions;
  readonly #followed = new Map<string, AbortController>();
  readonly #waiting = new Map<string, AbortController>();
  /** The answers that were sent last, by the id of the entry. */
  readonly #answers = new Map<string, TaskRequest>();
  /** The pauses before the next attempts, by the id of the entry; a call ends the pause. */
  readonly #pauses = new Map<string, () => void>();
  #opened: AbortController | undefined;

  constructor(options: ConversationTasksOptions) {
    this.#options = options;
    this.contextId = options.contextId;
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  open(): void {
    const { thread } = this.#options;
    this.#opened = new AbortController();
    if (thread.state.description === undefined) void this.describe();
    for (const entry of thread.state.thread) {
      if (isUnderWay(entry)) this.begin(entry);
      else this.#attend(undefined, entry);
      const task = entry.isCanceling ? toTask(entry) : undefined;
      if (task !== undefined) void this.cancel(entry, task);
    }
  }

  close(): void {
    this.#opened?.abort();
    this.#opened = undefined;
    for (const controller of [...this.#followed.values(), ...this.#waiting.values()]) {
      controller.abort();
    }
    this.#followed.clear();
    this.#waiting.clear();
  }

  /** Asks the agent for its description. */
  async describe(): Promise<void> {
    const signal = this.#opened?.signal;
    if (signal === undefined) return;
    const { source, thread } = this.#options;
    try {
      const description = await source.describe({ signal });
      if (!signal.aborted) thread.set({ loading: false, description, error: undefined });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (!signal.aborted) thread.set({ loading: false, error });
    }
  }

  /** Changes an entry, and does what follows from its new state. */
  dispatch(id: string, action: EntryAction): void {
    const { thread, onRest } = this.#options;
    const before = thread.find(id);
    if (before === undefined) return;
    const after = reduceEntry(before, action);
    if (after === before) return;
    this.contextId = after.contextId === '' ? this.contextId : after.contextId;
    // Hundreds of pieces may arrive in a row, so they are drawn together; a new state is drawn at
    // once.
    thread.set(
      { thread: thread.state.thread.map((entry) => (entry === before ? after : entry)) },
      after.state.kind !== before.state.kind || action.kind !== 'event',
    );
    this.#attend(before, after);
    const hasRested = after.restedAt !== undefined && after.restedAt !== before.restedAt;
    if (hasRested) onRest?.(after);
  }

  /** Follows the task of an entry, or sends its message if the agent has not acknowledged it. */
  begin(entry: ThreadEntry): void {
    const task = toTask(entry);
    const answer = entry.pending && this.#answers.get(entry.id);
    if (task !== undefined) {
      this.start(entry.id, answer ?? { kind: 'watch', task });
      return;
    }
    const context = entry.contextId === '' ? {} : { contextId: entry.contextId };
    this.start(entry.id, {
      kind: 'send',
      message: { ...entry.sent, messageId: entry.id, ...context },
    });
  }

  /** Sends an answer, which is sent again if the connection is lost. */
  answer(entry: ThreadEntry, answer: TaskRequest): void {
    this.#answers.set(entry.id, answer);
    this.begin(this.#options.thread.find(entry.id) ?? entry);
  }

  start(id: string, request: TaskRequest): void {
    this.leave(id);
    if (this.#opened === undefined) return;
    const controller = new AbortController();
    this.#followed.set(id, controller);
    const { source, thread } = this.#options;
    const { signal } = controller;
    void followTask(request, {
      source,
      signal,
      task: () => {
        const entry = thread.find(id);
        return entry === undefined ? undefined : toTask(entry);
      },
      onEvent: (event) => this.dispatch(id, { kind: 'event', event, at: Date.now() }),
      pause: (n) => this.#pause(id, n, signal),
    }).finally(() => {
      if (this.#followed.get(id) === controller) this.#followed.delete(id);
    });
  }

  /** Stops following the task of an entry. */
  leave(id: string): void {
    this.#followed.get(id)?.abort();
  }

  /** Stops following or watching the task of an entry that is removed. */
  forget(id: string): void {
    this.leave(id);
    this.#waiting.get(id)?.abort();
  }

  /** Ends the pause before the next attempt to reach the agent. */
  hurry(id: string): void {
    this.#pauses.get(id)?.();
  }

  /** Asks the agent to cancel a task. */
  async cancel({ id }: ThreadEntry, task: SourceTask): Promise<void> {
    const { source, thread } = this.#options;
    const signal = this.#opened?.signal;
    let last: SourceEvent | undefined;
    try {
      for await (const event of source.cancel(task, signal === undefined ? {} : { signal })) {
        if (event.kind === 'exchange') this.dispatch(id, { kind: 'event', event, at: Date.now() });
        else last = event;
      }
    } catch (error) {
      last = toUnexpected(error);
    }
    if (signal?.aborted === true || last === undefined) return;
    const current = thread.find(id);
    if (current === undefined || isOver(current)) return;
    if (last.kind === 'failure') {
      this.dispatch(id, { kind: 'cancel-failed', failure: last });
      return;
    }
    this.leave(id);
    this.dispatch(id, { kind: 'event', event: last, at: Date.now() });
  }

  async #pause(id: string, n: number, signal: AbortSignal): Promise<void> {
    const delay = Math.min(PAUSE.longest, PAUSE.first * 2 ** (n - 1));
    this.dispatch(id, { kind: 'lost', retryAt: Date.now() + delay });
    const hurry = new AbortController();
    const end = (): void => hurry.abort();
    this.#pauses.set(id, end);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    await waitForNetwork(delay, hurry.signal);
    if (this.#pauses.get(id) === end) this.#pauses.delete(id);
    if (!signal.aborted) this.dispatch(id, { kind: 'trying', at: Date.now() });
  }

  /** Watches a task while it waits for a person, because another page may answer it. */
  #attend(before: ThreadEntry | undefined, after: ThreadEntry): void {
    const { id, state: now } = after;
    if (before?.state === now) return;
    this.#waiting.get(id)?.abort();
    this.#waiting.delete(id);
    const task = toTask(after);
    if (this.#opened === undefined || task === undefined || !isWaiting(after)) return;
    const controller = new AbortController();
    this.#waiting.set(id, controller);
    const { source } = this.#options;
    void this.#move(id, { source, task, state: now, signal: controller.signal });
  }

  async #move(id: string, watched: WatchWaitingOptions): Promise<void> {
    const events = await watchWaiting(watched);
    if (watched.signal.aborted || events.length === 0) return;
    this.dispatch(id, { kind: 'moved', events, at: Date.now() });
    const entry = this.#options.thread.find(id);
    if (entry !== undefined && isUnderWay(entry)) this.begin(entry);
  }
}

/**
 * Returns the ids of an entry's task for calls of the agent; `undefined` until the agent has sent
 * the task's id.
 */
export function toTask({ taskId, sent: message }: ThreadEntry): SourceTask | undefined {
  if (taskId === '') return undefined;
  // Without a skill, the answer may be a text; a task that began with data must be answered with
  // data.
  return message.kind === 'input' ? { taskId, skillId: message.skillId } : { taskId };
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
