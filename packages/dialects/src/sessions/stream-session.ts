import {
  isTerminalState,
  subscribe,
  type HintHub,
  type SubscriptionItem,
  type TaskEngine,
  type TaskEvent,
} from '@formwork/runtime';
import { fromTaskArtifacts, toPartsText } from './from-task-artifacts.ts';
import { mergeIterators, type MergedIterators } from './merge-iterators.ts';
import { toPlacedMessage, type SessionPlace } from './read-messages.ts';
import type { PlacedEvent } from './session-event.ts';
import type { OpenTask, SessionRecord } from './session-record.ts';
import { toSessionScope, type SessionStore } from './session-store.ts';

/** What {@link streamSession} works with. */
export interface StreamSessionOptions {
  readonly engine: TaskEngine;
  readonly hub: HintHub;
  readonly store: SessionStore;
  /** The place in the log that the caller knows. Default: the newest. */
  readonly after: number | undefined;
  /** Ends the stream at once. */
  readonly signal: AbortSignal;
}

/** The source with the session's own log; ids of tasks are the others. */
const SESSION = '';

/**
 * A session as it is, then every message that joins it, each once and in order, and what its tasks
 * say meanwhile, until it ends ("Streaming Endpoint").
 */
export async function* streamSession(
  place: SessionPlace,
  record: SessionRecord,
  options: StreamSessionOptions,
): AsyncGenerator<PlacedEvent, void, undefined> {
  const { engine, hub, store, signal, after = record.seq } = options;
  yield { seq: after, event: { type: 'session', session: record.session } };
  const merged = mergeIterators<SubscriptionItem>();
  /** By task: the message that it works on. */
  const tasks = new Map<string, string>();

  function followTasks({ open }: SessionRecord): void {
    for (const task of open) addTask(task);
  }

  function addTask({ id: taskId, messageId, seq, question }: OpenTask): void {
    if (question !== undefined || merged.has(taskId)) return;
    tasks.set(taskId, messageId);
    const own = { scope: place.scope, taskId, hub, signal, after: seq, untilInterrupted: true };
    merged.add(taskId, subscribe(engine, own));
  }

  try {
    const scope = toSessionScope(place.scope);
    merged.add(SESSION, subscribe(engine, { scope, taskId: place.id, hub, signal, after }));
    followTasks(record);
    for (;;) {
      const { key, item } = await merged.next();
      if (key !== SESSION) {
        if (item === undefined) tasks.delete(key);
        const told = item?.kind === 'event' ? toTaskEvent(item.entry, key, tasks) : undefined;
        if (told !== undefined) yield told;
        continue;
      }
      // The end of the session, of the server, or of the engine's memory of it.
      if (item?.kind !== 'event') return;
      const { entry } = item;
      const placed = toPlacedMessage(entry);
      if (placed !== undefined) {
        yield { seq: placed.seq, event: { type: 'message', message: placed.message } };
      } else if (entry.event.kind === 'status' && isNews(entry, record)) {
        const now = await store.get(place.scope, place.id);
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

/** What was there at the start is known, but for the end, which is told. */
function isNews({ seq, event }: TaskEvent, record: SessionRecord): boolean {
  return seq > record.seq || (event.kind === 'status' && isTerminalState(event.state));
}

/** What came to rest has nothing more to say until it goes on. */
async function dropTasks(
  { open }: SessionRecord,
  merged: MergedIterators<SubscriptionItem>,
): Promise<void> {
  for (const { id, question } of open) {
    if (question !== undefined && merged.has(id)) await merged.remove(id);
  }
}

function toTaskEvent(
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
