import { isTerminalState, type TaskEngine, type TaskEvent } from '@formwork/runtime';
import {
  type TaskWatcher,
  subscribe,
  type SubscriptionItem,
  toSessionScope,
} from '@formwork/runtime/internal';
import type { Artifact, Message, Session } from '@formwork/schemas/types/sessions-v1';
import { fromTaskArtifacts, toPartsText } from './agent-message.ts';
import { readPlacedMessage } from './session-messages.ts';
import { toHead, type OpenTask, type SessionHead } from './session-record.ts';
import type { SessionRef, SessionStore } from './session-store.ts';

/** An event in the stream of a session. The document defines the stream, but not its events. */
export type SessionEvent =
  /** The whole session: the first event, and the last one when the session has ended. */
  | { readonly type: 'session'; readonly session: Session }
  /** A message that joined the session, from the caller or the agent. */
  | { readonly type: 'message'; readonly message: Message }
  /** Progress of a task that is at work. */
  | {
      readonly type: 'progress';
      readonly in_reply_to: string;
      readonly task: string;
      readonly content: string;
      /** The share of the work that is done, from 0 to 1; absent if it is unknown. */
      readonly fraction?: number;
    }
  /** An artifact, or a piece of one, that a task sends while it is at work. */
  | {
      readonly type: 'artifact';
      readonly in_reply_to: string;
      readonly task: string;
      /** True adds the content to that of earlier events with the same ids; false replaces it. */
      readonly append: boolean;
      readonly last: boolean;
      readonly artifacts: readonly Artifact[];
    };

/** An event in the stream of a session, with its position in the session's log if it has one. */
export interface PlacedEvent {
  /**
   * The position in the session's log; absent for an event that is not repeated after a
   * reconnection.
   */
  readonly seq?: number;
  readonly event: SessionEvent;
}

/** The key of the session's own log among the merged sources; the other keys are ids of tasks. */
const SESSION = '';

/**
 * Streams a session until it ends ("Streaming Endpoint"): first the session, then every message
 * that joins it, once and in order, and the progress of its tasks.
 */
export async function* streamSession(
  session: SessionRef,
  record: SessionHead,
  options: {
    readonly engine: TaskEngine;
    readonly watcher: TaskWatcher;
    readonly store: SessionStore;
    /**
     * Called with every task that is at work, so that its result is written into the session even if
     * the process that accepted its message has ended.
     */
    readonly onTask: (task: OpenTask) => void;
    /** The position in the session's log that the caller has reached. Default: the newest one. */
    readonly after: number | undefined;
    /** A signal that ends the stream at once when it aborts. */
    readonly signal: AbortSignal;
  },
): AsyncGenerator<PlacedEvent, void, undefined> {
  const { engine, watcher, store, signal, onTask, after = record.seq } = options;
  yield { seq: after, event: { type: 'session', session: record.session } };
  const merged = new MergedIterators<SubscriptionItem>();
  /** The ids of the messages that tasks work on, by the ids of the tasks. */
  const tasks = new Map<string, string>();

  function followTasks({ open }: SessionHead): void {
    for (const task of open) addTask(task);
  }

  function addTask(task: OpenTask): void {
    const { id: taskId, messageId, seq } = task;
    if (isAsking(task)) return;
    onTask(task);
    if (merged.has(taskId)) return;
    tasks.set(taskId, messageId);
    const untilInterrupted = task.others === undefined;
    const subscription = {
      scope: session.scope,
      taskId,
      watcher,
      signal,
      after: seq,
      untilInterrupted,
    };
    merged.add(taskId, subscribe(engine, subscription));
  }

  try {
    const scope = toSessionScope(session.scope);
    merged.add(SESSION, subscribe(engine, { scope, taskId: session.id, watcher, signal, after }));
    followTasks(record);
    for (;;) {
      const { key, item } = await merged.next();
      if (key !== SESSION) {
        if (item === undefined) tasks.delete(key);
        const placedEvent =
          item?.kind === 'event' ? createPlacedEvent(item.entry, key, tasks) : undefined;
        if (placedEvent !== undefined) yield placedEvent;
        continue;
      }
      // The session has ended, the server closes, or the engine no longer has the session.
      if (item?.kind !== 'event') return;
      const { entry } = item;
      const placed = readPlacedMessage(entry);
      if (placed !== undefined) {
        yield { seq: placed.seq, event: { type: 'message', message: placed.message } };
      } else if (entry.event.kind === 'status' && isNews(entry, record)) {
        const now = toHead(await store.get(session.scope, session.id));
        if (isTerminalState(entry.event.state)) {
          yield { seq: entry.seq, event: { type: 'session', session: now.session } };
          return;
        }
        await dropTasks(now, merged);
        followTasks(now);
      }
    }
  } finally {
    await merged.close();
  }
}

/**
 * True for an entry of the session's log that the caller does not know yet: one after the stream
 * began, or the end of the session.
 */
function isNews({ seq, event }: TaskEvent, record: SessionHead): boolean {
  return seq > record.seq || (event.kind === 'status' && isTerminalState(event.state));
}

/** Stops following tasks that wait for an answer, because they send no events until then. */
async function dropTasks(
  { open }: SessionHead,
  merged: MergedIterators<SubscriptionItem>,
): Promise<void> {
  for (const task of open) {
    if (isAsking(task) && merged.has(task.id)) await merged.remove(task.id);
  }
}

/**
 * True for a task that sends no events until the caller has answered. One that other people have to
 * answer may go on by itself.
 */
function isAsking(task: OpenTask): boolean {
  return task.question !== undefined && task.others === undefined;
}

function createPlacedEvent(
  { event }: TaskEvent,
  task: string,
  messages: ReadonlyMap<string, string>,
): PlacedEvent | undefined {
  const about = { in_reply_to: messages.get(task) ?? '', task };
  if (event.kind === 'artifact') {
    const { artifact, append, lastChunk } = event;
    const artifacts = fromTaskArtifacts([artifact], task);
    return { event: { type: 'artifact', ...about, append, last: lastChunk, artifacts } };
  }
  if (event.kind !== 'status' || event.state !== 'working' || event.message === undefined) {
    return undefined;
  }
  const fraction: unknown = event.message.metadata?.['progress'];
  return {
    event: {
      type: 'progress',
      ...about,
      content: toPartsText(event.message.parts),
      ...(typeof fraction === 'number' && { fraction }),
    },
  };
}

/** An item of a merged iterator, and the key of the source that it came from. */
export interface MergedItem<Item> {
  readonly key: string;
  /** The item; `undefined` if the source has ended. */
  readonly item: Item | undefined;
}

interface Ready<Item> {
  readonly key: string;
  readonly source: AsyncIterator<Item>;
  readonly read: () => MergedItem<Item>;
}

/** Several sources that are read as one; from each, only one item is read ahead. */
export class MergedIterators<Item> {
  readonly #sources = new Map<string, AsyncIterator<Item>>();
  #ready: Ready<Item>[] = [];
  #wake: (() => void) | undefined;

  /** Stops reading a source and drops its pending item. */
  async remove(key: string): Promise<void> {
    const source = this.#sources.get(key);
    this.#sources.delete(key);
    this.#ready = this.#ready.filter((entry) => entry.key !== key);
    await source?.return?.();
  }

  has(key: string): boolean {
    return this.#sources.has(key);
  }

  add(key: string, source: AsyncIterator<Item>): void {
    this.#sources.set(key, source);
    this.#pull(key, source);
  }

  /**
   * Resolves with the next item of any source. Rejects if a source does. Never resolves without
   * sources.
   */
  async next(): Promise<MergedItem<Item>> {
    while (this.#ready.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    const entry = this.#ready.shift();
    if (entry === undefined) throw new TypeError('Nothing is ready.');
    const merged = entry.read();
    if (merged.item === undefined) this.#sources.delete(entry.key);
    else this.#pull(entry.key, entry.source);
    return merged;
  }

  /** Ends all merged sources. */
  async close(): Promise<void> {
    await Promise.all([...this.#sources.keys()].map((key) => this.remove(key)));
  }

  #offer(entry: Ready<Item>): void {
    if (this.#sources.get(entry.key) !== entry.source) return;
    this.#ready.push(entry);
    this.#wake?.();
  }

  #pull(key: string, source: AsyncIterator<Item>): void {
    source.next().then(
      ({ done, value }) =>
        this.#offer({
          key,
          source,
          read: () => ({ key, item: done === true ? undefined : value }),
        }),
      (error: unknown) =>
        this.#offer({
          key,
          source,
          read: () => {
            throw error;
          },
        }),
    );
  }
}
